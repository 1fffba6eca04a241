"""The seal of a version: its place in the log, the signature, the proven time, and the proof as a file."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from pagestrata.app.proving.make_proof import ProofRequest, make_proof
from pagestrata.model.records import Version
from pagestrata.store.catalog.names import version_number

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive
    from pagestrata.web.context import WebContext

_PRINTING = threading.Lock()


@dataclass(frozen=True, slots=True, kw_only=True)
class Seal:
    """What is proven about a version. `signed_by` is '' if no signed head includes it yet.

    `open_timestamp`: how far its OpenTimestamps file is, in words; '' without one.
    """

    place: int
    signed_by: str
    stamped_at: datetime | None
    open_timestamp: str = ""

    @property
    def strength(self) -> int:
        """How much is proven: 0 that the log contains it, 1 also who signed it, 2 also when it existed at the latest."""
        return 2 if self.stamped_at is not None else 1 if self.signed_by else 0

    @property
    def meaning(self) -> str:
        """What the seal proves to others, in a sentence."""
        return (
            "The log of this archive has the version. Without a signature, only this archive vouches for it.",
            "Anyone who trusts the key can check that the version has not changed since it was stored.",
            "Others can check who stored the version, by when, and that it was not changed since.",
        )[self.strength]

    @property
    def words(self) -> str:
        """The strength in one word."""
        return ("sealed", "signed", "stamped")[self.strength]


def seal_of(archive: Archive, version: Version) -> Seal | None:
    """Return the seal of a version; None for one that is not in the log, such as a skipped visit."""
    if version_number(version.id) is None:
        return None
    place = archive.proof.place_of(version)
    if place is None:
        return None
    head = archive.proof.signed_head()
    is_signed = head is not None and head.head.size > place
    return Seal(
        place=place,
        signed_by=head.signatures[0].name if head is not None and is_signed and head.signatures else "",
        stamped_at=archive.proof.stamp_times([version]).get(version.id),
        open_timestamp=archive.proof.open_timestamp(place),
    )


def weaker_seal(archive: Archive, old: Version, new: Version) -> Seal | None:
    """Return the weaker seal of two versions; None if one of them has no seal."""
    seals = [seal for version in (old, new) if (seal := seal_of(archive, version)) is not None]
    return min(seals, key=lambda seal: seal.strength) if len(seals) == 2 else None


def proof_of(ctx: WebContext, *versions: Version) -> bytes:
    """Return the proof of one version, or of two and what changed between them. One browser prints at a time."""
    session = ctx.session

    def print_pdf(document: str) -> bytes:
        assert session is not None
        with _PRINTING:
            return session.print_pdf(document)

    request = ProofRequest(versions=versions)
    return make_proof(ctx.archive, request, now=ctx.clock(), print_pdf=print_pdf if session is not None else None)
