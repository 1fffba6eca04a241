"""Steps that are taken on a watched page before it is captured. Secrets go in and never come out."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, Literal

from fastapi import Response
from pydantic import ConfigDict, Field

from pagestrata.app.watch_steps import live_page, replay_steps, set_steps, steps_of
from pagestrata.app.watches import watch_with_id
from pagestrata.capturing.kept_steps import (
    LONGEST_SELECTOR,
    LONGEST_TEXT,
    LONGEST_WAIT_SECONDS,
    MOST_STEPS,
    NOT_KEPT_YET,
    Step,
    in_words,
)
from pagestrata.model.records import Watch
from pagestrata.web.api.route import CHANGING, Text, router
from pagestrata.web.api.shapes import Body, Shape
from pagestrata.web.api.watches import IfMatch, WatchId, etag_of_watch, unless_seen
from pagestrata.web.dependencies import Context, Editor

steps = router("steps")


class StepShape(Shape):
    """An action on the page. The text of a secret is never returned; sending it empty keeps the stored text."""

    model_config = ConfigDict(extra="forbid", strict=True)

    action: Literal["click", "type", "wait", "scroll"]
    selector: Annotated[
        str, Field(max_length=LONGEST_SELECTOR, description="CSS selector of the element, or '' if the step has none.")
    ] = ""
    text: Annotated[str, Field(max_length=LONGEST_TEXT)] = ""
    seconds: Annotated[float, Field(ge=0, le=LONGEST_WAIT_SECONDS)] = 0.0
    is_secret: bool = False

    @classmethod
    def of(cls, step: Step) -> StepShape:
        shown = replace(step, text="") if step.secret else step
        return cls.from_record(shown, is_secret=bool(shown.secret))

    def step(self) -> Step:
        secret = NOT_KEPT_YET if self.is_secret and self.action == "type" else ""
        return Step(action=self.action, selector=self.selector, text=self.text, seconds=self.seconds, secret=secret)


class NewSteps(Body):
    """All steps of a page, in order."""

    steps: Annotated[list[StepShape], Field(max_length=MOST_STEPS)]


class StepsShape(NewSteps):
    """The steps of a page, and a description of each."""

    words: list[Text]


class ReplayedShape(Shape):
    """A replayed step: the page after it, and why it failed ('' if it succeeded)."""

    words: Text
    problem: Text
    picture_jpeg: Annotated[str, Field(description="JPEG in base64. It is not stored.")]


def _shape(watch: Watch) -> StepsShape:
    kept = steps_of(watch)
    return StepsShape(steps=[StepShape.of(step) for step in kept], words=[in_words(step) for step in kept])


@steps.get("/watches/{watch_id}/steps")
def show_steps(ctx: Context, editor: Editor, watch_id: WatchId) -> StepsShape:
    """List the steps of a page. Secrets are omitted."""
    return _shape(watch_with_id(ctx.archive, watch_id))


@steps.put("/watches/{watch_id}/steps", responses=CHANGING, response_model=StepsShape)
def put_steps(
    ctx: Context, editor: Editor, watch_id: WatchId, body: NewSteps, response: Response, if_match: IfMatch = None
) -> Any:
    """Replace the steps of a page. Needs the ETag of the watch in If-Match."""
    seen = watch_with_id(ctx.archive, watch_id)
    if (refused := unless_seen(seen, if_match)) is not None:
        return refused
    changed = set_steps(ctx.archive, seen, [each.step() for each in body.steps])
    response.headers["etag"] = etag_of_watch(changed)
    return _shape(changed)


@steps.post("/watches/{watch_id}/steps/replay", responses=CHANGING)
def replay(ctx: Context, editor: Editor, watch_id: WatchId) -> list[ReplayedShape]:
    """Open the page and take its steps now, with a picture after each. Stops at the first step that fails."""
    watch = watch_with_id(ctx.archive, watch_id)
    options = ctx.visits.options_of(watch)
    with ctx.live_pages.taking_turn():
        done = replay_steps(live_page(watch, options), options.steps)
    return [ReplayedShape.from_record(step, picture_jpeg=step.picture_base64) for step in done]
