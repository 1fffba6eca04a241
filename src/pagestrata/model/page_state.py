"""The state of a page before a visit: everything its examination needs, in records that can be sent to a worker."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from datetime import datetime
from typing import TYPE_CHECKING, Any

from pagestrata.model.records import Trail, TrailEntry, Version, Visit
from pagestrata.model.slots import dataclass

if TYPE_CHECKING:
    from pagestrata.model.blocks import BlockTree
    from pagestrata.model.screenshots import Screenshot

LEAST_VISITS = 3
"""Number of visits after which a page's own history suffices."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageMemory:
    """The bounded memory of all visits to a page: every ref that its blocks ever had, and which blocks keep changing."""

    used_refs: Mapping[str, str] = field(default_factory=dict)  # ref -> id of the block's last content, or empty
    volatility: Mapping[str, Any] = field(default_factory=dict)
    changes: Mapping[str, Any] = field(default_factory=dict)  # volatility in the form that `judging` uses
    designs: tuple[Mapping[str, float], ...] = ()  # style -> share of the words, of designs that were kept
    resources: Mapping[str, Any] = field(default_factory=dict)  # the files of the last rendering, see `visit.resources`


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenPage:
    """A version in which a followed block was last seen."""

    captured_at: datetime
    tree: BlockTree
    screenshot: Screenshot | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class TrailState:
    """A followed block with the last entries of its trail, oldest first; `seen_in` names the version it was last in."""

    trail: Trail
    entries: tuple[TrailEntry, ...] = ()
    seen_in: str | None = None

    @property
    def last(self) -> TrailEntry | None:
        return self.entries[-1] if self.entries else None

    @property
    def last_sure(self) -> TrailEntry | None:
        """The last entry that is not uncertain, for comparison with the next one; else the first entry."""
        sure = (entry for entry in reversed(self.entries) if entry.state != "uncertain")
        return next(sure, self.entries[0] if self.entries else None)


@dataclass(frozen=True, slots=True, kw_only=True)
class PageState:
    """A page as its archive knows it; `last` is the version that a visit compares with, None for a new page."""

    url: str
    last: Version | None = None
    tree: BlockTree | None = None
    kept_fault: Version | None = None  # a version of the fault page seen since the last visit
    screenshot: Screenshot | None = field(default=None, repr=False)
    body: bytes | None = field(default=None, repr=False)  # of the last version; only where its source is compared
    body_type: str | None = None  # its Content-Type
    history: tuple[Visit, ...] = ()  # newest first
    trails: tuple[TrailState, ...] = ()
    seen: Mapping[str, SeenPage] = field(default_factory=dict)  # by version, for the trails' `seen_in`
    memory: PageMemory = PageMemory()
    site: tuple[PageMemory, ...] = ()  # of other pages on the host, while this one is little known


@dataclass(frozen=True, slots=True, kw_only=True)
class UsedResource:
    """A file that a rendering used, with the digest and validators that show whether the server still sends it."""

    url: str
    kind: str  # as in `Response.resource_type`
    digest: str
    etag: str | None = None
    last_modified: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class UsedResources:
    """The files of the last rendering of a page, the most important first.

    `harmless` counts, by address or by name, the changes in a row after which a rendering kept nothing. `unasked` counts the
    files that are not asked for, by what they are. `too_many` is how many files that matter are more than a visit asks for.
    """

    used: tuple[UsedResource, ...] = ()
    harmless: Mapping[str, int] = field(default_factory=dict)
    unasked: Mapping[str, int] = field(default_factory=dict)
    too_many: int = 0
