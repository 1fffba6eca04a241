"""Events: what happened to a page or a followed block. Visits and the archive make them; rules and messages read them."""

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
"""The reason for a lost block if nothing more is known."""
_KEY = re.compile(r"(?P<kind>watch|trail):(?P<subject>[^:]+):(?P<time>.+):(?P<state>[a-z]+)")
UNCERTAIN_VISITS = 3
"""Number of uncertain visits in a row after which a block is reported, once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One version of a watched page or of a followed block."""

    subject: str  # id of the watch or trail
    kind: SubjectKind
    name: str  # what a person calls it: page title or block topic
    url: str
    version: str  # 14 digits that name its version: URL@VERSION
    time: datetime
    probability: float = 0.0  # that a person would keep it; for a block: how much of it changed
    what: str = ""  # what changed, in one sentence
    marked: tuple[Marked, ...] = ()  # the words that changed, with a few around them
    block: str = ""  # ref of the block whose change the sentence names first, '' if it was deleted
    operations: Mapping[str, int] = field(default_factory=dict)  # insert, delete, update, ... -> how many
    old_text: str = ""
    new_text: str = ""
    old_number: float | None = None
    new_number: float | None = None
    old_state: TrailState = "found"
    new_state: TrailState = "found"
    uncertain_visits: int = 0  # in a row, up to this one
    why: str = ""  # why a block is lost or in doubt, where a person can do something with that
    candidates: tuple[str, ...] = ()  # texts that an uncertain block may have, the most likely first
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
        """Return whether a page changed at all, or the text or picture of a block; a block that only moved did not change."""
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
        """Return whether the event belongs in a feed: a change, or a block that is lost, found again or uncertain for long."""
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
