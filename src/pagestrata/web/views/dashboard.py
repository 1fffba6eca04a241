"""The watched pages: the last change, the state, and the next visit of each and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Literal, get_args
from urllib.parse import urlsplit

from pagestrata.app.planning.planning import NEVER, why_next, why_next_in_short
from pagestrata.app.watches import page_name
from pagestrata.model.plain_numbers import counted
from pagestrata.store.questions.overview import Counts, Doing, Mark, Order, WatchedPage

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive

State = Literal["fine", "new", "visiting", "failing", "wall", "lost", "paused"]
STATES: tuple[State, ...] = get_args(State)
STATE_WORDS: dict[State, tuple[str, str]] = {
    "fine": ("ok", "fine"),
    "new": ("quiet", "not visited yet"),
    "visiting": ("accent", "being visited"),
    "failing": ("bad", "failing"),
    "wall": ("bad", "blocked by a login or bot check"),
    "lost": ("warn", "lost block"),
    "paused": ("quiet", "paused"),
}
"""Kind of badge and word of each state."""
DOING: dict[State, Doing] = {
    "new": "unseen",
    "visiting": "held",
    "failing": "failed",
    "wall": "failed",
    "lost": "lost",
    "paused": "paused",
}
"""The query of the archive for each state. It may find more pages; `state_of` decides."""
WALLS = frozenset({"bot wall", "login wall", "forbidden", "too many requests"})
ORDERS: dict[Order, str] = {"changed": "Last change", "next": "Next visit", "address": "Address"}
PAGE_ROWS = 50
_MOST_ROWS_LOOKED_AT = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class PageListQuery:
    """The filter, order and form of the list, as in the address of the screen."""

    q: str = ""
    tag: str = ""
    state: State | None = None
    sort: Order = "changed"
    view: Literal["cards", "rows"] = "cards"
    after: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageCard:
    """One watched page."""

    watch_id: str
    url: str
    host: str
    name: str
    tags: tuple[str, ...]
    state: State
    trouble: str  # a sentence about what is wrong, or ''
    change: str  # the last change, in one sentence
    changed_at: datetime | None
    version: str | None
    version_before: str | None
    marks: tuple[Mark, ...]  # the oldest first
    next_at: datetime | None
    why_next: str
    why_next_in_short: str  # '' if no visit is planned
    interval_seconds: int | None
    trails: int

    @property
    def badge(self) -> tuple[str, str]:
        return STATE_WORDS[self.state]


@dataclass(frozen=True, slots=True, kw_only=True)
class Dashboard:
    """What the first screen shows."""

    cards: Sequence[PageCard] = ()
    counts: Counts = field(default_factory=Counts)
    tags: Sequence[tuple[str, int]] = ()
    unsent: str = ""  # why a message could not be sent yet, or ''
    after: str | None = None  # the list continues here
    is_empty: bool = False  # no page is watched
    has_versions: bool = False  # something is archived; set for an empty list only


def dashboard(archive: Archive, query: PageListQuery, *, now: datetime) -> Dashboard:
    """Return the first screen. A filter by state examines a part of a long list and returns where to continue."""
    counts = archive.overview.counts()
    if not counts.watches:
        return Dashboard(is_empty=True, has_versions=bool(archive.versions.recent(limit=1)))
    # Pages that were never visited have no last change to sort by.
    order: Order = "address" if query.state == "new" and query.sort == "changed" else query.sort
    doing = DOING.get(query.state) if query.state else None
    cards: list[PageCard] = []
    after: str | None = query.after
    looked_at = 0
    while after is not None and len(cards) < PAGE_ROWS and looked_at < _MOST_ROWS_LOOKED_AT:
        found = archive.overview.stretch(
            order=order,
            limit=PAGE_ROWS - len(cards),
            now=now,
            after=after,
            words=query.q,
            tag=query.tag,
            doing=doing,
        )
        cards += _fitting(found.pages, query, {card.watch_id for card in cards}, now)
        after, looked_at = found.after, looked_at + len(found.pages)
    if order == "changed" and after is None:
        cards += _new_cards(archive, query, {card.watch_id for card in cards}, now)
    tags = list(archive.overview.tags().items())[:12]
    stuck = archive.outbox.stuck()
    unsent = (stuck.problem or "") if stuck is not None else ""
    return Dashboard(cards=cards, counts=counts, tags=tags, unsent=unsent, after=after)


def _fitting(pages: Sequence[WatchedPage], query: PageListQuery, known: set[str], now: datetime) -> list[PageCard]:
    made = [card_of(page, now=now) for page in pages if page.watch.id not in known]
    return [card for card in made if _is_asked(card, query)]


def _new_cards(archive: Archive, query: PageListQuery, known: set[str], now: datetime) -> list[PageCard]:
    """Return watched pages that were never visited; they come after all pages with a known last change."""
    doing = DOING.get(query.state) if query.state else None
    found = archive.overview.never_seen(limit=PAGE_ROWS, now=now, words=query.q, tag=query.tag, doing=doing)
    return _fitting(found, query, known, now)


def _is_asked(card: PageCard, query: PageListQuery) -> bool:
    return (query.state is None or card.state == query.state) and (not query.tag or query.tag in card.tags)


def cards_of(archive: Archive, watch_ids: Sequence[str], *, now: datetime) -> list[PageCard]:
    """Some of the pages, for a screen that shows them already."""
    return [card_of(page, now=now) for page in archive.overview.of(watch_ids, now=now)]


def card_of(page: WatchedPage, *, now: datetime) -> PageCard:
    """One page as its card shows it."""
    watch, newest = page.watch, page.newest
    next_at = page.due.due_at if page.due is not None and page.due.due_at < NEVER else None
    return PageCard(
        watch_id=watch.id,
        url=watch.url,
        host=urlsplit(watch.url).netloc,
        name=page_name(short_address(watch.url), watch, newest.title.strip() if newest else ""),
        tags=watch.settings.tags,
        state=state_of(page),
        trouble=_trouble(page),
        change=change_sentence(page),
        changed_at=newest.captured_at if newest else None,
        version=newest.id if newest else None,
        version_before=newest.before if newest else None,
        marks=tuple(reversed(page.marks)),
        next_at=next_at,
        why_next=_why(page, now),
        why_next_in_short=why_next_in_short(page.due, page.watch) if page.due is not None else "",
        interval_seconds=watch.settings.interval_seconds,
        trails=page.trails,
    )


def short_address(url: str) -> str:
    """An address without its scheme, as the name of a page without a title."""
    return url.partition("://")[2].rstrip("/") or url


def state_of(page: WatchedPage) -> State:
    """The state of a page; of several, the most important one."""
    checks: tuple[tuple[bool, State], ...] = (
        (bool(page.watch.settings.paused), "paused"),
        (page.is_held, "visiting"),
        (page.fault in WALLS, "wall"),
        (bool(page.fault or page.error), "failing"),
        (page.lost_trails > 0, "lost"),
        (not page.marks and page.newest is None, "new"),
    )
    return next((state for is_so, state in checks if is_so), "fine")


def _trouble(page: WatchedPage) -> str:
    if page.fault or page.error:
        return f"At the last visit: {page.error or page.fault}"
    if page.lost_trails:
        return "A followed block was lost" if page.lost_trails == 1 else f"{page.lost_trails} followed blocks were lost"
    return ""


def change_sentence(page: WatchedPage) -> str:
    """What happened last, in one sentence; without one, why the version was kept, without the verdict."""
    newest = page.newest
    if newest is None:
        return "No version yet"
    if newest.before is None:
        return "First version; no changes since"
    sentence = newest.sentence or (newest.reasons[0] if newest.reasons else "")
    for verdict in ("Kept: ", "Skipped: "):
        sentence = sentence.removeprefix(verdict)
    if not sentence:
        return counted(newest.changes, "change")
    return f"{sentence[0].upper()}{sentence[1:]}"


def _why(page: WatchedPage, now: datetime) -> str:
    if page.watch.settings.paused:
        return "It is paused."
    if page.due is None:
        return "Not scheduled: `pagestrata run` is not running."
    return why_next(page.due, page.watch, now=now)
