"""A block tree that can be edited and records its edits, for the simulator."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pagestrata.comparing.delta.element_changes import text_changes
from pagestrata.comparing.delta.patch import make_patch
from pagestrata.comparing.match.matching import Matching, Outline
from pagestrata.model.blocks import Block, BlockTree, Image, Link
from pagestrata.model.deltas import Change, Delta, Element, Operation
from pagestrata.model.signs import moved_signs


class Item:
    """One link or image, where it was and where it is."""

    def __init__(self, kind: str, value: tuple[str, str], old_leaf: Leaf | None, old_index: int | None) -> None:
        self.kind, self.value, self.old_value = kind, value, value
        self.old_leaf, self.old_index = old_leaf, old_index
        self.touched = old_leaf is None

    def made(self, value: tuple[str, str]) -> Link | Image:
        return Link(*value) if self.kind == "link" else Image(*value)


class Leaf:
    """A leaf block under change."""

    def __init__(self, block: Block, parent: Inner | None, *, is_old: bool = True) -> None:
        self.block, self.parent, self.is_old = block, parent, is_old
        self.links = [Item("link", (v.name, v.address), self, n) for n, v in enumerate(block.links)]
        self.images = [Item("image", (v.name, v.address), self, n) for n, v in enumerate(block.images)]
        self.text = block.text
        self.gone: list[Item] = []
        self.touched = not is_old
        self.text_touched = False

    def items(self, kind: str) -> list[Item]:
        return self.links if kind == "link" else self.images

    def left(self, kind: str) -> list[Item]:
        """The blocks that were deleted from this block or moved out of it."""
        return [item for item in self.gone if item.kind == kind]

    def content(self) -> tuple[object, ...]:
        return (tuple(i.value for i in self.links), tuple(i.value for i in self.images), self.text)

    def size(self) -> int:
        return len(self.links) + len(self.images) + len(self.text.split())

    def untouched(self) -> int:
        """How many elements are still as they were; the text is one."""
        items = sum(not item.touched for item in (*self.links, *self.images))
        return items + (bool(self.text) and not self.text_touched)

    def insert(self, kind: str, name: str, address: str, where: float) -> None:
        self._put(Item(kind, (name, address), None, None), where)

    def _put(self, item: Item, where: float) -> None:
        items = self.items(item.kind)
        items.insert(int(where * (len(items) + 1)), item)
        item.touched = self.touched = True

    def delete(self, item: Item) -> None:
        self.items(item.kind).remove(item)
        self.gone.append(item)
        item.touched = self.touched = True

    def update(self, item: Item, name: str, address: str) -> None:
        item.value = (name, address)
        item.touched = self.touched = True

    def move(self, item: Item, target: Leaf, where: float) -> None:
        self.delete(item)
        target._put(item, where)

    def replace_text(self, text: str) -> None:
        self.text = text
        self.touched = self.text_touched = True

    def finished(self, ref: str) -> Block:
        links = tuple([Link(*item.value) for item in self.links])
        images = tuple([Image(*item.value) for item in self.images])
        signs = moved_signs(self.block.signs, self.block.text, self.text)
        return replace(self.block, ref=ref, links=links, images=images, text=self.text, line_ends=(), signs=signs)


class Inner:
    """A block around others."""

    def __init__(self, block: Block, parent: Inner | None) -> None:
        self.block, self.parent = block, parent
        self.children: list[Leaf | Inner] = []


class Draft:
    """The tree while it is edited. Blocks are distinguished by identity; refs are assigned at the end."""

    def __init__(self, tree: BlockTree) -> None:
        self.tree = tree
        self.leaves: list[Leaf] = []
        self.inner: list[Inner] = []
        self.roots = [self._adopt(block, None) for block in tree.blocks]
        self.regrouped: list[tuple[str, list[Leaf], list[Leaf]]] = []
        self.deleted: list[Leaf] = []
        self.moved: list[Leaf] = []

    def _adopt(self, block: Block, parent: Inner | None) -> Leaf | Inner:
        if not block.children:
            leaf = Leaf(block, parent)
            self.leaves.append(leaf)
            return leaf
        inner = Inner(block, parent)
        self.inner.append(inner)
        inner.children = [self._adopt(child, inner) for child in block.children]
        return inner

    def can_leave(self, leaf: Leaf) -> bool:
        """Whether its parent would still have an old child."""
        kept = (
            [child for child in leaf.parent.children if not (isinstance(child, Leaf) and child.touched)]
            if leaf.parent
            else []
        )
        return leaf in kept and len(kept) > 1

    def delete_block(self, leaf: Leaf) -> None:
        self._take_out(leaf)
        self.leaves.remove(leaf)
        self.deleted.append(leaf)

    def _take_out(self, leaf: Leaf) -> int:
        assert leaf.parent is not None
        place = leaf.parent.children.index(leaf)
        del leaf.parent.children[place]
        leaf.touched = True
        return place

    def move_block(self, leaf: Leaf, parent: Inner, where: float) -> None:
        self._take_out(leaf)
        parent.children.insert(int(where * (len(parent.children) + 1)), leaf)
        leaf.parent = parent
        self.moved.append(leaf)

    def insert_block(self, parent: Inner, where: float, *, links: list[tuple[str, str]], text: str) -> None:
        block = Block(ref="", links=tuple([Link(*link) for link in links]), text=text)
        self._add(block, parent, int(where * (len(parent.children) + 1)))

    def _add(self, block: Block, parent: Inner, place: int) -> Leaf:
        leaf = Leaf(block, parent, is_old=False)
        parent.children.insert(place, leaf)
        self.leaves.append(leaf)
        return leaf

    def split_block(self, leaf: Leaf) -> None:
        """Cut a block in the middle of its text, with the links and pictures on either side."""
        parent = leaf.parent
        if parent is None:
            return
        place = self._take_out(leaf)
        first, second = halves(leaf.block)
        parts = [self._add(first, parent, place), self._add(second, parent, place + 1)]
        self.leaves.remove(leaf)
        self.regrouped.append(("split", [leaf], parts))

    def merge_blocks(self, first: Leaf, second: Leaf) -> None:
        """Merge a block with the next one."""
        assert first.parent is not None
        place = self._take_out(first)
        self._take_out(second)
        whole = self._add(_joined(first.block, second.block), first.parent, place)
        self.leaves.remove(first)
        self.leaves.remove(second)
        self.regrouped.append(("merge", [first, second], [whole]))

    def next_leaf(self, leaf: Leaf) -> Leaf | None:
        siblings = leaf.parent.children if leaf.parent else []
        place = siblings.index(leaf) + 1 if leaf in siblings else len(siblings)
        following = siblings[place] if place < len(siblings) else None
        return following if isinstance(following, Leaf) else None

    def finish(self, *, renumber: bool) -> tuple[BlockTree, Delta]:
        """The new tree and the true delta to it."""
        refs = _positions(self.roots) if renumber else self._kept_refs()
        made: dict[int, Block] = {}

        def make(node: Leaf | Inner) -> Block:
            if isinstance(node, Leaf):
                block = node.finished(refs[id(node)])
            else:
                block = replace(node.block, ref=refs[id(node)], children=tuple([make(c) for c in node.children]))
            made[id(node)] = block
            return block

        new = replace(self.tree, blocks=tuple([make(root) for root in self.roots]))
        matching = Matching(Outline(self.tree, which="old"), Outline(new, which="new"))
        kept: list[Leaf | Inner] = [*self.inner, *[leaf for leaf in self.leaves if leaf.is_old]]
        for node in kept:
            matching.join(matching.old.numbers[node.block.ref], matching.new.numbers[refs[id(node)]], 1.0)
        matching.put_in_order()
        changes = (*self._element_changes(refs), *self._block_changes(refs, made))
        around = any(change.element == "block" for change in changes)
        patch = make_patch(self.tree, new, matching, [])
        return new, Delta(changes=changes, structure_changed=around, patch=patch)

    def _kept_refs(self) -> dict[int, str]:
        refs = {id(inner): inner.block.ref for inner in self.inner}
        refs.update((id(leaf), leaf.block.ref) for leaf in self.leaves)
        taken = {block.ref for block in self.tree.walk()}
        for leaf in self.leaves:
            if not leaf.is_old or leaf in self.moved:
                prefix = f"{leaf.parent.block.ref}." if leaf.parent else ""
                number = len(leaf.parent.children) if leaf.parent else len(self.roots)
                while f"{prefix}{number}" in taken:
                    number += 1
                refs[id(leaf)] = f"{prefix}{number}"
                taken.add(refs[id(leaf)])
        return refs

    def _element_changes(self, refs: dict[int, str]) -> Iterator[Change]:
        for leaf in self.leaves:
            if not leaf.is_old:
                continue
            if leaf.text != leaf.block.text:
                yield from text_changes(leaf.block.ref, leaf.block.text, leaf.text)
            for item in leaf.gone:
                if not any(item in other.items(item.kind) for other in self.leaves):
                    yield _change("delete", item, leaf, None)
            for place, item in (*enumerate(leaf.links), *enumerate(leaf.images)):
                if item.old_leaf is None:
                    yield _change("insert", item, leaf, place)
                elif item.old_leaf is not leaf:
                    yield replace(_change("move", item, item.old_leaf, place), to_block=refs[id(leaf)])
                elif item.value != item.old_value:
                    yield _change("update", item, leaf, place)

    def _block_changes(self, refs: dict[int, str], made: dict[int, Block]) -> Iterator[Change]:
        regrouped = {id(leaf) for _, _, news in self.regrouped for leaf in news}
        for leaf in self.moved:
            yield Change(op="move", element="block", block=leaf.block.ref, to_block=refs[id(leaf)])
        for op, olds, news in self.regrouped:
            before, after = tuple(leaf.block for leaf in olds), tuple(made[id(leaf)] for leaf in news)
            yield Change(
                op="split" if op == "split" else "merge",
                element="block",
                block=before[0].ref,
                to_block=after[0].ref,
                old=before,
                new=after,
            )
        for leaf in self.deleted:
            yield Change(op="delete", element="block", block=leaf.block.ref, old=leaf.block)
        for leaf in self.leaves:
            if not leaf.is_old and id(leaf) not in regrouped:
                yield Change(op="insert", element="block", block=refs[id(leaf)], new=made[id(leaf)])


def halves(block: Block) -> tuple[Block, Block]:
    """A block cut in the middle of its text. A link goes to the half with its name; pictures have no position in the text."""
    words = block.text.split()
    half = len(words) // 2
    texts = " ".join(words[:half]), " ".join(words[half:])
    links = _links_before(block.links, texts[0]) if words else len(block.links) // 2
    images = len(block.images) // 2
    return (
        replace(block, text=texts[0], line_ends=(), signs=(), links=block.links[:links], images=block.images[:images]),
        replace(block, text=texts[1], line_ends=(), signs=(), links=block.links[links:], images=block.images[images:]),
    )


def _links_before(links: tuple[Link, ...], text: str) -> int:
    """Return how many of the links, in text order, are in its first part."""
    end = 0
    for number, link in enumerate(links):
        found = text.find(link.name, end)
        if found < 0:
            return number
        end = found + len(link.name)
    return len(links)


def _joined(first: Block, second: Block) -> Block:
    return replace(
        first,
        text=f"{first.text} {second.text}".strip(),
        links=(*first.links, *second.links),
        images=(*first.images, *second.images),
    )


def _change(op: Operation, item: Item, leaf: Leaf, place: int | None) -> Change:
    element: Element = "link" if item.kind == "link" else "image"
    old = None if op == "insert" else item.made(item.old_value)
    new = None if op == "delete" else item.made(item.value)
    change = Change(op="update", element=element, block=leaf.block.ref, old=old, new=new)
    return replace(change, op=op, old_index=item.old_index, new_index=place)


def _positions(roots: list[Leaf | Inner]) -> dict[int, str]:
    refs: dict[int, str] = {}

    def number(nodes: list[Leaf | Inner], prefix: str) -> None:
        for place, node in enumerate(nodes, 1):
            refs[id(node)] = f"{prefix}{place}"
            if isinstance(node, Inner):
                number(node.children, f"{prefix}{place}.")

    number(roots, "")
    return refs
