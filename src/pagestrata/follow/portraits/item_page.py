"""A page as the default follower sees it: items, bags of them, siblings, ranks and headings, all as columns.

A bag is the sum of the mixed hashes in a subtree: equal sums mean the same texts (or signatures) in any order.

An unchanged block is recognised by its texts, which needs only a few rows: `signatures_of`, `shape_bags_of` and the functions
for single rows in `portrait` compute those alone unless the whole column exists. For several blocks, `work_out` computes whole
columns first. Both ways give the same numbers.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from pagestrata.follow.grids.page_grids import PageGrids
from pagestrata.follow.page import KIND_BITS, REMEMBERED_VOCABULARIES, Page, hashed, nodes_of, remembered
from pagestrata.follow.portraits.anchors import LONGEST_SPELLED, MOST_TEXTS, Anchors, runs_of
from pagestrata.follow.portraits.items import KINDS, NEIGHBOUR_TEXTS, RUN, SIGNS, Counts, Hashes, Items, Places, Texts
from pagestrata.follow.portraits.traits import (
    LANDMARKS,
    counted_ids,
    family_of,
    field_name,
    identity_of,
    parts_of,
    plain_address,
    purpose_of,
)
from pagestrata.model.snapshot import BoolColumn, IntColumn, NodeTable, Snapshot

OWN_ATTRIBUTES = (
    "role", "type", "name", "title", "alt", "placeholder", "href", "src", "itemprop", "itemtype", "rel", "action",
    "method", "value", "lang", "property",
)  # fmt: skip
MOST_ATTRIBUTES = 1 << 13
"""Different sets of attributes that are remembered."""
MOST_ALONE = 6
"""Elements about which single questions are answered sooner than for the whole page."""
MOST_INSIDE = 0.5
"""Share of a page's rows that some subtrees may have for their bags to be worked out alone."""
FEW_ALIKE = 4
LINK_REACH = 4
"""An icon is a near descendant of its link: maximum number of ancestors to check."""
SKETCHED = ("text", "link", "sign")
SKETCH = 32
CONTROLS = frozenset({"a", "button", "input", "textarea", "select", "summary"})
CONTROL, IN_CONTROL, AROUND_CONTROL, NO_CONTROL = 3, 2, 1, 0
"""The relation of an element to the nearest link, button or field: it is one, is inside one, contains exactly one, or none."""
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")


class ItemPage(Page):
    """A page with its items and the structural columns that the default follower compares."""

    def __init__(self, nodes: NodeTable, *, written: bool = False) -> None:
        super().__init__(nodes)
        self.written = written  # texts as they are written, for portraits that were stored so
        self.candidates: Places = np.flatnonzero(self.is_element)

    def has(self, column: str) -> bool:
        """Whether a column has been worked out."""
        return column in vars(self)

    def work_out(self) -> None:
        """Work out the columns that following several blocks asks for anyway."""
        for column in ("shape_bag", "siblings", "heading_above", "element_count"):
            getattr(self, column)

    @cached_property
    def grids(self) -> PageGrids:
        """The tables and other grids of the page, each read on demand."""
        return PageGrids(self.nodes)

    @cached_property
    def texts(self) -> Texts:
        return Texts(self.nodes, self.candidates, written=self.written)

    @cached_property
    def items(self) -> Items:
        """Computed only if a block changed: an unchanged one is recognised by its texts alone."""
        return Items(self.nodes, self.candidates, self.signature, self.texts)

    @remembered
    def rows_with_content(self, text_bag: int, shape_bag: int) -> npt.NDArray[np.intp]:
        """Elements with exactly these texts and signatures in them."""
        rows = self.candidates[self._text_bags == text_bag]
        return np.asarray(rows[self.shape_bags_of(rows) == shape_bag] if len(rows) else rows)

    @cached_property
    def _text_bags(self) -> Hashes:
        return self.text_bag[self.candidates]

    @cached_property
    def size(self) -> tuple[float, float]:
        """Width and height of all boxes together, at least one pixel."""
        box = self.nodes.box
        return max(1.0, float((box[:, 0] + box[:, 2]).max())), max(1.0, float((box[:, 1] + box[:, 3]).max()))

    @cached_property
    def looks(self) -> Counts:
        """[n, 4] font size, font weight, colour, background."""
        nodes = self.nodes
        return np.stack([nodes.font_size, nodes.font_weight, nodes.colour, nodes.background], axis=1).astype(np.float64)

    @remembered
    def rows_with_tag(self, tag: int) -> npt.NDArray[np.intp]:
        return np.flatnonzero((self.tag_hash == tag) & self.is_element)

    @remembered
    def rows_with_signature(self, signature: int) -> npt.NDArray[np.intp]:
        return np.flatnonzero((self.signature == signature) & self.is_element)

    def rows_with_id(self, identity: int) -> npt.NDArray[np.intp]:
        """Elements whose id has that hash."""
        return np.array(self._rows_by_id.get(identity, ()), np.intp)

    def rows_like(self, portrait_address: int, field_name: int) -> list[int]:
        """The few elements that lead to the same address or are fields of the same name; none where there are many."""
        addresses, names = self._rows_by_address.get(portrait_address, []), self._rows_by_field.get(field_name, [])
        return [row for rows in (addresses, names) if len(rows) <= FEW_ALIKE for row in rows]

    @cached_property
    def _rows_by_address(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for row, address in self.nodes.links.items():
            found.setdefault(hashed(plain_address(address)), []).append(row)
        return found

    @cached_property
    def _rows_by_field(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        named = [(row, own["name"]) for row, own in enumerate(self.nodes.attributes) if "name" in own]
        for row, name in named:
            if name and self.is_element[row]:
                found.setdefault(field_name(name), []).append(row)
        return found

    @cached_property
    def purposes(self) -> dict[int, int]:
        """Row of each field with an `autocomplete` purpose -> the purpose."""
        stated = ((row, own["autocomplete"]) for row, own in enumerate(self.nodes.attributes) if "autocomplete" in own)
        found = {row: purpose_of(value) for row, value in stated if self.is_element[row]}
        return {row: purpose for row, purpose in found.items() if purpose}

    def identity_at(self, row: int) -> int:
        """The hash of an element's id; 0 for none, a generated one, one that counts elements, and one that several have."""
        identifier = self.nodes.attributes[row].get("id", "")
        if identifier in self._repeated_ids or (identifier[-1:].isdigit() and identifier in self._counted_ids):
            return 0
        return identity_of(identifier)

    @cached_property
    def _repeated_ids(self) -> frozenset[str]:
        ids = [own["id"] for own in self.nodes.attributes if own and "id" in own]
        return (
            frozenset() if len(ids) == len(set(ids)) else frozenset(each for each, n in Counter(ids).items() if n > 1)
        )

    @cached_property
    def _counted_ids(self) -> frozenset[str]:
        return counted_ids(own["id"] for own in self.nodes.attributes if own and "id" in own)

    @cached_property
    def _rows_by_id(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for row in self.candidates.tolist():
            if identity := self.identity_at(row):
                found.setdefault(identity, []).append(row)
        return found

    @cached_property
    def signature(self) -> Hashes:
        """Per row: tag, classes, role and type as one hash; 0 for text."""
        self._make_signatures(np.flatnonzero(~self._is_known))
        return self._signatures

    def signatures_of(self, rows: Places) -> Hashes:
        """`signature` of some rows."""
        if not self.has("signature") and not (known := self._is_known[rows]).all():
            self._make_signatures(rows[~known])
        return self._signatures[rows]

    @cached_property
    def _signatures(self) -> Hashes:
        return np.where(self.is_element, self.tag_hash, 0)

    @cached_property
    def _is_known(self) -> BoolColumn:
        """Whose signatures are known: at first those that have none."""
        return ~self.is_element

    def _make_signatures(self, rows: Places) -> None:
        attributes, tags, codes = self.nodes.attributes, self.nodes.tags, self.nodes.tag
        named = [row for row in rows.tolist() if attributes[row]]
        self._signatures[named] = [
            SIGNS[tags[code], own.get("class", ""), own.get("role", ""), own.get("type", "")]
            for code, own in zip(codes[named].tolist(), map(attributes.__getitem__, named), strict=True)
        ]
        self._is_known[rows] = True

    @cached_property
    def tag_hash(self) -> Hashes:
        return _tag_hashes(self.nodes.tags)[self.nodes.tag]

    @cached_property
    def text_bag(self) -> Hashes:
        """Per row: equal numbers mean the same texts in the subtree, in any order; 0 without text."""
        before = self.texts.before
        running = np.zeros(len(self.texts.hashes) + 1, np.uint64)
        np.cumsum(_mixed(self.texts.hashes), out=running[1:])
        return (running[before[self.nodes.end]] - running[before[:-1]]).view(np.int64)

    @cached_property
    def shape_bag(self) -> Hashes:
        """Per row: equal numbers mean the same element signatures in the subtree."""
        running = np.zeros(len(self) + 1, np.uint64)
        np.cumsum(_mixed(self.signature), out=running[1:])
        return (running[self.nodes.end] - running[:-1]).view(np.int64)

    def shape_bags_of(self, rows: Places) -> Hashes:
        """`shape_bag` of some rows."""
        if self.has("shape_bag"):
            return self.shape_bag[rows]
        lengths = self.nodes.end[rows] - rows
        stops = np.cumsum(lengths)
        if stops[-1] > len(self) * MOST_INSIDE:
            return self.shape_bag[rows]
        starts = stops - lengths
        inside = np.arange(stops[-1]) + np.repeat(rows - starts, lengths)
        running = np.zeros(len(inside) + 1, np.uint64)
        np.cumsum(_mixed(self.signatures_of(inside)), out=running[1:])
        return np.asarray((running[stops] - running[starts]).view(np.int64))

    @cached_property
    def padded_texts(self) -> Hashes:
        """All text hashes with `RUN` places that match nothing at either end."""
        nothing = np.full(RUN, -1, np.int64)
        return np.concatenate([nothing, self.texts.hashes, nothing])

    @cached_property
    def log_elements(self) -> Counts:
        return np.asarray(np.log(self.element_count[self.candidates] + 1.0))

    @cached_property
    def candidate_depths(self) -> Counts:
        return np.asarray(self.nodes.depth[self.candidates], np.float64)

    @cached_property
    def texts_near(self) -> tuple[Places, Places, Places, Places]:
        """Per candidate: where the texts right before it begin and end, and those right behind it."""
        start, stop = self.texts.before[self.candidates], self.texts.before[self.nodes.end[self.candidates]]
        last = len(self.texts.hashes)
        return np.maximum(start - NEIGHBOUR_TEXTS, 0), start, stop, np.minimum(stop + NEIGHBOUR_TEXTS, last)

    @cached_property
    def element_count(self) -> IntColumn:
        """Per row: elements in the subtree, itself included."""
        running = np.concatenate([[0], np.cumsum(self.is_element)])
        return np.asarray(running[self.nodes.end] - running[:-1], np.int32)

    @cached_property
    def siblings(self) -> tuple[IntColumn, IntColumn, IntColumn, IntColumn]:
        """Previous and next element sibling (-1 for none), siblings before it, and the number of element children."""
        rows, count = self.candidates.astype(np.int32), len(self)
        parents = self.nodes.parent[rows]
        # Sixteen bits are sorted by radix, many times faster; nearly every page has fewer rows than that.
        order = np.argsort(parents.astype(np.uint16) if count < 1 << 16 else parents, kind="stable")
        ordered, same = rows[order], np.diff(parents[order]) == 0
        previous, following, index = np.full((3, count), -1, np.int32)
        previous[ordered[1:][same]] = ordered[:-1][same]
        following[ordered[:-1][same]] = ordered[1:][same]
        starts = np.flatnonzero(np.concatenate([[True], ~same])) if len(rows) else np.zeros(0, np.intp)
        index[ordered] = np.arange(len(rows)) - np.repeat(starts, np.diff(np.append(starts, len(rows))))
        children = np.bincount(np.maximum(parents, 0), minlength=count).astype(np.int32)
        return previous, following, index, children

    @property
    def previous_sibling(self) -> IntColumn:
        return self.siblings[0]

    @property
    def next_sibling(self) -> IntColumn:
        return self.siblings[1]

    @property
    def sibling_index(self) -> IntColumn:
        """Per element: the number of element siblings before it."""
        return self.siblings[2]

    @property
    def child_count(self) -> IntColumn:
        return self.siblings[3]

    @cached_property
    def heading_above(self) -> Hashes:
        """Per row: the text bag of the last heading that ends at or before it, 0 for none."""
        headings, ends = self.headings
        if not len(headings):
            return np.zeros(len(self), np.int64)
        last = np.searchsorted(ends, np.arange(len(self)), side="right") - 1
        bags = self.text_bag[headings]
        return np.where(last >= 0, bags[np.maximum(last, 0)], 0)

    @cached_property
    def headings(self) -> tuple[Places, IntColumn]:
        """The rows of headings and where they and all before them have ended."""
        nodes = self.nodes
        headings = np.flatnonzero(_are_headings(nodes.tags)[nodes.tag])
        return headings, np.maximum.accumulate(nodes.end[headings])

    @remembered
    def own_items(self, row: int) -> frozenset[int]:
        """Class tokens and attributes of one element; not its id, which is compared apart."""
        return _own_items(tuple(self.nodes.attributes[row].items()))

    @remembered
    def parts_of(self, row: int) -> tuple[int, ...]:
        """The telling parts of one element's classes, address and attributes, see `traits`."""
        return _parts_of(tuple(self.nodes.attributes[row].items()), self.address_of(row))

    @remembered
    def address_hash_of(self, row: int) -> int:
        """The hash of the address an element leads to, 0 for none."""
        address = self.address_of(row)
        return hashed(plain_address(address)) if address else 0

    def address_of(self, row: int) -> str:
        """Where an element leads to: its own link, or that of the link right around it; '' for none."""
        links, parent = self.nodes.links, self.nodes.parent
        for _ in range(LINK_REACH):
            if row in links:
                return links[row]
            row = int(parent[row])
            if row <= 0:
                break
        return ""

    @cached_property
    def family(self) -> Hashes:
        """Per row: the family of its tag."""
        return _family_hashes(self.nodes.tags)[self.nodes.tag]

    @cached_property
    def landmark(self) -> Hashes:
        """Per row: the tag of the nearest landmark around it, 0 for none."""
        marks, end = _landmark_hashes(self.nodes.tags)[self.nodes.tag], self.nodes.end
        found = np.zeros(len(self), np.int64)
        for row in np.flatnonzero(marks).tolist():  # an inner one follows the one around it
            found[row : end[row]] = marks[row]
        return found

    @cached_property
    def anchors(self) -> Anchors:
        return Anchors(self.nodes, self.texts)

    @remembered
    def spelling_of(self, row: int) -> frozenset[int]:
        """The runs of letters in what an element says, or is called; none where that is long."""
        first, behind = int(self.texts.before[row]), int(self.texts.before[self.nodes.end[row]])
        texts = self.texts.strings[first:behind] if behind - first <= MOST_TEXTS else []
        return runs_of(" ".join(texts)) if sum(map(len, texts)) <= LONGEST_SPELLED else frozenset()

    @cached_property
    def control(self) -> IntColumn:
        """Per row: what the element is to the nearest control, one of CONTROL to NO_CONTROL."""
        nodes, is_control = self.nodes, _are_controls(self.nodes.tags)[self.nodes.tag]
        rows = np.flatnonzero(is_control)
        opened = np.zeros(len(self) + 1, np.int32)
        np.add.at(opened, rows, 1)
        np.add.at(opened, nodes.end[rows], -1)
        before = np.concatenate([[0], np.cumsum(is_control)])
        held = before[nodes.end] - before[:-1]
        found = np.where(held == 1, AROUND_CONTROL, NO_CONTROL)
        found[np.cumsum(opened)[:-1] > 0] = IN_CONTROL
        found[rows] = CONTROL
        return np.asarray(found, np.int32)

    @cached_property
    def is_shown(self) -> BoolColumn:
        """Per row: whether it is visible, has a size and is not entirely left of or above the page."""
        x, y, width, height = self.nodes.box.T
        return np.asarray(self.nodes.visible & (width > 0) & (height > 0) & (x + width > 0) & (y + height > 0))

    def said_count(self, rows: Places) -> IntColumn:
        """How many places of the page have exactly the text of each of these elements; ancestors do not count."""
        bags, counts = self._said
        return np.asarray(counts[np.minimum(bags.searchsorted(self.text_bag[rows]), len(bags) - 1)], np.int32)

    @cached_property
    def _said(self) -> tuple[Hashes, IntColumn]:
        bags = self._text_bags
        is_place = bags != self.text_bag[self.nodes.parent[self.candidates]]
        found, codes = np.unique(bags, return_inverse=True)
        counts = np.bincount(codes, weights=is_place, minlength=len(found)).astype(np.int32)
        return found, np.maximum(counts, 1)  # what the whole page says has no place in it

    def address_count(self, row: int) -> int:
        """How many links of the page lead where an element leads to, 0 where it leads nowhere."""
        return len(self._rows_by_address.get(self.address_hash_of(row), ()))

    @cached_property
    def field_names(self) -> Hashes:
        """Per row: the hash of a field's name attribute, 0 for none."""
        found = np.zeros(len(self), np.int64)
        for name, rows in self._rows_by_field.items():
            found[rows] = name
        return found

    @cached_property
    def sketch(self) -> Hashes:
        """A sample of the items of the whole page: those with the lowest hashes of each kind, the same in every version."""
        vocabulary = self.items.coded[0]
        kinds = [KINDS.index(kind) for kind in SKETCHED]
        bounds = vocabulary.searchsorted(np.array(kinds + [kind + 1 for kind in kinds], np.int64) << KIND_BITS)
        starts, stops = np.split(bounds, 2)
        parts = [vocabulary[start : min(stop, start + SKETCH)] for start, stop in zip(starts, stops, strict=True)]
        return np.concatenate(parts)


_REMEMBERED_PAGES = 8
_recent: dict[tuple[int, bool], ItemPage] = {}


def item_page_of(snapshot: Snapshot, *, written: bool = False) -> ItemPage:
    """The page with its items. The last few are remembered, for many blocks on one page."""
    nodes = nodes_of(snapshot)
    key = id(nodes), written
    page = _recent.get(key)
    if page is None or page.nodes is not nodes:
        page = ItemPage(nodes, written=written)
        while len(_recent) >= _REMEMBERED_PAGES:
            _recent.pop(next(iter(_recent)), None)
        _recent[key] = page
    return page


@lru_cache(maxsize=REMEMBERED_VOCABULARIES)
def _tag_hashes(tags: tuple[str, ...]) -> Hashes:
    return np.array([hashed(tag) for tag in tags], np.int64)


@lru_cache(maxsize=REMEMBERED_VOCABULARIES)
def _family_hashes(tags: tuple[str, ...]) -> Hashes:
    return np.array([hashed(family_of(tag)) for tag in tags], np.int64)


@lru_cache(maxsize=REMEMBERED_VOCABULARIES)
def _are_controls(tags: tuple[str, ...]) -> BoolColumn:
    return np.array([tag in CONTROLS for tag in tags], bool)


@lru_cache(maxsize=REMEMBERED_VOCABULARIES)
def _landmark_hashes(tags: tuple[str, ...]) -> Hashes:
    return np.array([hashed(tag) if tag in LANDMARKS else 0 for tag in tags], np.int64)


@lru_cache(maxsize=REMEMBERED_VOCABULARIES)
def _are_headings(tags: tuple[str, ...]) -> BoolColumn:
    return np.array([tag in HEADINGS for tag in tags], bool)


@lru_cache(maxsize=MOST_ATTRIBUTES)
def _own_items(attributes: tuple[tuple[str, str], ...]) -> frozenset[int]:
    """Remembered, since elements of a page and versions of an element have mostly the same attributes."""
    own = dict(attributes)
    tokens = {hashed(f".{token}") for token in own.get("class", "").split()}
    pairs = {hashed(f"{name}={own[name]}") for name in own if _is_own(name)}
    names = {hashed(f"@{name}") for name in own if name != "id"}
    return frozenset(tokens | pairs | names)


@lru_cache(maxsize=MOST_ATTRIBUTES)
def _parts_of(attributes: tuple[tuple[str, str], ...], address: str) -> tuple[int, ...]:
    return parts_of(dict(attributes), address)


def _is_own(name: str) -> bool:
    return name in OWN_ATTRIBUTES or name.startswith(("data-", "aria-"))


def _mixed(hashes: Hashes) -> npt.NDArray[np.uint64]:
    """Spread 32-bit hashes over 64 bits so that sums of different sets differ; 0 stays 0."""
    value = hashes.astype(np.uint64)
    value = value * np.uint64(0x9E3779B97F4A7C15)
    value ^= value >> np.uint64(29)
    value = value * np.uint64(0xBF58476D1CE4E5B9)
    return value ^ (value >> np.uint64(32))
