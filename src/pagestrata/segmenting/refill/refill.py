"""New texts, links and pictures in the block tree of the last rendered version (the wish of paper 1 §8), or None: render.

The atoms of both sources are aligned. Where the skeleton around a changed atom is the same, the new content takes the place
of the old one in its block. Atoms may come and go only inside one block, between others that stay. Everything else, a style
sheet, embedded data that scripts read, something that scripts made or that no block shows, means that only a browser can
tell. Boxes, styles and pictures are inherited from the old tree; `geometry_inherited` says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from typing import NamedTuple

from pagestrata.errors import InputError
from pagestrata.model.blocks import Block, BlockTree, Image, Link
from pagestrata.segmenting.refill.fillings import Fillings, find_fillings
from pagestrata.segmenting.refill.source_atoms import Atom, SourceAtoms, read_atoms

SMALL_PART = 4
"""How many atoms of a block stay for each that comes or goes."""
MOST_CHANGED = 2_000
"""Atoms between the first and the last change that are aligned; more is another page."""


def refill(
    tree: BlockTree,
    old_html: bytes,
    new_html: bytes,
    *,
    old_type: str | None = None,
    new_type: str | None = None,
) -> BlockTree | None:
    """The tree with the contents of the new source; None where only a browser can tell what it shows.

    `tree` is that of a rendering of `old_html`; the types are the Content-Type headers, where known.
    """
    try:
        old, new = read_atoms(old_html, tree.url, old_type), read_atoms(new_html, tree.url, new_type)
    except InputError:
        return None
    if old.looks != new.looks or old.data != new.data:
        return None
    fillings = find_fillings(tree, old.atoms)
    if old.scripts != new.scripts and fillings.built_by_scripts:
        return None
    edits = _edits(old, new, fillings)
    return _refilled(tree, edits, new.title) if edits is not None else None


def built_by_scripts(tree: BlockTree, html: bytes, content_type: str | None = None) -> frozenset[str]:
    """The refs of the leaves that do not follow from the source. Raises InputError for a source that cannot be read."""
    return frozenset(find_fillings(tree, read_atoms(html, tree.url, content_type).atoms).built_by_scripts)


class _Step(NamedTuple):
    """An old atom and what it became; None on either side where it came or went."""

    number: int | None
    old: Atom | None
    new: Atom | None

    @property
    def kind(self) -> str:
        return self.new.kind if self.new is not None else self.old.kind if self.old is not None else "other"


@dataclass(slots=True)
class _LeafEdit:
    """The new contents of one leaf: all its texts, and single links and pictures."""

    texts: list[str] = field(default_factory=list)
    replaced: list[tuple[Link | Image, Link | Image | None]] = field(default_factory=list)
    added: list[tuple[Link | Image | None, Link | Image]] = field(default_factory=list)  # behind which one


def _edits(old: SourceAtoms, new: SourceAtoms, fillings: Fillings) -> dict[str, _LeafEdit] | None:
    """The edits of every leaf that changed; None where one cannot be made."""
    steps = _aligned(old.atoms, new.atoms)
    if steps is None:
        return None
    placed = _placed(steps, fillings)
    if placed is None:
        return None
    touched = {ref for step, ref in zip(steps, placed, strict=True) if ref and _changed(step)}
    if touched & fillings.built_by_scripts or _became_others(steps, placed):
        return None
    return _collected(steps, placed, touched)


def _became_others(steps: Sequence[_Step], placed: Sequence[str | None]) -> bool:
    """Whether more came and went in a block than stayed: it may be cut otherwise now."""
    stayed, came_or_went = Counter[str](), Counter[str]()
    for step, ref in zip(steps, placed, strict=True):
        if ref is not None:
            (stayed if step.old is not None and step.new is not None else came_or_went)[ref] += 1
    return any(count * SMALL_PART > stayed[ref] for ref, count in came_or_went.items())


def _changed(step: _Step) -> bool:
    return step.old is None or step.new is None or step.old.content != step.new.content


def _aligned(old: Sequence[Atom], new: Sequence[Atom]) -> list[_Step] | None:
    """Every atom of both sides once, in order; None where too much changed."""
    most = min(len(old), len(new))
    begin = next((n for n in range(most) if old[n] != new[n]), most)
    end = next((n for n in range(most - begin) if old[-1 - n] != new[-1 - n]), most - begin)
    before, after = old[begin : len(old) - end], new[begin : len(new) - end]
    if max(len(before), len(after)) > MOST_CHANGED:
        return None
    steps = [_Step(n, old[n], new[n]) for n in range(begin)]
    for operation, i, j, k, m in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if operation == "equal" or _same_skeleton(before[i:j], after[k:m]):
            steps += [_Step(begin + i + n, before[i + n], after[k + n]) for n in range(j - i)]
        else:
            steps += [_Step(begin + n, before[n], None) for n in range(i, j)]
            steps += [_Step(None, None, atom) for atom in after[k:m]]
    steps += [_Step(len(old) - n, old[-n], new[-n]) for n in range(end, 0, -1)]
    return steps


def _same_skeleton(old: Sequence[Atom], new: Sequence[Atom]) -> bool:
    return [atom[:2] for atom in old] == [atom[:2] for atom in new]


def _placed(steps: Sequence[_Step], fillings: Fillings) -> list[str | None] | None:
    """The leaf of every step, None for what no leaf shows; None at all where a change has no certain place."""
    owners = [fillings.owner.get(step.number) if step.number is not None else None for step in steps]
    before, after = list(_nearest(owners)), list(_nearest(owners[::-1]))[::-1]
    placed: list[str | None] = []
    for step, owner, left, right in zip(steps, owners, before, after, strict=True):
        if not _changed(step):
            placed.append(owner)
        elif (step.old is None or step.new is None) and (left != right or left is None):
            return None  # it came or went at the edge of a block
        elif step.kind == "other" or _is_chosen(step):
            return None
        elif step.old is not None and owner is None:
            return None  # hidden, or replaced by a script
        else:
            placed.append(owner or left)
    return placed


def _is_chosen(step: _Step) -> bool:
    """Whether it is a picture whose address scripts or the window choose."""
    return any(
        atom is not None and atom.kind == "image" and isinstance(atom.content, str) for atom in (step.old, step.new)
    )


def _nearest(owners: Sequence[str | None]) -> Iterator[str | None]:
    """The last leaf before each place, its own not counted."""
    last: str | None = None
    for owner in owners:
        yield last
        last = owner or last


def _collected(steps: Sequence[_Step], placed: Sequence[str | None], touched: set[str]) -> dict[str, _LeafEdit]:
    edits = {ref: _LeafEdit() for ref in touched}
    last: dict[tuple[str, str], Link | Image] = {}
    for step, ref in zip(steps, placed, strict=True):
        if ref not in edits or ref is None:
            continue
        edit, kind = edits[ref], step.kind
        was, became = step.old.content if step.old else None, step.new.content if step.new else None
        if kind == "text":
            edit.texts += [became] if isinstance(became, str) else []
            continue
        if isinstance(was, (Link, Image)) and was != became:
            edit.replaced.append((was, became if isinstance(became, (Link, Image)) else None))
        elif was is None and isinstance(became, (Link, Image)):
            edit.added.append((last.get((ref, kind)), became))
        if isinstance(became, (Link, Image)):
            last[ref, kind] = became
    return edits


def _refilled(tree: BlockTree, edits: dict[str, _LeafEdit], title: str) -> BlockTree | None:
    blocks = tuple(_block(block, edits) for block in tree.blocks)
    refilled = replace(tree, blocks=blocks, title=title or tree.title, geometry_inherited=True)
    emptied = any(not (leaf.text or leaf.links or leaf.images) for leaf in refilled.leaves() if leaf.ref in edits)
    return None if emptied else refilled


def _block(block: Block, edits: dict[str, _LeafEdit]) -> Block:
    if block.children:
        return replace(block, children=tuple(_block(child, edits) for child in block.children))
    edit = edits.get(block.ref)
    if edit is None:
        return block
    return replace(
        block,
        text=" ".join(edit.texts),
        links=tuple(_elements(block.links, edit, Link)),
        images=tuple(_elements(block.images, edit, Image)),
        picture_hash="",
    )


def _elements(old: Sequence[Link] | Sequence[Image], edit: _LeafEdit, kind: type) -> list:  # type: ignore[type-arg]
    found = list(old)
    for was, became in edit.replaced:
        if type(was) is kind and was in found:
            place = found.index(was)
            found[place : place + 1] = [became] if became is not None else []
    for behind, added in edit.added:
        if type(added) is kind:
            place = found.index(behind) + 1 if behind in found else 0
            found.insert(place, added)
    return found
