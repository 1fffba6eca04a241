"""Apply a delta: `apply(delta, old)` is the new version, `invert(delta)` leads back.

A delta made by `compare` fits exactly one version. One written by hand may omit the patch: then elements go to the
end of their block and blocks find their place by their refs. A delta that does not fit is rejected before anything is built.
"""

from __future__ import annotations

from dataclasses import replace
from operator import is_
from typing import Any

from pagestrata.comparing.delta.apply_elements import Contents, edited, misfit
from pagestrata.comparing.delta.patch import (
    BLOCK_FIELDS,
    NO_SHIFT,
    TREE_FIELDS,
    Shift,
    moved_by,
    shift_between,
    steady_predecessors,
)
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.deltas import Change, Children, Delta, Details, Match, Order, Patch

PAGE = ""


def apply(delta: Delta, tree: BlockTree) -> BlockTree:
    """The version the delta leads to. Raises InputError, saying what does not fit, when it is for another tree."""
    return _Builder(delta, tree).build()


class _Builder:
    """Blocks of the new tree by their new refs: where each comes from and what is directly inside it."""

    def __init__(self, delta: Delta, tree: BlockTree) -> None:
        self.delta, self.tree = delta, tree
        self.old = {block.ref: block for block in tree.walk()}
        self.old_place = {ref: place for place, ref in enumerate(self.old)}
        self.old_parent = {child.ref: block.ref for block in tree.walk() for child in block.children}
        self.names = dict(delta.patch.renames)
        self.names.update(
            (change.block, change.to_block) for change in _block_changes(delta, "move") if change.to_block is not None
        )
        self.placed = {ref for children in delta.patch.children for ref in children.new}
        self.gone: set[str] = set()
        self.inserted: dict[str, Block] = {}
        self._sort_blocks()
        self.source = {self.names.get(ref, ref): block for ref, block in self.old.items() if ref not in self.gone}
        self._check_refs()
        self.contents: dict[str, Contents] = edited(delta, self.old, self.gone)
        self.details = {details.block: details.new for details in delta.patch.details}
        self._check_details()
        self.built: set[str] = set()

    def _sort_blocks(self) -> None:
        around = [change for change in self.delta.changes if change.element == "block" and change.op != "move"]
        for change in around:
            for block in _blocks(change.new):
                self.inserted.update((inner.ref, inner) for inner in block.walk())
        for change in around:
            if change.op == "delete" and change.old is None:
                self._require(change.block in self.old, f"there is no block {change.block} to delete")
                self._drop(self.old[change.block])
            self._require(
                change.op != "insert" or change.new is not None, f"what was in block {change.block} is not in it"
            )
            for block in _blocks(change.old):
                for inner in block.walk():
                    self._require(inner.ref in self.old, f"there is no block {inner.ref} to {change.op}")
                    fits = _same_content(self.old[inner.ref], inner)
                    self._require(fits, f"block {inner.ref}, to {change.op}, has other content")
                    self.gone.add(inner.ref)

    def _drop(self, block: Block) -> None:
        """Delete a block known by its ref alone, with everything in it that the delta does not put elsewhere."""
        self.gone.add(block.ref)
        taken = {*self.inserted, *self.names.values()}
        for child in block.children:
            stays = (
                self.names[child.ref] in self.placed if child.ref in self.names else child.ref in self.placed - taken
            )
            if not stays:
                self._drop(child)

    def _check_refs(self) -> None:
        for old in self.names:
            self._require(old in self.old, f"there is no block {old} to rename")
        kept = len(self.old) - len(self.gone)
        self._require(len(self.source) == kept, "two blocks would get the same ref")
        clash = next((ref for ref in self.inserted if ref in self.source), None)
        self._require(clash is None, f"the block {clash} to insert is there already")

    def _check_details(self) -> None:
        for ref, fields in self.details.items():
            known = TREE_FIELDS if ref == PAGE else ("box", *BLOCK_FIELDS)
            strange = next((name for name in fields if name not in known), None)
            self._require(strange is None, f"{f'block {ref}' if ref else 'the page'} has no field {strange!r}")

    def _require(self, fits: bool, problem: str) -> None:
        if not fits:
            raise misfit(self.delta, problem)

    def build(self) -> BlockTree:
        inside = self._children()
        roots = self._blocks(PAGE, inside, NO_SHIFT)
        lost = next((ref for ref in (*self.source, *self.inserted) if ref not in self.built), None)
        self._require(lost is None, f"block {lost} would be in no other block")
        return replace(self.tree, blocks=roots, **self.details.get(PAGE, {}))

    def _children(self) -> dict[str, list[str]]:
        """New ref -> new refs of its children: by the patch, else as before, else by the refs."""
        arranged = {c.new_block: list(c.new) for c in self.delta.patch.children if c.new_block is not None}
        inside: dict[str, list[str]] = {PAGE: [], **{ref: [] for ref in (*self.source, *self.inserted)}}
        homeless = []
        for ref, home in self._homes().items():
            if home is None:
                homeless.append(ref)
            else:
                inside[home].append(ref)
        for ref in homeless:
            siblings = inside[self._home_by_ref(ref, inside)]
            siblings.insert(_place(ref, siblings), ref)
        for ref in arranged:
            self._require(ref in inside, f"there is no block {ref} to arrange")
        return {**inside, **arranged}

    def _homes(self) -> dict[str, str | None]:
        """New ref of every block that the patch does not place -> that of its parent; None if unknown."""
        new_parent = {child.ref: block.ref for block in self.inserted.values() for child in block.children}
        moved_by_hand = self._moved_by_hand()
        homes: dict[str, str | None] = {}
        for ref in (*self.source, *self.inserted):
            if ref in self.placed:
                continue
            stays = ref in self.source and ref not in moved_by_hand
            homes[ref] = self._old_home(self.source[ref]) if stays else new_parent.get(ref)
        return homes

    def _moved_by_hand(self) -> set[str | None]:
        """Targets of moves that are not in the patch; their refs give their new position."""
        renames = dict(self.delta.patch.renames)
        moves = _block_changes(self.delta, "move")
        return {c.to_block for c in moves if c.to_block != c.block and renames.get(c.block) != c.to_block}

    def _old_home(self, block: Block) -> str | None:
        """The new ref of its former parent; None if that is gone."""
        before = self.old_parent.get(block.ref, PAGE)
        return self.names.get(before, before) if before not in self.gone else None

    def _home_by_ref(self, ref: str, inside: dict[str, list[str]]) -> str:
        parent = ref.rpartition(".")[0]
        while parent and parent not in inside:
            parent = parent.rpartition(".")[0]
        return parent

    def _blocks(self, parent: str, inside: dict[str, list[str]], shift: Shift) -> tuple[Block, ...]:
        """The children of a block that moved by this shift."""
        before = self._predecessors(parent, inside[parent]) if self.delta.patch.chained else {}
        shifts: dict[str, Shift] = {}
        made = []
        for ref in inside[parent]:
            known = ref in self.source or ref in self.inserted
            self._require(
                known and ref not in self.built, f"block {ref} is {'twice' if known else 'not'} in the new tree"
            )
            self.built.add(ref)
            if ref in self.source:
                expected = shifts[before[ref]] if ref in before else shift
                block = self._kept(ref, inside, expected if self._is_at_home(ref, parent) else NO_SHIFT)
                shifts[ref] = shift_between(self.source[ref].box, block.box)
            else:
                block = self.inserted[ref]
                children = self._blocks(ref, inside, NO_SHIFT)
                if children != block.children:
                    block = replace(block, children=children, rows=())
            made.append(block)
        return tuple(made)

    def _is_at_home(self, ref: str, parent: str) -> bool:
        """Whether a kept block is inside the same block as before."""
        before = self.old_parent.get(self.source[ref].ref, PAGE)
        return before == PAGE == parent or (parent in self.source and self.source[parent].ref == before)

    def _predecessors(self, parent: str, refs: list[str]) -> dict[str, str]:
        kept = [ref for ref in refs if ref in self.source and self._is_at_home(ref, parent)]
        return steady_predecessors(sorted(kept, key=lambda ref: self.old_place[self.source[ref].ref]), kept)

    def _kept(self, ref: str, inside: dict[str, list[str]], shift: Shift) -> Block:
        block = self.source[ref]
        fields: dict[str, Any] = {"box": moved_by(block.box, shift)}
        fields.update(self.contents.get(block.ref, {}))
        fields.update(self.details.get(block.ref, {}))
        children = self._blocks(ref, inside, shift_between(block.box, fields["box"]))
        same = len(fields) == 1 and fields["box"] == block.box and ref == block.ref
        if same and len(children) == len(block.children) and all(map(is_, children, block.children)):
            return block
        return replace(block, ref=ref, children=children, rows=(), **fields)


def _same_content(first: Block, second: Block) -> bool:
    return (first.links, first.images, first.text) == (second.links, second.images, second.text)


def _block_changes(delta: Delta, op: str) -> list[Change]:
    return [change for change in delta.changes if change.element == "block" and change.op == op]


def _blocks(value: Any) -> tuple[Block, ...]:
    if value is None:
        return ()
    return (value,) if isinstance(value, Block) else tuple(value)


def _place(ref: str, siblings: list[str]) -> int:
    """Where a ref belongs among others by its numbers."""
    own = _key(ref)
    return next((place for place, other in enumerate(siblings) if _key(other) > own), len(siblings))


def _key(ref: str) -> list[tuple[int, str]]:
    return [(int(part) if part.isdecimal() else 0, part) for part in ref.split(".")]


def invert(delta: Delta) -> Delta:
    """The delta from the new version back to the old one."""
    names = dict(delta.patch.renames)
    names.update((c.block, c.to_block) for c in _block_changes(delta, "move") if c.to_block is not None)
    patch = delta.patch
    return replace(
        delta,
        changes=tuple([_inverted(change, names) for change in delta.changes]),
        from_version=delta.to_version,
        to_version=delta.from_version,
        patch=Patch(
            renames=tuple([(new, old) for old, new in patch.renames]),
            children=tuple(
                [Children(old_block=c.new_block, new_block=c.old_block, old=c.new, new=c.old) for c in patch.children]
            ),
            orders=tuple(
                [replace(o, block=names.get(o.block, o.block), order=_inverse_order(o)) for o in patch.orders]
            ),
            details=tuple([Details(block=names.get(d.block, d.block), old=d.new, new=d.old) for d in patch.details]),
            chained=patch.chained,
        ),
        matches=tuple([Match(new, old, similarity) for old, new, similarity in delta.matches]),
    )


_OPPOSITE: dict[str, Any] = {"insert": "delete", "delete": "insert", "split": "merge", "merge": "split"}


def _inverted(change: Change, names: dict[str, str]) -> Change:
    if change.to_block is not None:
        block, to_block = change.to_block, change.block
    else:
        renamed = change.element != "block"
        block, to_block = names.get(change.block, change.block) if renamed else change.block, None
    return replace(
        change,
        op=_OPPOSITE.get(change.op, change.op),
        block=block,
        to_block=to_block,
        old=change.new,
        new=change.old,
        old_index=change.new_index,
        new_index=change.old_index,
    )


def _inverse_order(order: Order) -> tuple[int, ...]:
    inverse = [0] * len(order.order)
    for new, old in enumerate(order.order):
        inverse[old] = new
    return tuple(inverse)
