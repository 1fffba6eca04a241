"""Statistics of a page: how often it changes, how much, and where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from statistics import median

from pagestrata.errors import NotFoundError
from pagestrata.query.timeline import ChangeArchive, page_timeline

LISTED_BLOCKS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class PageStatistics:
    """The changes of one page over its versions."""

    url: str
    versions: int
    first_at: datetime
    last_at: datetime
    median_gap: timedelta | None  # between versions
    changes: int
    median_importance: float | None  # E
    median_probability: float | None
    operations: dict[str, int]  # 'update text' -> how often
    busiest_blocks: tuple[tuple[str, int], ...]  # ref and number of versions it changed in


def page_statistics(
    archive: ChangeArchive, url: str, *, since: datetime | None = None, until: datetime | None = None
) -> PageStatistics:
    """The statistics of a page in a span of time; NotFoundError when it has no version there."""
    moments = page_timeline(archive, url, since=since, until=until)
    if not moments:
        raise NotFoundError(f"{url[:200]} has no version in this time range; `pagestrata log` lists what is archived")
    times = [moment.version.captured_at for moment in moments]
    gaps = [(later - earlier).total_seconds() for earlier, later in pairwise(times)]
    changed = [moment.version for moment in moments if moment.version.importance is not None]  # no first versions
    changes = [change for moment in moments for found in moment.changes.values() for change in found]
    blocks = Counter(ref for moment in moments for ref in moment.changes)
    return PageStatistics(
        url=moments[0].version.url,
        versions=len(moments),
        first_at=times[0],
        last_at=times[-1],
        median_gap=timedelta(seconds=median(gaps)) if gaps else None,
        changes=len(changes),
        median_importance=_median([version.importance for version in changed]),
        median_probability=_median([version.probability for version in changed]),
        operations=dict(Counter(f"{change.op} {change.element}" for change in changes).most_common()),
        busiest_blocks=tuple(blocks.most_common(LISTED_BLOCKS)),
    )


def _median(numbers: Sequence[float | None]) -> float | None:
    known = [number for number in numbers if number is not None]
    return median(known) if known else None
