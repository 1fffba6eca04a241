"""Put new texts, links and pictures into the block tree of the last rendering (the wish of paper 1 §8), or ask for a rendering.

The atoms of both sources are aligned. Atoms that stay or are replaced stay in their block; new ones belong to the block around
them. Only a browser can decide about content inserted between two blocks, blocks that became empty, and blocks built by
scripts from data that changed. Boxes, styles and pictures are inherited from the old tree, and `geometry_inherited` is set.
`Refilled.doubts` reports whether looks may have changed: the tree has the right contents all the same, but a visit that must
not miss a restyled page renders it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

from pagestrata.errors import InputError
from pagestrata.formats.html.html_source import LexborHTMLParser, parse_html
from pagestrata.model.blocks import PAGE_REF, Block, BlockTree, Image, Link, candidate_numbers, inner_ref
from pagestrata.model.geometry import Box
from pagestrata.model.signs import moved_signs
from pagestrata.segmenting.refill.alignment import Step, align
from pagestrata.segmenting.refill.edits import LeafEdit, edited, find_edits
from pagestrata.segmenting.refill.fillings import Fillings, find_fillings, find_unsaid
from pagestrata.segmenting.refill.places import are_mixed, find_places
from pagestrata.segmenting.refill.source_atoms import (
    SourceAtoms,
    link_addresses,
    read_atoms,
    read_texts,
    renamed_classes,
)

LINES = 2.0
"""Minimum height of a block with two lines, in font sizes."""

Doubt = Literal["style sheets", "skeleton", "drawings", "scripts", "data"]


class Refilled(NamedTuple):
    """A tree with new contents, and other changes of the source that may affect its look."""

    tree: BlockTree
    doubts: frozenset[Doubt]
    steps: Sequence[Step]  # the atoms of both sources side by side


class KnownSource(NamedTuple):
    """The source of a rendering, and which block each part of it filled."""

    atoms: SourceAtoms
    fillings: Fillings


def refill(
    tree: BlockTree,
    old_html: bytes,
    new_html: bytes,
    *,
    old_type: str | None = None,
    new_type: str | None = None,
) -> BlockTree | None:
    """Return the tree with the contents of the new source; None if only a browser can tell what it shows.

    `tree` is that of a rendering of `old_html`; the types are the Content-Type headers, where known.
    """
    try:
        old, new = read_known(tree, old_html, old_type), parse_html(new_html, new_type)
    except InputError:
        return None
    found = refill_source(tree, old, new)
    return found.tree if found is not None else None


def refill_source(tree: BlockTree, known: KnownSource, new_page: LexborHTMLParser) -> Refilled | None:
    """Refill a tree from a parsed page, and report what may have changed its looks. `known` comes from `read_known`."""
    old, fillings = known
    new = read_atoms(new_page, tree.url)
    if renamed := renamed_classes(old.classes, new.classes):
        new = read_atoms(new_page, tree.url, renamed=renamed)
    steps = align(old.atoms, new.atoms)
    placed = find_places(steps, fillings)
    if placed is None or _feeds_scripts(tree, old, new, steps, placed, fillings):
        return None
    doubts = _doubts(old, new, steps, placed)
    edits = find_edits(steps, placed, fillings, restyled="style sheets" in doubts)
    if edits is None or are_mixed(steps, placed, edits):
        return None
    refilled = _refilled(tree, edits, new.title)
    return Refilled(refilled, doubts, steps) if refilled is not None else None


def built_by_scripts(tree: BlockTree, source: bytes | LexborHTMLParser, content_type: str | None = None) -> set[str]:
    """Return the refs of the leaves that scripts built. Raises InputError for a source that cannot be read.

    A subset of what `read_known` finds, without skeletons, which take most of the time.
    """
    document = parse_html(source, content_type) if isinstance(source, bytes) else source
    found = find_unsaid(tree, read_texts(document))
    wordless = [leaf for leaf in tree.leaves() if leaf.links and not leaf.text]
    addresses = frozenset(link_addresses(document, tree.url) if wordless else ())
    return found | {leaf.ref for leaf in wordless if any(link.address not in addresses for link in leaf.links)}


def read_known(tree: BlockTree, html: bytes | LexborHTMLParser, content_type: str | None = None) -> KnownSource:
    """The source of a rendering, and which block each part of it filled. Raises InputError for one that cannot be read."""
    atoms = read_atoms(html, tree.url, content_type)
    return KnownSource(atoms, find_fillings(tree, atoms.atoms))


def _doubts(
    old: SourceAtoms, new: SourceAtoms, steps: Sequence[Step], placed: Sequence[str | None]
) -> frozenset[Doubt]:
    found: set[Doubt] = set()
    if old.looks != new.looks:
        found.add("style sheets")
    if old.data != new.data:
        found.add("data")
    if old.scripts != new.scripts:
        found.add("scripts")
    for step, ref in zip(steps, placed, strict=True):
        if step.kind == "other" and step.changed:
            found.add("drawings")
        elif ref is not None and step.restyled:
            found.add("skeleton")
    return frozenset(found)


def _feeds_scripts(
    tree: BlockTree,
    old: SourceAtoms,
    new: SourceAtoms,
    steps: Sequence[Step],
    placed: Sequence[str | None],
    fillings: Fillings,
) -> bool:
    """Return whether data changed from which scripts may build a block."""
    if not fillings.built_by_scripts:
        return False
    if old.data != new.data or old.scripts != new.scripts:
        return True
    order = {leaf.ref: number for number, leaf in enumerate(tree.leaves())}
    built = sorted(order[ref] for ref in fillings.built_by_scripts)
    numbers = [order[ref] if ref is not None else None for ref in placed]
    before, after = list(_last(numbers, -1)), list(_last(numbers[::-1], len(order)))[::-1]
    return any(
        step.changed and ref is None and any(low < number < high for number in built)
        for step, ref, low, high in zip(steps, placed, before, after, strict=True)
    )


def _last(numbers: Sequence[int | None], at_first: int) -> Iterator[int]:
    """The last number up to each place."""
    last = at_first
    for number in numbers:
        last = number if number is not None else last
        yield last


def _refilled(tree: BlockTree, edits: dict[str, LeafEdit], title: str) -> BlockTree | None:
    leaves = {leaf.ref: leaf for leaf in tree.leaves()}
    names = _names(leaves, edits, {block.ref for block in tree.walk()})
    blocks = tuple(_block(block, edits, names) for block in tree.blocks)
    refilled = replace(tree, blocks=blocks, title=title or tree.title, geometry_inherited=True)
    emptied = any(_shows(was) and not _shows(now) for was, now in zip(tree.leaves(), refilled.leaves(), strict=True))
    return None if emptied else refilled


def _names(leaves: Mapping[str, Block], edits: Mapping[str, LeafEdit], taken: set[str]) -> dict[str, str]:
    """Return the ref of every edited leaf: a new one if something else took its place, as a fresh cut would name it.

    A text that was in another leaf before keeps the name of that leaf.
    """
    others = {ref for ref, edit in edits.items() if not edit.is_same(leaves[ref])}
    before = {leaves[ref].text: ref for ref in others if leaves[ref].text}
    names: dict[str, str] = {}
    for ref, edit in edits.items():
        if ref not in others:
            names[ref] = ref
            continue
        known = before.pop(edit.text, None)
        names[ref] = known or _new_name(ref, edit.text, taken)
        taken.add(names[ref])
    return names


def _shows(leaf: Block) -> bool:
    return bool(leaf.text or leaf.links or leaf.images)


def _block(block: Block, edits: Mapping[str, LeafEdit], names: Mapping[str, str]) -> Block:
    if block.children:
        return replace(block, children=tuple(_block(child, edits, names) for child in block.children))
    edit = edits.get(block.ref)
    if edit is None:
        return block
    return replace(
        block,
        ref=names[block.ref],
        box=block.box if names[block.ref] == block.ref else _stretched(block, edit.text),
        text=edit.text,
        line_ends=block.line_ends if edit.text == block.text else (),
        signs=moved_signs(block.signs, block.text, edit.text),
        links=tuple(edited(block.links, edit, Link)),
        images=tuple(edited(block.images, edit, Image)),
        picture_hash="",
    )


def _stretched(leaf: Block, text: str) -> Box:
    """Return the box of the new content of a box: higher in proportion to its length, or wider if it is one line."""
    box = leaf.box
    if not leaf.text or not text:
        return box
    longer = len(text) / len(leaf.text)
    if leaf.style is None or box.height >= LINES * leaf.style.font_size:
        return box._replace(height=box.height * longer)
    return box._replace(width=box.width * longer)


def _new_name(ref: str, text: str, names: set[str]) -> str:
    """Return a name that no block has yet."""
    root = ref.rpartition(".")[0] or PAGE_REF
    return next(name for n in candidate_numbers(text) if (name := inner_ref(root, n)) not in names)
