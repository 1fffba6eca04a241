"""What changed with each version, in one sentence, for lists: as its visit said it, else made of its archived changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pagestrata.model.change_sentence import change_sentence

if TYPE_CHECKING:
    from pagestrata.model.records import RecordedChange, Version
    from pagestrata.store.archive import Archive

NO_REASON = frozenset({"imported"})
"""What visits say that judged nothing."""


def sentences_of(archive: Archive, versions: Sequence[Version]) -> dict[str, str]:
    """What changed with each version, by its id: '' for the first of a page, and where nothing is known.

    Versions that older programs kept have no sentence stored; theirs is made of their archived changes.
    """
    stored = archive.visits.sentences([version.id for version in versions])
    return {version.id: stored.get(version.id) or made_sentence(archive, version) for version in versions}


def made_sentence(archive: Archive, version: Version, changes: Sequence[RecordedChange] | None = None) -> str:
    """The sentence of a version of which none is stored. `changes` are its archived ones, where somebody has them."""
    if not version.changes:
        return ""
    if changes is None:
        changes = archive.queries.changes(version.url, since=version.captured_at, until=version.captured_at)
    return change_sentence(changes, [said for said in archive.visits.reasons(version) if said not in NO_REASON])
