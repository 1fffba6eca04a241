"""What happened, as far as a notification needs to know. Built by a visit or from the archive, read by rules and messages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Literal

from pagestrata.model.notices import SubjectKind

if TYPE_CHECKING:
    from pagestrata.model.edit_words import Marked


TrailState = Literal["found", "uncertain", "lost"]
NOTHING_ALIKE = "no element resembles the block"
"""Why a block is lost, where nothing more can be said."""
_KEY = re.compile(r"(?P<kind>watch|trail):(?P<subject>[^:]+):(?P<time>.+):(?P<state>[a-z]+)")
UNCERTAIN_VISITS = 3
"""A block that is uncertain so many times in a row is worth a look; once, and once only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One version of a watched page or of a followed block."""

    subject: str  # id of the watch or trail
    kind: SubjectKind
    name: str  # what a person calls it: page title or block topic
    url: str
    version: str  # 14 digits that name its version: URL@VERSION
    time: datetime
    probability: float = 0.0  # that a person would keep it; of a block: how much of it is another
    what: str = ""  # what changed, in one sentence
    marked: tuple[Marked, ...] = ()  # the words that changed, with a few around them
    block: str = ""  # ref of the block whose change the sentence names first, '' where it is gone
    operations: Mapping[str, int] = field(default_factory=dict)  # insert, delete, update, ... -> how many
    old_text: str = ""
    new_text: str = ""
    old_number: float | None = None
    new_number: float | None = None
    old_state: TrailState = "found"
    new_state: TrailState = "found"
    uncertain_visits: int = 0  # in a row, up to this one
    why: str = ""  # why a block is lost or in doubt, where a person can do something with that
    candidates: tuple[str, ...] = ()  # of an uncertain block: what it may say, the likelier first
    has_other_picture: bool = False  # of a block
    has_version: bool = False  # of a block: the page was kept as a version at this visit
    availability: Literal["failing", "back"] | None = None  # of a page; the event is about nothing else then
    tags: tuple[str, ...] = ()
    picture_png: bytes | None = field(default=None, repr=False)

    @property
    def key(self) -> str:
        """A stable key: one piece of news has one key, for every reader and at any time."""
        return f"{self.kind}:{self.subject}:{self.time.isoformat()}:{self.availability or self.new_state}"

    @property
    def has_changed(self) -> bool:
        """Whether a page has changed at all, or a block what it says or shows: it moves with every line before it."""
        if self.old_text != self.new_text or self.has_other_picture:
            return True
        return self.kind == "watch" and bool(self.operations)

    @property
    def stays_uncertain(self) -> bool:
        """Return whether to report an uncertain block: at once if there is a question to ask, otherwise after some visits.

        True once for each time that it became uncertain.
        """
        return self.new_state == "uncertain" and self.uncertain_visits == (1 if self.why else UNCERTAIN_VISITS)

    @property
    def is_news(self) -> bool:
        """Whether it belongs into a feed: a change, or a block that is gone or back, or in doubt for long."""
        if self.new_state == "uncertain":
            return self.stays_uncertain
        return self.old_state != self.new_state or (self.new_state == "found" and self.has_changed)


def parts_of_key(key: str) -> tuple[str, str, datetime] | None:
    """Kind, subject and time of the event with this key; None for any other text."""
    found = _KEY.fullmatch(key)
    if found is None:
        return None
    try:
        return found["kind"], found["subject"], datetime.fromisoformat(found["time"])
    except ValueError:
        return None
