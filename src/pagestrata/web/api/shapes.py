"""The answers of the API, each field by name. Texts of pages come as they are: whoever shows them must escape them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime
from typing import Annotated, Any, Generic, Literal, Self, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from pagestrata.app.chosen_blocks import place_words
from pagestrata.app.language_model.summary import Summary
from pagestrata.app.planning.planning import PlannedVisit
from pagestrata.app.questions.find_changes import FoundChange
from pagestrata.model.change_sentence import text_of
from pagestrata.model.notices import Delivery, NoticeRule
from pagestrata.model.records import Trail, TrailEntry
from pagestrata.notify.channels import name_of
from pagestrata.query.first_and_last_said import Said
from pagestrata.query.read_question import LONGEST_QUESTION
from pagestrata.schedule.outcomes import own_weight
from pagestrata.store.questions.listings import ArchivedPage
from pagestrata.web.api.route import Text, harmless

Item = TypeVar("Item")
Record = TypeVar("Record")
Values = Annotated[dict[str, Any], BeforeValidator(harmless)]
MOST_OPERATIONS = 5
LONGEST_OPERATION_TEXT = 300
LONGEST_SAID = 500


class Body(BaseModel):
    """The body of a request. Unknown fields and values of other types are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Shape(BaseModel):
    """An answer made of a record."""

    @classmethod
    def from_record(cls, record: object, **other: Any) -> Self:
        """Take each field from the attribute of that name, unless it is given in `other`."""
        fields = {name: getattr(record, name) for name in cls.model_fields if name not in other}
        return cls.model_validate(fields | other, from_attributes=True)


class Problem(BaseModel):
    """What went wrong (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str


class Page(BaseModel, Generic[Item]):
    """A page of a list. Send `next` as `after` to get the following page; it is null at the end."""

    items: list[Item]
    next: int | str | None


def listed(
    found: Sequence[Record], limit: int, shape: Callable[[Record], Item], place: Callable[[Record], int | str]
) -> Page[Item]:
    """A page of a list that was read with one record more than `limit`: `next` is the place of the last one shown."""
    more = place(found[limit - 1]) if len(found) > limit else None
    return Page(items=[shape(record) for record in found[:limit]], next=more)


class PageShape(Shape):
    """A page with versions."""

    id: int
    url: Text
    title: Text
    versions: int
    first_at: datetime
    last_at: datetime

    @classmethod
    def of(cls, page: ArchivedPage) -> PageShape:
        return cls.from_record(page, id=page.number)


class VersionShape(Shape):
    """A kept version, or the result of a skipped visit (its id has an s before the number)."""

    id: str
    url: Text
    captured_at: datetime
    status: int
    title: Text
    importance: float | None
    probability: float | None = Field(description="Probability that a person would keep the version.")
    changes: int
    digest: str
    etag: Text | None
    last_modified: Text | None
    depth_px: int | None


class VersionDetail(VersionShape):
    """A version, why it was kept, and its downloads."""

    sentence: Text = Field(description="What changed, in one sentence. Empty for a first version.")
    reasons: list[Text]
    downloads: dict[str, str] = Field(description="Addresses of the files, by kind.")


class VisitShape(Shape):
    """A visit and its result."""

    url: Text
    visited_at: datetime
    stage: Literal["unchanged", "quick", "refill", "render"]
    version: str | None
    skipped: str | None
    kept: bool
    importance: float | None
    probability: float | None
    changes: int
    reasons: list[Text]
    seconds: dict[str, float]
    fault: str | None
    error: Text | None


class ChangeShape(BaseModel):
    """An operation of a delta. `old` and `new` are objects whose keys name what they contain."""

    op: str
    element: str
    block: str
    to_block: str | None
    old: Any
    new: Any
    importance: float | None


class Comparison(BaseModel):
    """The changes between two versions, their importance, and whether they matter."""

    old: str = Field(description="Version id.")
    new: str = Field(description="Version id.")
    structure_changed: bool
    importance: float | None
    similar: bool | None = Field(description="Whether the changes do not justify keeping the new version.")
    score: float | None
    probability: float | None
    sentence: Text = Field(description="What changed, in one sentence.")
    reasons: list[Text]
    changes: list[ChangeShape]
    next: int | None


class FoundOperationShape(BaseModel):
    """An operation of a change, with shortened texts."""

    op: str
    element: str
    block: str
    old: Text
    new: Text


class FoundChangeShape(Shape):
    """A version that changed something, a sentence about the change, and the previous version."""

    version: str
    before: str | None
    url: Text
    title: Text
    captured_at: datetime
    importance: float | None
    probability: float | None
    sentence: Text = Field(description="What changed. Empty for a first version.")
    operations: list[FoundOperationShape] = Field(description="The most important matching operations.")

    @classmethod
    def of(cls, found: FoundChange) -> FoundChangeShape:
        return cls.from_record(
            found.version,
            version=found.version.id,
            before=found.before,
            sentence=found.sentence,
            operations=[
                FoundOperationShape(
                    op=change.op,
                    element=change.element,
                    block=change.to_block or change.block,
                    old=text_of(change.old)[:LONGEST_OPERATION_TEXT],
                    new=text_of(change.new)[:LONGEST_OPERATION_TEXT],
                )
                for change in found.changes[:MOST_OPERATIONS]
            ],
        )


class AskedShape(BaseModel):
    """How a question in plain words was understood, and its answers."""

    question: Text
    understood: list[Text]
    items: list[FoundChangeShape]
    next: str | None


class SaidInShape(Shape):
    """A version that contains a phrase, and the block that contains it."""

    version: str
    captured_at: datetime
    block: str
    text: Text

    @classmethod
    def of(cls, said: Said | None) -> SaidInShape | None:
        if said is None:
            return None
        version = said.version
        text = said.text[:LONGEST_SAID]
        return cls.from_record(said, version=version.id, captured_at=version.captured_at, text=text)


class SaidShape(Shape):
    """When a page, or one of its blocks, first and last contained a phrase."""

    url: Text
    block: str | None
    said: Text
    first: SaidInShape | None
    last: SaidInShape | None
    versions: int = Field(description="Number of versions that contain the phrase.")
    of_versions: int
    interrupted: bool = Field(description="Whether a version in between does not contain the phrase.")
    still: bool = Field(description="Whether the newest version contains the phrase.")
    unsaid_since: datetime | None


class BlockShape(BaseModel):
    """A block of a version. Parents come before children."""

    ref: str
    parent: str | None
    leaf: bool
    layer: str
    box: list[float]
    doc: int
    role: str
    importance: float | None
    topic: Text
    text: Text
    links: list[dict[str, Text]]
    images: list[dict[str, Text]]


class TrailShape(Shape):
    """A followed block: how it was selected, and where it was last seen."""

    id: str
    url: Text
    name: Text | None
    place: Text = Field(description="Row and column in words, or '' outside tables and lists.")
    origin: Values
    state: str | None
    text: Text | None
    seen_at: datetime | None

    @classmethod
    def of(cls, trail: Trail, last: TrailEntry | None) -> TrailShape:
        return cls.from_record(
            trail,
            name=trail.origin.get("name"),
            place=place_words(trail),
            origin={key: value for key, value in trail.origin.items() if key != "name"},
            state=last.state if last else None,
            text=last.text if last else None,
            seen_at=last.found_at if last else None,
        )


class TrailCandidateShape(BaseModel):
    """An alternative for a block that was found with uncertainty."""

    path: Text
    text: Text
    confidence: float


class TrailEntryShape(Shape):
    """The place of a followed block at one time."""

    found_at: datetime
    version: str | None
    state: Literal["found", "uncertain", "lost"]
    confidence: float
    path: Text | None
    box: list[float]
    text: Text
    change: Text | None
    reasons: list[Text]
    alerts: list[Text]
    other: TrailCandidateShape | None = None


class MarkShape(Shape):
    """A user's mark of the change between two versions."""

    old_version: str
    new_version: str
    verdict: Literal["mattered", "noise"] | None = Field(description="Null if only single blocks were marked.")
    given_at: datetime
    note: Text
    blocks: dict[str, str] = Field(description="Marks of single blocks, by ref.")


class RuleShape(Shape):
    """A notification rule. The address of its channel is never returned."""

    id: str
    kind: Literal["watch", "trail", "tag"]
    subject: Text
    channel: Text = Field(description="Kind of channel, and a mark that distinguishes it from other channels.")
    created_at: datetime
    conditions: Values
    timing: Values
    template: Values

    @classmethod
    def of(cls, rule: NoticeRule) -> RuleShape:
        return cls.from_record(rule, channel=name_of(rule.channel))


class DeliveryShape(Shape):
    """A message and its delivery state."""

    rule: str
    channel: Text
    title: Text
    status: Literal["waiting", "sending", "sent", "given up"]
    created_at: datetime
    due_at: datetime
    attempts: int
    problem: Text | None

    @classmethod
    def of(cls, delivery: Delivery) -> DeliveryShape:
        return cls.from_record(delivery, channel=delivery.place)


class OutcomesShape(BaseModel):
    """Visits by outcome."""

    visits: int
    kept: int
    suppressed: int = Field(description="Visits with changes that do not matter.")
    quiet: int
    failed: int
    changes: int
    suppressed_changes: int
    without_browser: int


class DayShape(BaseModel):
    day: date
    outcomes: OutcomesShape


class SiteShape(BaseModel):
    host: Text
    pages: int
    outcomes: OutcomesShape


class ReportShape(Shape):
    """A report on whole days (UTC)."""

    since: date
    until: date
    totals: OutcomesShape
    saved_bytes: int = Field(description="Estimate of the additional bytes if every visit were kept.")
    days: list[DayShape]
    sites: list[SiteShape]
    roles: dict[str, int] = Field(description="Number of new or changed blocks by role.")


class NextVisitShape(Shape):
    """A planned visit."""

    watch_id: str
    url: Text
    title: Text
    due_at: datetime | None
    last_at: datetime | None
    is_overdue: bool
    urgency: float
    period_hours: float
    changes_per_day: float
    importance: float
    cost_seconds: float
    why: Text

    @classmethod
    def of(cls, visit: PlannedVisit, now: datetime) -> NextVisitShape:
        watch, due = visit.watch, visit.due
        return cls.from_record(
            visit,
            watch_id=watch.id,
            url=watch.url,
            title=watch.settings.title,
            last_at=due.last_at,
            is_overdue=due.due_at <= now,
            period_hours=visit.period.total_seconds() / 3600,
            importance=own_weight(due),
            cost_seconds=due.cost,
        )


class PlanShape(Shape):
    """The next visits within a budget."""

    now: datetime
    budget_per_hour: float
    pages: int
    overdue: int
    left_undone: int
    items: list[NextVisitShape]
    next: int | None


class EffectShape(BaseModel):
    """The share of changes that a budget would have caught."""

    budget_per_hour: float
    caught: float
    outdated: float
    visits: int


class EffectsShape(Shape):
    """The share of recent changes that several budgets would have caught. If unknown, `reason` says why."""

    days: float
    effects: list[EffectShape]
    even_effects: list[EffectShape] = Field(description="If all pages are visited equally often.")
    reason: str


class FoundBlockShape(Shape):
    """A block that contains the words, in the version where it appeared."""

    version: str
    ref: str
    role: str
    snippet: Text
    text: Text
    first_seen: datetime
    last_seen: datetime
    gone_at: datetime | None
    picture: str


class FoundPageShape(Shape):
    url: Text
    title: Text
    first_seen: datetime
    last_seen: datetime
    still_says_it: bool
    blocks: list[FoundBlockShape]


class SearchShape(BaseModel):
    """Search results by page, newest first."""

    words: Text
    items: list[FoundPageShape]
    next: int | None


class SettingsShape(BaseModel):
    """Return the settings for all pages."""

    skipped_days: float | None = Field(description="Number of days for which results of skipped visits are stored.")
    threshold: float | None = Field(description="Minimum probability for keeping a version.")
    budget: Text | None = Field(description="Budget of all visits, for example 60/hour.")
    keep: Text | None = Field(description="Retention rule that `run` applies once a day. Null keeps all versions.")
    model: str | None = Field(description="Name of the trained model that judges changes.")
    web_address: Text | None = Field(description="Address of this application, for links in messages.")


class HealthShape(BaseModel):
    """Report whether the archive is usable, and the length of its queues."""

    alive: bool
    version: str
    watches_due: int
    unsent_messages: int


class StatsShape(BaseModel):
    """The contents of the archive."""

    pages: int
    versions: int
    visits: int
    skipped: int
    blocks: int
    changes: int
    stages: dict[str, int]
    bytes: dict[str, int]


class SummaryQuestion(Body):
    """The changes to summarise."""

    question: Annotated[str, Field(min_length=1, max_length=LONGEST_QUESTION)] = "in the last 7 days"


class SummarySentence(BaseModel):
    """A sentence of the summary that its source supports."""

    text: Text
    source: str = Field(description="Version id.")


class SummaryShape(Shape):
    """A summary by a language model, and the changes behind it."""

    sentences: list[SummarySentence]
    changes: list[FoundChangeShape]
    sent: int = Field(description="Number of changes sent to the model.")
    dropped: int = Field(description="Number of sentences that their source does not support.")
    problem: str = Field(description="Why there is no summary. Empty if there is one.")

    @classmethod
    def of(cls, made: Summary) -> SummaryShape:
        return cls.from_record(made, changes=[FoundChangeShape.of(change) for change in made.changes])
