"""The answers of the API, each field by name. Texts of pages come as they are: whoever shows them must escape them."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from pagestrata.app.asking.found_changes import FoundChange
from pagestrata.app.chosen_blocks import place_words
from pagestrata.app.language_model.summary import Summary
from pagestrata.model.change_sentence import text_of
from pagestrata.model.notices import Delivery, NoticeRule
from pagestrata.model.records import Feedback, Trail, TrailEntry, Version, Visit
from pagestrata.notify.channels import name_of
from pagestrata.query.first_and_last_said import Said
from pagestrata.query.read_question import LONGEST_QUESTION
from pagestrata.store.questions.listings import ArchivedPage
from pagestrata.web.api.route import Text, harmless

Item = TypeVar("Item")
MOST_OPERATIONS = 5
LONGEST_OPERATION_TEXT = 300
LONGEST_SAID = 500


class Problem(BaseModel):
    """What went wrong (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str


class Page(BaseModel, Generic[Item]):
    """One stretch of a list; `next` goes into `after` for the next one, and is null at the end."""

    items: list[Item]
    next: int | str | None


class PageShape(BaseModel):
    """A page with versions."""

    id: int
    url: Text
    title: Text
    versions: int
    first_at: datetime
    last_at: datetime

    @classmethod
    def of(cls, page: ArchivedPage) -> PageShape:
        return cls(
            id=page.number,
            url=page.url,
            title=page.title,
            versions=page.versions,
            first_at=page.first_at,
            last_at=page.last_at,
        )


class VersionShape(BaseModel):
    """A kept version, or what a skipped visit found (its id has an s before the number)."""

    id: str
    url: Text
    captured_at: datetime
    status: int
    title: Text
    importance: float | None
    probability: float | None = Field(description="That a person would keep it.")
    changes: int
    digest: str
    etag: Text | None
    last_modified: Text | None
    depth_px: int | None

    @classmethod
    def of(cls, version: Version) -> VersionShape:
        return cls.model_validate(version, from_attributes=True)


class VersionDetail(VersionShape):
    """A version with why it was kept and what can be downloaded."""

    sentence: Text = Field(description="What changed, in one sentence; empty for a first version.")
    reasons: list[Text]
    downloads: dict[str, str] = Field(description="Kind of file and its address.")


class VisitShape(BaseModel):
    """One visit and what came of it."""

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

    @classmethod
    def of(cls, visit: Visit) -> VisitShape:
        return cls.model_validate(visit, from_attributes=True)


class ChangeShape(BaseModel):
    """One operation. `old` and `new` are objects whose keys say what they hold."""

    op: str
    element: str
    block: str
    to_block: str | None
    old: Any
    new: Any
    importance: float | None


class Comparison(BaseModel):
    """What changed from one version to another, what it weighs and whether it matters."""

    model_config = ConfigDict(populate_by_name=True)

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
    """One operation of a change, with its texts cut short."""

    op: str
    element: str
    block: str
    old: Text
    new: Text


class FoundChangeShape(BaseModel):
    """A version with which something changed, what in one sentence, and the version it was compared with."""

    version: str
    before: str | None
    url: Text
    title: Text
    captured_at: datetime
    importance: float | None
    probability: float | None
    sentence: Text = Field(description="What changed; empty for a first version.")
    operations: list[FoundOperationShape] = Field(description="The heaviest of those that were asked for.")

    @classmethod
    def of(cls, found: FoundChange) -> FoundChangeShape:
        version = found.version
        return cls(
            version=version.id,
            before=found.before,
            url=version.url,
            title=version.title,
            captured_at=version.captured_at,
            importance=version.importance,
            probability=version.probability,
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
    """How a question in plain words was understood, and what answers it."""

    question: Text
    understood: list[Text]
    items: list[FoundChangeShape]
    next: str | None


class SaidInShape(BaseModel):
    """A version that says something, and the block that says it."""

    version: str
    captured_at: datetime
    block: str
    text: Text

    @classmethod
    def of(cls, said: Said | None) -> SaidInShape | None:
        if said is None:
            return None
        return cls(
            version=said.version.id,
            captured_at=said.version.captured_at,
            block=said.block,
            text=said.text[:LONGEST_SAID],
        )


class SaidShape(BaseModel):
    """When a page, or a block of it, first and last said something."""

    url: Text
    block: str | None
    said: Text
    first: SaidInShape | None
    last: SaidInShape | None
    versions: int = Field(description="How many versions say it.")
    of_versions: int
    interrupted: bool = Field(description="A version in between does not say it.")
    still: bool = Field(description="The newest version says it.")
    unsaid_since: datetime | None


class BlockShape(BaseModel):
    """One block of a version; parents come before their children."""

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


class TrailShape(BaseModel):
    """A followed block: how a person pointed at it, and where it was seen last."""

    id: str
    url: Text
    name: Text | None
    place: Text = Field(description="Its row and column in words, '' for what is in no table or list.")
    origin: dict[str, Any]
    state: str | None
    text: Text | None
    seen_at: datetime | None

    @classmethod
    def of(cls, trail: Trail, last: TrailEntry | None) -> TrailShape:
        return cls(
            id=trail.id,
            url=trail.url,
            name=trail.origin.get("name"),
            place=place_words(trail),
            origin=harmless({key: value for key, value in trail.origin.items() if key != "name"}),
            state=last.state if last else None,
            text=last.text if last else None,
            seen_at=last.found_at if last else None,
        )


class TrailCandidateShape(BaseModel):
    """Another element that an uncertain block may be."""

    path: Text
    text: Text
    confidence: float


class TrailEntryShape(BaseModel):
    """Where a followed block was at one time."""

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

    @classmethod
    def of(cls, entry: TrailEntry) -> TrailEntryShape:
        return cls.model_validate(entry, from_attributes=True)


class MarkShape(BaseModel):
    """What a person said about the change between two versions."""

    old_version: str
    new_version: str
    verdict: Literal["mattered", "noise"] | None = Field(description="Null where only single blocks were spoken of.")
    given_at: datetime
    note: Text
    blocks: dict[str, str] = Field(description="Ref of a block -> what was said of its change alone.")

    @classmethod
    def of(cls, mark: Feedback) -> MarkShape:
        return cls.model_validate(mark, from_attributes=True)


class RuleShape(BaseModel):
    """When which channel is told about what. The address of a channel is never given back."""

    id: str
    kind: Literal["watch", "trail", "tag"]
    subject: Text
    channel: Text = Field(description="The kind of channel and a mark that tells it from others.")
    created_at: datetime
    conditions: dict[str, Any]
    timing: dict[str, Any]
    template: dict[str, Any]

    @classmethod
    def of(cls, rule: NoticeRule) -> RuleShape:
        return cls(
            id=rule.id,
            kind=rule.kind,
            subject=rule.subject,
            channel=name_of(rule.channel),
            created_at=rule.created_at,
            conditions=harmless(dict(rule.conditions)),
            timing=harmless(dict(rule.timing)),
            template=harmless(dict(rule.template)),
        )


class DeliveryShape(BaseModel):
    """A message on its way, or what became of it."""

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
        return cls(
            rule=delivery.rule,
            channel=delivery.place,
            title=delivery.title,
            status=delivery.status,
            created_at=delivery.created_at,
            due_at=delivery.due_at,
            attempts=delivery.attempts,
            problem=delivery.problem,
        )


class OutcomesShape(BaseModel):
    """Visits by what came of them."""

    visits: int
    kept: int
    suppressed: int = Field(description="Something changed, but it does not matter.")
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


class ReportShape(BaseModel):
    """A report about whole days (UTC)."""

    since: date
    until: date
    totals: OutcomesShape
    saved_bytes: int = Field(description="Estimated: what an archive that keeps every visit would have stored more.")
    days: list[DayShape]
    sites: list[SiteShape]
    roles: dict[str, int] = Field(description="Blocks that came, or got another content, by their role.")


class NextVisitShape(BaseModel):
    """One page in the plan."""

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


class PlanShape(BaseModel):
    """The next visits under a budget."""

    now: datetime
    budget_per_hour: float
    pages: int
    overdue: int
    left_undone: int
    items: list[NextVisitShape]
    next: int | None


class EffectShape(BaseModel):
    """What a budget would have come to."""

    budget_per_hour: float
    caught: float
    outdated: float
    visits: int


class EffectsShape(BaseModel):
    """What budgets around one would have caught in the last days; `reason` says why this is unknown."""

    days: float
    effects: list[EffectShape]
    even_effects: list[EffectShape] = Field(description="Where all pages are visited equally often.")
    reason: str


class FoundBlockShape(BaseModel):
    """A block that said the words, in the version that brought it."""

    version: str
    ref: str
    role: str
    snippet: Text
    text: Text
    first_seen: datetime
    last_seen: datetime
    gone_at: datetime | None
    picture: str


class FoundPageShape(BaseModel):
    url: Text
    title: Text
    first_seen: datetime
    last_seen: datetime
    still_says_it: bool
    blocks: list[FoundBlockShape]


class SearchShape(BaseModel):
    """What was found, by page, newest first."""

    words: Text
    items: list[FoundPageShape]
    next: int | None


class SettingsShape(BaseModel):
    """What holds for all pages."""

    skipped_days: float | None = Field(description="How long what a skipped visit found can be looked at.")
    threshold: float | None = Field(description="The probability from which a change is kept.")
    budget: Text | None = Field(description="What all visits may cost, like 60/hour.")
    keep: Text | None = Field(description="The rule by which `run` drops versions once a day; null: none goes.")
    model: str | None = Field(description="The trained model that judges.")
    web_address: Text | None = Field(description="Of this application, for links in messages.")


class HealthShape(BaseModel):
    """Whether the archive can be used, and what waits."""

    alive: bool
    version: str
    watches_due: int
    unsent_messages: int


class StatsShape(BaseModel):
    """What the archive holds."""

    pages: int
    versions: int
    visits: int
    skipped: int
    blocks: int
    changes: int
    stages: dict[str, int]
    bytes: dict[str, int]


class SummaryQuestion(BaseModel):
    """What is summed up."""

    model_config = ConfigDict(extra="forbid")

    question: Annotated[str, Field(min_length=1, max_length=LONGEST_QUESTION)] = "in the last 7 days"


class SummarySentence(BaseModel):
    """A sentence of the model that its source bears out."""

    text: Text
    source: str = Field(description="Version id.")


class SummaryShape(BaseModel):
    """What a language model says of some changes, and all of them."""

    sentences: list[SummarySentence]
    changes: list[FoundChangeShape]
    sent: int = Field(description="Changes that were sent to the model.")
    dropped: int = Field(description="Sentences that their source does not bear out.")
    problem: str = Field(description="Why no model wrote anything; empty if one did.")

    @classmethod
    def of(cls, made: Summary) -> SummaryShape:
        return cls(
            sentences=[SummarySentence(text=one.text, source=one.source) for one in made.sentences],
            changes=[FoundChangeShape.of(item) for item in made.changes],
            sent=made.sent,
            dropped=made.dropped,
            problem=made.problem,
        )
