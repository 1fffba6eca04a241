"""What changed in each version, in one sentence: stored by its visit, else made from its archived changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pagestrata.model.change_sentence import change_sentence, text_of

if TYPE_CHECKING:
    from pagestrata.app.comparisons import Comparison
    from pagestrata.model.records import RecordedChange, Version
    from pagestrata.store.archive import Archive

# Imports inside functions: commands that only list or check a page start without them (tests/guards/test_light_start.py).

NO_REASON = frozenset({"imported"})  # reasons of visits that judged nothing
LONGEST_IN_CATALOGUE = 500  # below the length at which the catalogue cuts texts: white space is not counted here


def sentences_of(archive: Archive, versions: Sequence[Version]) -> dict[str, str]:
    """What changed in each version, by its id; '' for the first of a page, and if nothing is known.

    Versions of older programs have no stored sentence; theirs is made from their archived changes.
    """
    stored = archive.visits.sentences([version.id for version in versions])
    return {version.id: stored.get(version.id) or made_sentence(archive, version) for version in versions}


def made_sentence(archive: Archive, version: Version, changes: Sequence[RecordedChange] | None = None) -> str:
    """Make the sentence of a version. `changes` are its complete changes, if the caller has them."""
    if not version.changes:
        return ""
    if changes is None:
        changes = whole_changes(archive, version)
    return change_sentence(changes, [reason for reason in archive.visits.reasons(version) if reason not in NO_REASON])


def whole_changes(archive: Archive, version: Version) -> Sequence[RecordedChange]:
    """The changes of a version, with texts that the catalogue cut read from the delta."""
    from pagestrata.visit.sentences import recorded_changes

    changes = archive.queries.changes(version.url, since=version.captured_at, until=version.captured_at)
    is_cut = any(len(text_of(side)) >= LONGEST_IN_CATALOGUE for change in changes for side in (change.old, change.new))
    delta = archive.contents.delta(version) if is_cut else None
    if delta is None:
        return changes
    weights = [change.importance or 0.0 for change in sorted(changes, key=lambda change: change.number)]
    return recorded_changes(delta, weights, url=version.url, captured_at=version.captured_at)


def sentence_between(compared: Comparison) -> str:
    """What changed between any two versions of a page, in one sentence."""
    from pagestrata.deciding.reasons import place_names
    from pagestrata.visit.sentences import recorded_changes

    weights, tree = compared.weights.change_importance, compared.after.tree
    version = compared.new
    changes = recorded_changes(compared.delta, weights, url=version.url, captured_at=version.captured_at, new=tree)
    return change_sentence(changes, compared.decision.reasons, places=place_names(tree))
