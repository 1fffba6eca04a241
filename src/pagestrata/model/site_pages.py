"""A page found on a site that is watched as a whole."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class SitePage:
    """One page of a site. It is visited as the watch of its site says; `id` is that of its entry in the schedule."""

    id: str
    site: str  # the id of the watch
    url: str
    depth: int  # links between it and the watched page; 1 where a sitemap named it
    shape: str  # see `crawl.traps`
    found_at: datetime
    modified_at: datetime | None = None  # as a sitemap said last
