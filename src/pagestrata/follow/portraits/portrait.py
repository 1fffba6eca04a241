"""A portrait: what one version showed of a followed block, inside and around it, as hashes and numbers.

It replaces the exact sets of paper 2 (content N, context X) by weighted ones. For each kind of item the portrait knows
the items inside the block and those next to it; an item that also occurred elsewhere on the page counts inside only
by the share of its occurrences that were inside. A later element is then judged by both: how much of the block it
has, and how much it has that used to be outside. The second is what tells a block from its wrapper, and a block that
is gone from the neighbour that took its place.

Portraits are plain numbers, so an archive can keep them; large blocks are sampled by lowest hash, which picks the same
items in every version.

Following one block needs a row or two of a dozen columns; computing whole columns would take most of the time. The functions
named like a column of `ItemPage` compute single rows unless the whole column exists already.

The items of several blocks are counted in one table [blocks, vocabulary]; reading it row by row gives the items of each block in
sorted order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from pagestrata.errors import UsageError
from pagestrata.follow.page import KIND_BITS
from pagestrata.follow.portraits.item_page import MOST_ALONE, ItemPage
from pagestrata.follow.portraits.items import KINDS, NEIGHBOUR_TEXTS, RUN, Counts, Hashes, Items, Places
from pagestrata.follow.portraits.traits import field_name


def siblings_of(page: ItemPage, row: int) -> tuple[int, int, int]:
    """`previous_sibling`, `next_sibling` and `sibling_index` of one element."""
    if page.has("siblings"):
        return int(page.previous_sibling[row]), int(page.next_sibling[row]), int(page.sibling_index[row])
    nodes, parent = page.nodes, int(page.nodes.parent[row])
    begin, end = (0, len(page)) if parent < 0 else (parent + 1, int(nodes.end[parent]))
    found = np.flatnonzero((nodes.parent[begin:end] == parent) & page.is_element[begin:end]) + begin
    index = int(found.searchsorted(row))
    previous = int(found[index - 1]) if index else -1
    return previous, int(found[index + 1]) if index + 1 < len(found) else -1, index


def child_count_of(page: ItemPage, row: int) -> int:
    """`child_count` of one row."""
    if page.has("siblings"):
        return int(page.child_count[row])
    inside = slice(row + 1, int(page.nodes.end[row]))
    return int(np.count_nonzero((page.nodes.parent[inside] == row) & page.is_element[inside]))


def element_count_of(page: ItemPage, row: int) -> int:
    """`element_count` of one row."""
    if page.has("element_count"):
        return int(page.element_count[row])
    return int(np.count_nonzero(page.is_element[row : int(page.nodes.end[row])]))


def heading_of(page: ItemPage, row: int) -> int:
    """`heading_above` of one row."""
    if page.has("heading_above"):
        return int(page.heading_above[row])
    headings, ends = page.headings
    last = int(ends.searchsorted(row, side="right")) - 1
    return int(page.text_bag[headings[last]]) if last >= 0 else 0


def look_of(page: ItemPage, row: int) -> tuple[float, ...]:
    """`looks` of one row."""
    if page.has("looks"):
        return tuple(page.looks[row].tolist())
    nodes = page.nodes
    return tuple(float(column[row]) for column in (nodes.font_size, nodes.font_weight, nodes.colour, nodes.background))


def rows_with_signature_of(page: ItemPage, row: int) -> npt.NDArray[np.intp]:
    """`rows_with_signature` for the signature of one element; comparing its parts is faster than hashing them."""
    if page.has("signature"):
        return page.rows_with_signature(int(page.signature[row]))
    attributes, own = page.nodes.attributes, page.nodes.attributes[row]
    classes, role, kind, is_bare = own.get("class", ""), own.get("role", ""), own.get("type", ""), not own
    found = [
        other
        for other in page.rows_with_tag(int(page.tag_hash[row])).tolist()
        if (its := attributes[other]).get("class", "") == classes
        and its.get("role", "") == role
        and its.get("type", "") == kind
        and (not its) == is_bare
    ]
    return np.array(found, np.intp)


NEAR_WORDS = 16
NO_SIBLING = -1


def _no_hashes() -> Hashes:
    return np.zeros(0, np.int64)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Portrait:
    """One block in one version. Lineages run from the root to the block."""

    tag: int
    signature: int
    identity: int  # hash of the id attribute, 0 for none and for a generated or counted one
    own: frozenset[int]  # class tokens and attributes
    items: ItemPortrait
    texts_before: Hashes  # nearest first
    texts_after: Hashes
    lineage_tags: Hashes
    lineage_signatures: Hashes
    lineage_indexes: Hashes
    text_bag: int
    shape_bag: int
    is_single: bool  # no other element of the page has the same texts and signatures in it
    parent_text_bag: int
    sibling_signatures: tuple[int, int]  # previous and next, NO_SIBLING for none
    sibling_bags: tuple[int, int]
    heading: int
    element_count: int
    child_count: int
    sibling_index: int
    sibling_count: int
    tag_rank: int
    tag_count: int
    signature_rank: int
    signature_count: int
    row_share: float
    text_share: float
    box: tuple[float, float, float, float]
    page_size: tuple[float, float]
    visible: bool
    look: tuple[float, ...]  # font size, font weight, colour, background
    family: int = 0  # of its tag
    landmark: int = 0  # the tag of the nearest landmark around it
    address: int = 0  # where it leads to
    field_name: int = 0  # the name attribute of a field
    parts: Hashes = field(default_factory=_no_hashes)  # of classes, address and attributes, see `traits`
    words_near: Hashes = field(default_factory=_no_hashes)  # the words right before and behind it
    page_sketch: Hashes = field(default_factory=_no_hashes)  # a sample of the items of the whole page
    spelling: Hashes = field(default_factory=_no_hashes)  # runs of letters, see `spelling`
    anchors: Hashes = field(default_factory=_no_hashes)  # the texts nearest to it on the rendered page
    anchor_steps: Hashes = field(default_factory=_no_hashes)  # offset of each from its middle, right and down in px
    control: int = 0  # what it is to the nearest link, button or field
    said_count: int = 0  # places of the page where just the same is said
    address_count: int = 0  # links of the page that lead where it leads to
    written: bool = False  # texts are known as they were written, by an earlier release

    @property
    def depth(self) -> int:
        return len(self.lineage_tags) - 1

    @property
    def place(self) -> tuple[int, bytes, bytes]:
        """A key that is equal for portraits of the same element in the same version only."""
        return self.text_bag, self.lineage_tags.tobytes(), self.lineage_indexes.tobytes()

    def count_of(self, kind: str) -> int:
        """How many items of a kind are in the block."""
        return self.items.count[KINDS.index(kind)]


def portrait_of(page: ItemPage, row: int) -> Portrait:
    """The portrait of one element. Raises UsageError for the root, texts, and elements nested beyond all reason."""
    return portraits_of(page, [row])[0]


def portraits_of(page: ItemPage, rows: Sequence[int]) -> list[Portrait]:
    """The portraits of several elements, which share the work of counting items."""
    for row in rows:
        if not page.is_element[row]:
            what = page.nodes.path_of(row)[:200] or page.nodes.tag_of(row)
            raise UsageError(f"{what} cannot be followed; choose an element below the page's root")
    if not rows:
        return []
    places = np.array(rows, np.intp)
    near, counted = words_near(page, places), item_portraits(page, rows)
    anchors, steps = page.anchors.around(places)
    return [
        _portrait(page, row, items, words, page.sketch, anchors[number], steps[number].ravel())
        for number, (row, items, words) in enumerate(zip(rows, counted, near, strict=True))
    ]


def moved_portraits(portraits: Sequence[Portrait], page: ItemPage, rows: Sequence[int]) -> list[Portrait]:
    """Return the portraits of elements with the same content in a later version.

    Items, words and the sketch of the page are copied: counting them again would cost more than finding the block did, and the
    nearest texts describe the new surroundings as well.
    """
    if not rows:
        return []
    anchors, steps = page.anchors.around(np.array(rows, np.intp))
    return [
        _portrait(page, row, was.items, was.words_near, was.page_sketch, anchors[number], steps[number].ravel())
        for number, (was, row) in enumerate(zip(portraits, rows, strict=True))
    ]


def _portrait(
    page: ItemPage, row: int, items: ItemPortrait, near: Hashes, sketch: Hashes, anchors: Hashes, steps: Hashes
) -> Portrait:
    nodes, end, texts = page.nodes, int(page.nodes.end[row]), page.texts
    lineage = page.lineage_of(row)
    first, behind = int(texts.before[row]), int(texts.before[end])
    previous, following, sibling_index = siblings_of(page, row)
    lineage_signatures = page.signatures_of(np.array(lineage))
    tag, signature = int(page.tag_hash[row]), int(lineage_signatures[-1])
    same_tag, same_signature = page.rows_with_tag(tag), rows_with_signature_of(page, row)
    bag, shape = int(page.text_bag[row]), int(page.shape_bags_of(np.array([row]))[0])
    parent = lineage[-2]
    return Portrait(
        tag=tag,
        signature=signature,
        identity=page.identity_at(row),
        own=page.own_items(row),
        items=items,
        texts_before=texts.hashes[max(0, first - NEIGHBOUR_TEXTS) : first][::-1],
        texts_after=texts.hashes[behind : behind + NEIGHBOUR_TEXTS],
        lineage_tags=page.tag_hash[lineage],
        lineage_signatures=lineage_signatures,
        lineage_indexes=nodes.same_tag_index[lineage].astype(np.int64),
        text_bag=bag,
        shape_bag=shape,
        is_single=len(page.rows_with_content(bag, shape)) == 1,
        parent_text_bag=int(page.text_bag[parent]),
        sibling_signatures=_sibling_signatures(page, previous, following),
        sibling_bags=_sibling_bags(page, previous, following),
        heading=heading_of(page, row),
        element_count=element_count_of(page, row),
        child_count=child_count_of(page, row),
        sibling_index=sibling_index,
        sibling_count=child_count_of(page, parent),
        tag_rank=int(same_tag.searchsorted(row)),
        tag_count=len(same_tag),
        signature_rank=int(same_signature.searchsorted(row)),
        signature_count=len(same_signature),
        row_share=row / len(page),
        text_share=first / max(1, len(texts.hashes)),
        box=tuple(nodes.box[row].tolist()),
        page_size=page.size,
        visible=bool(nodes.visible[row]),
        look=look_of(page, row),
        family=int(page.family[row]),
        landmark=int(page.landmark[row]),
        address=page.address_hash_of(row),
        field_name=field_name(nodes.attributes[row]["name"]) if nodes.attributes[row].get("name") else 0,
        parts=np.array(page.parts_of(row), np.int64),
        words_near=near,
        page_sketch=sketch,
        spelling=np.array(sorted(page.spelling_of(row)), np.int64),
        anchors=anchors,
        anchor_steps=steps.astype(np.int64),
        control=int(page.control[row]),
        said_count=int(page.said_count(np.array([row]))[0]),
        address_count=page.address_count(row),
        written=page.written,
    )


def words_near(page: ItemPage, rows: Places) -> Hashes:
    """[rows, 2 * NEAR_WORDS] the words right before and behind each element, -1 where there are none."""
    items = page.items
    word = KINDS.index("word")
    first, behind = items.offsets[word], items.offsets[word + 1]
    steps = np.arange(NEAR_WORDS)
    places = np.concatenate(
        [items.before[word, rows][:, None] - 1 - steps, items.before[word, page.nodes.end[rows]][:, None] + steps],
        axis=1,
    )
    inside = (places >= first) & (places < behind)
    return np.where(inside, items.hashes[np.where(inside, places, 0)] if len(items.hashes) else -1, -1)


def has_same_neighbours(portrait: Portrait, page: ItemPage, row: int) -> bool:
    """Whether parent, siblings, heading and the nearest texts on both sides are those of the portrait."""
    parent = int(page.nodes.parent[row])
    return (
        int(page.signatures_of(np.array([parent]))[0]) == int(portrait.lineage_signatures[-2])
        and heading_of(page, row) == portrait.heading
        and _sibling_bags(page, *siblings_of(page, row)[:2]) == portrait.sibling_bags
        and _has_texts_around(portrait, page, row, RUN)
    )


def has_nearest_texts(portrait: Portrait, page: ItemPage, row: int) -> bool:
    """Whether the texts right before and right behind an element are those of the portrait."""
    return _has_texts_around(portrait, page, row, 1)


def rows_with_same_neighbours(portrait: Portrait, page: ItemPage, rows: Places) -> list[int]:
    """Return the rows for which `has_same_neighbours` holds; many are filtered together."""
    if len(rows) > MOST_ALONE:
        page.work_out()  # or thousands of equal elements would each look for their neighbours
        same = page.signature[page.nodes.parent[rows]] == portrait.lineage_signatures[-2]
        same &= page.heading_above[rows] == portrait.heading
        for side, bag in zip((page.previous_sibling, page.next_sibling), portrait.sibling_bags, strict=True):
            sibling = side[rows]
            same &= np.where(sibling >= 0, page.text_bag[sibling], NO_SIBLING) == bag
        rows = rows[same]
    return [row for row in rows.tolist() if has_same_neighbours(portrait, page, row)]


def is_same_place(portrait: Portrait, page: ItemPage, row: int) -> bool:
    """Whether everything around an element is as in the portrait, so that a new portrait would be equal."""
    nodes = page.nodes
    if nodes.depth[row] != portrait.depth or heading_of(page, row) != portrait.heading:
        return False
    lineage = page.lineage_of(row)
    return (
        page.signatures_of(np.array(lineage)).tolist() == portrait.lineage_signatures.tolist()
        and nodes.same_tag_index[lineage].tolist() == portrait.lineage_indexes.tolist()
        and _sibling_bags(page, *siblings_of(page, row)[:2]) == portrait.sibling_bags
        and _has_texts_around(portrait, page, row, NEIGHBOUR_TEXTS)
    )


def _has_texts_around(portrait: Portrait, page: ItemPage, row: int, count: int) -> bool:
    texts = page.texts
    first, behind = int(texts.before[row]), int(texts.before[page.nodes.end[row]])
    before, after = texts.hashes[max(0, first - count) : first][::-1], texts.hashes[behind : behind + count]
    return np.array_equal(before, portrait.texts_before[:count]) and np.array_equal(after, portrait.texts_after[:count])


def _sibling_bags(page: ItemPage, previous: int, following: int) -> tuple[int, int]:
    bags = page.text_bag
    return (
        int(bags[previous]) if previous >= 0 else NO_SIBLING,
        int(bags[following]) if following >= 0 else NO_SIBLING,
    )


def _sibling_signatures(page: ItemPage, previous: int, following: int) -> tuple[int, int]:
    before, behind = page.signatures_of(np.array([previous, following])).tolist()
    return before if previous >= 0 else NO_SIBLING, behind if following >= 0 else NO_SIBLING


INSIDE_LIMIT = 512
NEAR_ITEMS = 128
TABLE_CELLS = 1 << 18
"""Larger tables leave the processor's cache."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ItemPortrait:
    """Sorted hashes, each with the share of its occurrences that was inside the block; totals per kind of item."""

    hashes: Hashes
    inside: Counts  # 0 for items that were only near the block
    total: tuple[float, ...]  # sum of inside weights over the block's sampled items
    count: tuple[int, ...]  # items in the block
    sampled: tuple[float, ...]  # share of the block's distinct items that are kept


def item_portraits(page: ItemPage, rows: Sequence[int]) -> Iterator[ItemPortrait]:
    """The items of each of several elements."""
    if not len(rows):
        return
    items = page.items
    together = max(1, TABLE_CELLS // max(1, len(items.coded[0])))
    for start in range(0, len(rows), together):
        part = np.array(rows[start : start + together], np.intp)
        yield from _counted(items, items.before[:, part], items.before[:, page.nodes.end[part]])


def _counted(items: Items, first: Places, behind: Places) -> Iterator[ItemPortrait]:
    """Yield the items of elements; those of each kind are from `first` to `behind` [kinds, elements]."""
    vocabulary, codes = items.coded
    size, blocks = len(vocabulary), first.shape[1]
    if not size:
        yield from [_empty()] * blocks
        return
    counts = np.bincount(_cells(first, behind, codes, size), minlength=blocks * size)
    present = np.flatnonzero(counts)
    group = (present // size) * len(KINDS) + (vocabulary >> KIND_BITS)[present % size]
    groups = blocks * len(KINDS)
    distinct = np.bincount(group, minlength=groups)
    rank = np.arange(len(present)) - np.repeat(np.cumsum(distinct) - distinct, distinct)
    kept = present[rank < INSIDE_LIMIT]
    shares = counts[kept] / items.page_counts[kept % size]
    listed = np.zeros(blocks * size, bool)
    listed[_cells(np.maximum(first - NEAR_ITEMS, items.offsets[:-1, None]), first, codes, size)] = True
    listed[_cells(behind, np.minimum(behind + NEAR_ITEMS, items.offsets[1:, None]), codes, size)] = True
    listed[present] = False
    listed[kept] = True
    inside = np.zeros(blocks * size)
    inside[kept] = shares
    total = np.bincount(group[rank < INSIDE_LIMIT], weights=shares * counts[kept], minlength=groups)
    sampled = np.where(distinct > 0, np.minimum(distinct, INSIDE_LIMIT) / np.maximum(distinct, 1), 1.0)
    shape = (blocks, len(KINDS))
    numbers = zip(
        total.reshape(shape).tolist(), (behind - first).T.tolist(), sampled.reshape(shape).tolist(), strict=True
    )
    chosen = np.flatnonzero(listed)
    bounds = np.searchsorted(chosen, np.arange(blocks + 1) * size)
    for block, (sums, sizes, parts) in enumerate(numbers):
        own = chosen[bounds[block] : bounds[block + 1]]
        yield ItemPortrait(
            hashes=vocabulary[own - block * size], inside=inside[own], total=tuple(sums), count=tuple(sizes),
            sampled=tuple(parts),
        )  # fmt: skip


def _cells(first: Places, behind: Places, codes: Places, size: int) -> Places:
    """The cells of the table [elements, vocabulary] for items from first to behind [kinds, elements]."""
    lengths = (behind - first).ravel()
    ends = np.cumsum(lengths)
    places = np.arange(ends[-1]) + np.repeat(first.ravel() - (ends - lengths), lengths)
    owners = np.repeat(np.tile(np.arange(first.shape[1]), first.shape[0]), lengths)
    return np.asarray(owners * size + codes[places])


def _empty() -> ItemPortrait:
    nothing = (0,) * len(KINDS)
    return ItemPortrait(
        hashes=np.zeros(0, np.int64), inside=np.zeros(0), total=(0.0,) * len(KINDS), count=nothing,
        sampled=(1.0,) * len(KINDS),
    )  # fmt: skip
