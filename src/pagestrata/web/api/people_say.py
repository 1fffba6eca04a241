"""Marks of changes, training, and notification rules. Webhooks are rules with a json:// channel."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Literal

from fastapi import Path, Query, Request, Response
from pydantic import BaseModel, Field

from pagestrata.app.marks import effects_of_marks, keep_skipped, learn_from_marks, mark_block, mark_change
from pagestrata.app.notifications import rule_with_id, send_sample
from pagestrata.errors import NotFoundError
from pagestrata.store.archive import Archive
from pagestrata.web.api.route import (
    CHANGING,
    LONGEST_URL,
    NAME,
    PREFIX,
    VERSION_ID,
    AfterNumber,
    Limit,
    Text,
    router,
)
from pagestrata.web.api.shapes import Body, DeliveryShape, MarkShape, Page, RuleShape, VersionShape, listed
from pagestrata.web.dependencies import Context, Editor, Viewer
from pagestrata.web.refusals import TooManyRequestsError
from pagestrata.web.views.comparison import shown_blocks
from pagestrata.web.web_rules import add_web_rule

marks = router("marks")
rules = router("rules")

RuleId = Annotated[str, Path(pattern=NAME)]
Word = Annotated[str, Field(min_length=1, max_length=200)]
Number = Annotated[float, Field(ge=-1e15, le=1e15)]
Clock = Annotated[str, Field(pattern="^([01][0-9]|2[0-3]):[0-5][0-9]$")]


class NewMark(Body):
    """A mark of the change between two versions of a page."""

    old_version: Annotated[str, Field(pattern=VERSION_ID)]
    new_version: Annotated[str, Field(pattern=VERSION_ID)]
    block: Annotated[str, Field(pattern=r"^[0-9A-Za-z.]{1,200}$")] | None = Field(
        default=None, description="Ref of a block, to mark only its change."
    )
    verdict: Literal["mattered", "noise"]
    note: Annotated[str, Field(max_length=1000)] = ""


@marks.get("/marks")
def list_marks(ctx: Context, viewer: Viewer, after: AfterNumber = None, limit: Limit = 50) -> Page[MarkShape]:
    """List the marks of users, newest first."""
    found = ctx.archive.listings.marks(below=after, limit=limit + 1)
    return listed(found, limit, lambda numbered: MarkShape.from_record(numbered[1]), lambda numbered: numbered[0])


@marks.post("/marks", status_code=201, responses=CHANGING)
def add_mark(ctx: Context, editor: Editor, body: NewMark) -> MarkShape:
    """Mark a change as one that mattered or as noise. A later mark replaces it; training learns from marks."""
    old, new = (ctx.archive.versions.named(name) for name in (body.old_version, body.new_version))
    if body.block is None:
        mark = mark_change(ctx.archive, old, new, body.verdict, note=body.note, now=ctx.clock())
        return MarkShape.from_record(mark)
    shown = shown_blocks(ctx.archive, old, new)
    if body.block not in shown.all:
        raise NotFoundError(f"block {body.block!r} did not change between these versions")
    marks = mark_block(ctx.archive, old, new, body.block, body.verdict, shown=shown.unfolded, now=ctx.clock())
    whole = ctx.archive.feedback.about(old.id, new.id)
    return MarkShape(
        old_version=old.id,
        new_version=new.id,
        verdict=whole.verdict if whole else None,
        given_at=ctx.clock(),
        note=whole.note if whole else "",
        blocks=dict(marks),
    )


@marks.post("/versions/{version_id}/keep", status_code=201, responses=CHANGING)
def keep_skipped_visit(
    ctx: Context, editor: Editor, version_id: Annotated[str, Path(pattern=VERSION_ID)], response: Response
) -> VersionShape:
    """Keep the result of a skipped visit as a version, and mark its change as one that mattered."""
    kept = keep_skipped(ctx.archive, ctx.archive.versions.named(version_id), now=ctx.clock())
    response.headers["location"] = f"{PREFIX}/versions/{kept.id}"
    return VersionShape.from_record(kept)


class TrainedPage(Body):
    """The page whose marks train a model."""

    url: Annotated[str, Field(min_length=1, max_length=LONGEST_URL)]


class RejudgedShape(BaseModel):
    """The verdict on a version, and the verdict of the new model."""

    version: str
    probability: float
    kept: bool
    probability_then: float
    kept_then: bool


class TrainingShape(BaseModel):
    """A model trained on the marks of a page. `model` is its name, or null in a preview."""

    url: Text
    model: str | None
    effects: list[RejudgedShape]


@marks.get("/training")
def try_training(
    request: Request, ctx: Context, editor: Editor, url: Annotated[str, Query(min_length=1, max_length=LONGEST_URL)]
) -> TrainingShape:
    """Preview how a model trained on the marks of a page would have judged its last versions. Changes nothing."""
    with alone(request):
        return _training(ctx.archive, url)


@marks.post("/training", responses=CHANGING)
def train(request: Request, ctx: Context, editor: Editor, body: TrainedPage) -> TrainingShape:
    """Train a model on the marks of a page and judge the page by it. Answers 429 while another model is trained."""
    with alone(request):
        effects = _training(ctx.archive, body.url)
        return effects.model_copy(update={"model": learn_from_marks(ctx.archive, body.url)})


def _training(archive: Archive, url: str) -> TrainingShape:
    effects = [
        RejudgedShape(
            version=effect.version.id,
            probability=effect.probability,
            kept=effect.was_kept,
            probability_then=effect.probability_then,
            kept_then=effect.would_be_kept,
        )
        for effect in effects_of_marks(archive, url)
    ]
    return TrainingShape(url=url, model=None, effects=effects)


@contextmanager
def alone(request: Request) -> Iterator[None]:
    """Train one model at a time: it takes a core for seconds."""
    if not request.app.state.training.acquire(blocking=False):
        raise TooManyRequestsError("a model is being trained; try again in a minute")
    try:
        yield
    finally:
        request.app.state.training.release()


class Conditions(Body):
    """The conditions of a rule; without any, every change is reported."""

    threshold: Annotated[float, Field(ge=0, le=1)] | None = None
    operations: (
        Annotated[
            list[Literal["insert", "delete", "update", "move", "split", "merge"]], Field(min_length=1, max_length=6)
        ]
        | None
    ) = None
    words: Annotated[list[Word], Field(min_length=1, max_length=50)] | None = None
    above: Number | None = None
    below: Number | None = None
    changed_by: Annotated[float, Field(gt=0, le=1e15)] | None = None
    changed_by_percent: Annotated[float, Field(gt=0, le=1e15)] | None = None
    lost: bool | None = None
    found: bool | None = None
    faults: bool | None = None


class Timing(Body):
    """When messages are sent."""

    rhythm: Literal["at once", "hourly", "daily"] | None = None
    daily_at: Clock | None = None
    quiet: Annotated[str, Field(pattern="^([01][0-9]|2[0-3]):[0-5][0-9]-([01][0-9]|2[0-3]):[0-5][0-9]$")] | None = None
    zone: Annotated[str, Field(max_length=60)] | None = None


class NewRule(Body):
    """A rule that notifies a channel about a watch, a trail, a page or a tag."""

    subject: Annotated[
        str, Field(min_length=1, max_length=2000, description="tag:NAME, the id of a watch or trail, or an address.")
    ]
    channel: Annotated[
        str,
        Field(
            pattern=r"^([A-Za-z][A-Za-z0-9+.-]{0,30}://.{1,2000}|env:[A-Za-z_][A-Za-z0-9_]{0,200}"
            r"|mail:[^\s@]{1,64}@[^\s@]{1,255})$",
            description="mail:ADDRESS, a webhook such as https://host/path, an Apprise address, or env:NAME.",
        ),
    ]
    conditions: Conditions = Conditions()
    timing: Timing = Timing()


class SampleShape(BaseModel):
    """The result of sending a sample."""

    sent: bool
    problem: Text | None


@rules.get("/rules")
def list_rules(ctx: Context, viewer: Viewer) -> Page[RuleShape]:
    """List the notification rules, oldest first."""
    return Page(items=[RuleShape.of(rule) for rule in ctx.archive.outbox.rules()], next=None)


@rules.post("/rules", status_code=201, responses=CHANGING)
def create_rule(ctx: Context, editor: Editor, body: NewRule, response: Response) -> RuleShape:
    """Add a notification rule. Only the command line can use files, the terminal and private addresses; only admins env:NAME."""
    made = add_web_rule(
        ctx,
        editor,
        body.subject,
        body.channel,
        conditions=body.conditions.model_dump(exclude_none=True),
        timing=body.timing.model_dump(exclude_none=True),
    )
    response.headers["location"] = f"{PREFIX}/rules/{made.id}"
    return RuleShape.of(made)


@rules.get("/rules/{rule_id}")
def show_rule(ctx: Context, viewer: Viewer, rule_id: RuleId) -> RuleShape:
    """Return a notification rule."""
    return RuleShape.of(rule_with_id(ctx.archive, rule_id))


@rules.delete("/rules/{rule_id}", status_code=204, responses=CHANGING)
def delete_rule(ctx: Context, editor: Editor, rule_id: RuleId) -> Response:
    """Delete a rule and its pending messages."""
    ctx.archive.outbox.remove_rule(rule_with_id(ctx.archive, rule_id).id)
    return Response(status_code=204)


@rules.post("/rules/{rule_id}/sample", responses=CHANGING)
def send_rule_sample(ctx: Context, editor: Editor, rule_id: RuleId) -> SampleShape:
    """Send a sample message to the channel of a rule."""
    problem = send_sample(ctx.archive, rule_with_id(ctx.archive, rule_id), now=ctx.clock())
    return SampleShape(sent=problem is None, problem=problem)


@rules.get("/deliveries")
def list_deliveries(
    ctx: Context,
    viewer: Viewer,
    rule: Annotated[str | None, Query(max_length=64)] = None,
    after: AfterNumber = None,
    limit: Limit = 50,
) -> Page[DeliveryShape]:
    """List the messages and their delivery state, newest first."""
    found = ctx.archive.listings.deliveries(below=after, limit=limit + 1, rule=rule)
    return listed(found, limit, lambda numbered: DeliveryShape.of(numbered[1]), lambda numbered: numbered[0])
