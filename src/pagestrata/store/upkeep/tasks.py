"""What keeps an archive sound and small, as one face: count, verify, repair, drop, collect."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from pagestrata.errors import ArchiveError
from pagestrata.interfaces import BlobStore
from pagestrata.model.records import Version
from pagestrata.proof.pinned_head import PinnedHead
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.upkeep import garbage, retention, sizes, verify
from pagestrata.store.upkeep import repair as repairs
from pagestrata.store.upkeep.damages import Report
from pagestrata.store.upkeep.garbage import Collected
from pagestrata.store.upkeep.retention import DryRun, Rule
from pagestrata.store.upkeep.verify import Progress


class Upkeep:
    """The care of an archive."""

    def __init__(self, catalog: Catalog, blobs: BlobStore) -> None:
        self._catalog, self._blobs = catalog, blobs

    def stats(self) -> dict[str, Any]:
        """Counts, and bytes on the disk by what they are for."""
        return sizes.stats(self._catalog)

    def verify(
        self, *, repair: bool = False, progress: Progress | None = None, against: PinnedHead | None = None
    ) -> Report:
        """Checks everything; with `repair`, puts right what can be and reports what is left.

        `against`: a head of the log that somebody else kept; what was rewritten since is a problem.
        """
        report, findings = verify.check(self._catalog, self._blobs, progress, against=against)
        if not repair or report.is_sound:
            return report
        if findings.no_blob_is_there:
            raise ArchiveError(
                f"No blob of {self._catalog.name} is in its place, most likely because it was moved or is not mounted; "
                "nothing was repaired. Put the blobs back, or begin a new archive"
            )
        if findings.mistyped:
            raise ArchiveError(
                f"The catalogue of {self._catalog.name} holds values of wrong types ({findings.mistyped[0]}); nothing was "
                "repaired. Put a copy of the catalogue back; or move it away, then `pagestrata verify --repair` makes another "
                "one from the blobs, without screenshots, watches and trails"
            )
        done = repairs.repair(self._catalog, self._blobs, findings)
        left, _ = verify.check(self._catalog, self._blobs, against=against)
        return replace(left, found=report.problems, repaired=tuple(done))

    def gc(self) -> Collected:
        """Removes what no version needs, and joins small blobs."""
        return garbage.collect(self._catalog, self._blobs)

    def superfluous(self, rule: str | Rule, *, now: datetime, url: str | None = None) -> Sequence[Version]:
        """The versions that `retain` would drop."""
        return [
            version
            for found in retention.superfluous_by_page(self._catalog, rule, now=now, url=url)
            for version in found
        ]

    def dry_run(self, rule: str | Rule, *, now: datetime, most: int) -> DryRun:
        """What `retain` would drop, as far as that many versions tell."""
        return retention.dry_run(self._catalog, rule, now=now, most=most)

    def retain(self, rule: str | Rule, *, now: datetime, url: str | None = None) -> Sequence[Version]:
        """Drops the versions a rule does not keep and gives them; `gc` frees their bytes."""
        return retention.retain(self._catalog, rule, now=now, url=url)
