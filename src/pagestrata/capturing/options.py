"""How a page is to be captured."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import field, fields, replace
from pathlib import Path
from typing import Any, Self

from pagestrata.capturing.kept_steps import Step as Step
from pagestrata.capturing.kept_steps import steps_from_json
from pagestrata.errors import UsageError
from pagestrata.model.slots import dataclass

MEGABYTE = 1024 * 1024
LOAD_SHARE = 0.75
LARGEST_SIDE_PX = 10_000
FRAMING_HEADERS = frozenset(
    {"host", "connection", "content-length", "transfer-encoding", "te", "trailer", "upgrade", "keep-alive", "expect"}
)

STORABLE = frozenset(
    {
        "viewport", "proxy", "user_agent", "contact", "wait_for", "javascript", "refuse_consent", "second_look",
        "blocked_resource_types", "height_cap_px", "max_scroll_px", "page_seconds", "load_seconds",
        "steps",
    }
)  # fmt: skip
"""Options that may be kept beside a page in an archive: none of them holds a secret (steps name theirs, see `kept_steps`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CaptureOptions:
    """Options of one capture; the defaults suit an unattended visit of a public page."""

    viewport: tuple[int, int] = (1366, 768)
    device_pixel_ratio: float = 1.0
    headers: Mapping[str, str] = field(default_factory=dict)  # sent to the page's own origin only
    headers_for: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # by host, sent to that host
    cookies: tuple[Mapping[str, Any], ...] = ()  # name, value; url or domain and path where not the page's own
    storage_state: Path | None = None  # a Playwright storage state: cookies and local storage of a logged-in profile
    proxy: str | None = None
    user_agent: str | None = None
    contact: str | None = None  # added to the user agent, so that a site's owner can reach the archivist
    wait_for: str | None = None  # a CSS selector that must be there before the page is taken
    steps: tuple[Step, ...] = ()
    javascript: bool = True
    refuse_consent: bool = True  # on a visit: answer consent dialogs with no, take away what covers the page
    second_look: bool = True  # on a visit: open the page once more before a version is kept for a few changes
    blocked_resource_types: tuple[str, ...] = ()
    height_cap_px: int = 20_000  # how far down the picture reaches; the page itself is taken whole
    max_scroll_px: int = 10_000  # how far down a page is taken that goes on when it is scrolled
    page_seconds: float = 60.0  # wall clock for everything; the browser is killed after it
    load_seconds: float = 30.0
    settle_seconds: float = 8.0
    allow_private: bool = False
    screenshot: bool = True
    record_responses: bool = True
    max_page_bytes: int = 50 * MEGABYTE
    max_resource_bytes: int = 25 * MEGABYTE
    max_nodes: int = 500_000

    def __post_init__(self) -> None:
        width, height = self.viewport
        if not (0 < width <= LARGEST_SIDE_PX and 0 < height <= LARGEST_SIDE_PX):
            raise UsageError(f"{width}x{height} is not a window size; give 1 to {LARGEST_SIDE_PX} px for each side")
        for name in (name for headers in (self.headers, *self.headers_for.values()) for name in headers):
            if name.lower() in FRAMING_HEADERS or name.lower().startswith("proxy-"):
                raise UsageError(f"the header {name} is the browser's own business and cannot be given; leave it out")

    def filled(self, stored: Mapping[str, Any]) -> Self:
        """These options, with stored ones where nothing else was said. Raises UsageError for one that cannot be stored."""
        unknown = sorted(stored.keys() - STORABLE)
        if unknown:
            raise UsageError(
                f"{unknown[0]!r} is no option that can be kept beside a page; known are {sorted(STORABLE)}"
            )
        usual = {entry.name: entry.default for entry in fields(self)}
        wrong = sorted(name for name, value in stored.items() if not _is_like(value, usual[name]))
        if wrong:
            raise UsageError(f"{stored[wrong[0]]!r:.100} cannot be kept as {wrong[0]} beside a page; set it again")
        unsaid: dict[str, Any] = {
            name: steps_from_json(value) if name == "steps" else tuple(value) if isinstance(value, list) else value
            for name, value in stored.items()
            if getattr(self, name) == usual[name]
        }
        return replace(self, **unsaid)


def _is_like(value: Any, usual: Any) -> bool:
    """Whether a stored option is of the kind of its default: a list where that is a tuple, a text where that is None."""
    if isinstance(usual, bool) or isinstance(value, bool):
        return isinstance(value, bool) and isinstance(usual, bool)
    if isinstance(usual, int | float):
        return isinstance(value, int | float) and 0 <= value < math.inf
    if isinstance(usual, tuple):
        return isinstance(value, list | tuple) and (
            not usual or (len(value) == len(usual) and all(map(_is_like, value, usual)))
        )
    return isinstance(value, str)


def load_seconds_of(page_seconds: float) -> float:
    """How long a page may load that may take so long in all. A wait that ends before everything does can say what it was for."""
    usual = CaptureOptions()
    longer = page_seconds * usual.load_seconds / usual.page_seconds  # who waits longer for slow pages has slow servers
    return min(LOAD_SHARE * page_seconds, max(usual.load_seconds, longer))
