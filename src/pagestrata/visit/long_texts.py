"""What is judged of very long texts, so that no page takes longer than it has words.

Noise, findings and history look at a text with dozens of patterns, some of which take the square of its length. Of a long
text that changed, the places that differ are judged, each with some words around it. Of any other long text the beginning
stands for all of it, on both sides. Deltas, versions and what is shown keep the whole text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from pagestrata.model.blocks import Block, BlockTree, Image, Link
from pagestrata.model.edits import text_edits

if TYPE_CHECKING:
    from pagestrata.deciding.sides import Side
    from pagestrata.model.deltas import Change, Delta


LONGEST_TEXT = 3_000
"""Characters of one text that are judged; nearly all texts are shorter."""
_SHARE_AROUND = 20
"""One part in this many is the context before a difference, another the context after it."""
_LEFT_OUT = " … "


@dataclass(frozen=True, slots=True, kw_only=True)
class ShortTexts:
    """A delta with texts that are not too long, and the same for the trees it leads from and to."""

    delta: Delta
    longest: int = LONGEST_TEXT
    old_texts: Mapping[str, str] = field(default_factory=dict, repr=False)  # of changed blocks, by ref
    new_texts: Mapping[str, str] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, delta: Delta, *, longest: int = LONGEST_TEXT) -> ShortTexts:
        """What is judged of the texts that a delta changes."""
        partners = {match.old: match.new for match in delta.matches} or dict(delta.patch.renames)
        old_texts: dict[str, str] = {}
        new_texts: dict[str, str] = {}
        short, changes = cls(delta=delta, longest=longest), []
        for change in delta.changes:
            shown = short._change(change)
            changes.append(shown)
            if shown is not change and isinstance(shown.old, str) and isinstance(shown.new, str):
                old_texts[change.block], new_texts[partners.get(change.block, change.block)] = shown.old, shown.new
        if all(map(_is, changes, delta.changes)):
            return short
        return replace(short, delta=replace(delta, changes=tuple(changes)), old_texts=old_texts, new_texts=new_texts)

    def old(self, side: Side) -> Side:
        """The older side with short texts; the side itself where none is long."""
        return self._side(side, self.old_texts)

    def new(self, side: Side) -> Side:
        """The newer side with short texts; the side itself where none is long."""
        return self._side(side, self.new_texts)

    def _side(self, side: Side, texts: Mapping[str, str]) -> Side:
        tree = self.tree(side.tree, texts)
        return side if tree is side.tree else replace(side, tree=tree)

    def tree(self, tree: BlockTree, texts: Mapping[str, str]) -> BlockTree:
        """A tree with short texts, those of changed blocks as given; the tree itself where none is long."""
        if not texts and max(len(tree.title), tree.longest_text) <= self.longest:
            return tree
        blocks = tuple(self._block(block, texts) for block in tree.blocks)
        title = tree.title[: self.longest]
        if title == tree.title and all(map(_is, blocks, tree.blocks)):
            return tree
        return replace(tree, blocks=blocks, title=title)

    def _block(self, block: Block, texts: Mapping[str, str]) -> Block:
        children = tuple(self._block(child, texts) for child in block.children)
        text = texts.get(block.ref, block.text[: self.longest])
        links = tuple(self._named(link) for link in block.links)
        images = tuple(self._named(image) for image in block.images)
        is_same = all(map(_is, children, block.children))
        if is_same and text == block.text and links == block.links and images == block.images:
            return block
        changed: dict[str, Any] = {"children": children, "links": links, "images": images}
        if text != block.text:
            changed |= {"text": text, "line_ends": (), "signs": ()}
        return replace(block, **changed)

    def _named(self, shown: Any) -> Any:
        """A link or picture with a short name."""
        return shown if len(shown.name) <= self.longest else shown._replace(name=shown.name[: self.longest])

    def _change(self, change: Change) -> Change:
        old, new = change.old, change.new
        if isinstance(old, str) and isinstance(new, str):
            if max(len(old), len(new)) <= self.longest:
                return change
            old, new = differing_parts(old, new, longest=self.longest)
        else:
            old, new = self._value(old), self._value(new)
        return change if old is change.old and new is change.new else replace(change, old=old, new=new)

    def _value(self, value: Any) -> Any:
        if isinstance(value, Block):
            return self._block(value, {})
        if isinstance(value, str):
            return value if len(value) <= self.longest else value[: self.longest]
        return self._named(value) if isinstance(value, Link | Image) else value


def differing_parts(old: str, new: str, *, longest: int = LONGEST_TEXT) -> tuple[str, str]:
    """The places where two texts differ with some words around each, of neither text more than `longest` characters."""
    parts: tuple[list[str], list[str]] = [], []
    room = [longest, longest]
    for places in _places(old, new, around=longest // _SHARE_AROUND):
        for text, (start, end), side, found in zip((old, new), places, (0, 1), parts, strict=True):
            found.append(text[start : min(end, start + room[side])])
            room[side] -= len(found[-1]) + len(_LEFT_OUT)
        if min(room) <= 0:
            break
    return _LEFT_OUT.join(parts[0]), _LEFT_OUT.join(parts[1])


def _places(old: str, new: str, *, around: int) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """The ranges in which both texts differ, with their context; differences that are close are one place."""
    shift, open_place = 0, None
    for start, removed, inserted in text_edits(old, new):
        before, behind = _words_before(old, start, around), _words_behind(old, start + removed, around)
        here = (start - before, start + removed + behind)
        there = (here[0] + shift, start + shift + len(inserted) + behind)
        shift += len(inserted) - removed
        if open_place is not None and here[0] <= open_place[0][1]:
            open_place = (open_place[0][0], here[1]), (open_place[1][0], there[1])
            continue
        if open_place is not None:
            yield open_place
        open_place = here, there
    if open_place is not None:
        yield open_place


def _words_before(text: str, place: int, around: int) -> int:
    """How many characters before a place are kept: whole words where there are spaces."""
    start = max(0, place - around)
    space = text.find(" ", start, place) if start else -1
    return place - (space + 1 if space >= 0 else start)


def _words_behind(text: str, place: int, around: int) -> int:
    end = min(len(text), place + around)
    space = text.rfind(" ", place, end) if end < len(text) else -1
    return (space if space >= 0 else end) - place


def _is(first: object, second: object) -> bool:
    return first is second
