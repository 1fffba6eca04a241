"""Omit silenced pictures and links from answers: those in advertisements and in boxes that keep changing.

Every rotating advertisement replaces a picture and a link, so questions for pictures, links, and what is new or removed would be
answered with advertisements. The rule is that of the compare screen: what it folds is omitted. Texts are never omitted: there
a wrong verdict would hide a price or a date that the question is about.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pagestrata.app.comparisons import compare_archived, judged_by_visit
from pagestrata.errors import PagestrataError
from pagestrata.model.change_question import ChangeKind, ChangeQuestion
from pagestrata.visit.shown.shown_changes import shown_changes

if TYPE_CHECKING:
    from pagestrata.model.records import RecordedChange, Version
    from pagestrata.store.archive import Archive

OF_KINDS: frozenset[ChangeKind] = frozenset(("picture", "link", "new", "removed"))
ELEMENTS = frozenset(("image", "link"))
ADVERTISEMENT = "ad"


def leaves_out_silenced(question: ChangeQuestion) -> bool:
    """Whether changes of the kind asked for come with every advertisement. Who names words or a block means just those."""
    is_named = question.words is not None or question.block is not None
    return question.kind in OF_KINDS and not is_named and not question.with_silenced


def may_be_silenced(changes: Sequence[RecordedChange]) -> bool:
    """Whether changes are of nothing but pictures and links."""
    return bool(changes) and all(change.element in ELEMENTS for change in changes)


def told_changes(
    archive: Archive, version: Version, before: Version | None, changes: Sequence[RecordedChange]
) -> tuple[RecordedChange, ...]:
    """Those of some changes that the compare screen does not fold; all of them where it can show none."""
    if before is None:
        return tuple(changes)
    try:
        roles = {block.ref: block.role for block in archive.contents.tree(version).walk()}
        told = [change for change in changes if roles.get(change.to_block or change.block) != ADVERTISEMENT]
        folded = _folded_refs(archive, before, version) if told else frozenset()
    except PagestrataError:  # too large to be judged now, or its content was removed
        return tuple(changes)
    return tuple(change for change in told if folded.isdisjoint({change.block, change.to_block}))


def _folded_refs(archive: Archive, old: Version, new: Version) -> frozenset[str]:
    """The refs, in both versions, of the blocks that the compare screen folds; as the visit judged them, else as now."""

    by_visit = judged_by_visit(archive, old, new)
    shown = by_visit.shown if by_visit is not None else shown_changes(compare_archived(archive, old, new))
    groups = [change.group for change in shown.changes if change.group.folded]
    return frozenset(ref for group in groups for ref in (group.old_ref, group.new_ref) if ref is not None)
