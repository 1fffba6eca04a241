"""Columns of a page for the patterns of paper 2, computed once per snapshot and shared by all followed blocks.

Each is a column over all rows, so that one pattern is compared with every candidate at once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache, wraps
from typing import Concatenate, ParamSpec, TypeVar
from zlib import crc32

import numpy as np
import numpy.typing as npt

from pagestrata.errors import InputError
from pagestrata.model.snapshot import BoolColumn, IntColumn, NodeTable, Snapshot

Scores = npt.NDArray[np.float64]
"""One similarity per row."""

Owner = TypeVar("Owner")
Parameters = ParamSpec("Parameters")
Answer = TypeVar("Answer")


def remembered(
    work_out: Callable[Concatenate[Owner, Parameters], Answer],
) -> Callable[Concatenate[Owner, Parameters], Answer]:
    """Decorate a function of a page or grid and hashable values: the page or grid keeps the answers."""
    name = f"{work_out.__module__}.{work_out.__qualname__}"

    @wraps(work_out)
    def answer(owner: Owner, /, *values: Parameters.args, **options: Parameters.kwargs) -> Answer:
        known: dict[tuple[object, ...], Answer] = vars(owner).setdefault(name, {})
        key = (*values, *options.items()) if options else values
        if key not in known:
            known[key] = work_out(owner, *values, **options)
        return known[key]

    return answer


KIND_BITS = 32
"""The number of a kind of item or part is in the bits above its hash."""


@lru_cache(maxsize=1 << 16)
def hashed(value: str) -> int:
    """Return the CRC-32 of a text, which is the same in every run, so that an archive can keep it."""
    return crc32(value.encode("utf-8", "surrogatepass"))


def nodes_of(snapshot: Snapshot) -> NodeTable:
    """The table of a page. Raises InputError where the page is not HTML."""
    if snapshot.nodes is None or not len(snapshot.nodes):
        raise InputError(
            f"{snapshot.url} is {snapshot.content_type or 'not HTML'} and has no elements to follow; "
            "follow a block of an HTML page"
        )
    return snapshot.nodes


PATH_BASE = np.uint64(0x9E3779B97F4A7C15)
"""The base of the polynomial hash of the tags of a path, in 64 bits that wrap around."""

REMEMBERED_VOCABULARIES = 64
"""Versions of a page have the same tags, mostly in the same order."""

DEEPEST = 250
"""Maximum depth. Deeper pages are attacks: a lineage per element would take gigabytes."""


class Page:
    """The columns that the patterns of paper 2 need. Texts and pseudo-elements are no candidates."""

    def __init__(self, nodes: NodeTable) -> None:
        self.nodes = nodes

    def __len__(self) -> int:
        return len(self.nodes)

    @cached_property
    def is_element(self) -> BoolColumn:
        """Rows of real elements below the root, down to the maximum depth."""
        found = _are_elements(self.nodes.tags)[self.nodes.tag] & (self.nodes.depth <= DEEPEST)
        found[0] = False
        return np.asarray(found)

    @cached_property
    def lineage(self) -> IntColumn:
        """[n, deepest + 1]: column d holds the ancestor at depth d (the row itself at its own depth), -1 below that."""
        nodes = self.nodes
        deepest = min(int(nodes.depth.max()), DEEPEST)
        lineage = np.full((len(nodes), deepest + 1), -1, np.int32)
        lineage[0, 0] = 0
        order = np.argsort(nodes.depth, kind="stable")
        starts = np.searchsorted(nodes.depth[order], np.arange(deepest + 2))
        for depth in range(1, deepest + 1):
            rows = order[starts[depth] : starts[depth + 1]]
            lineage[rows] = lineage[nodes.parent[rows]]
            lineage[rows, depth] = rows
        return lineage

    def lineage_of(self, row: int) -> list[int]:
        """The rows from the root down to one row."""
        found, parent = [row], self.nodes.parent
        while found[-1] > 0:
            found.append(int(parent[found[-1]]))
        return found[::-1]

    @cached_property
    def path_hash(self) -> npt.NDArray[np.uint64]:
        """Per row: the tags from the root down to it as one number, comparable between pages."""
        marks = np.array([tag_mark(tag) for tag in self.nodes.tags], np.uint64)[self.nodes.tag]
        found, lineage = marks.copy(), self.lineage
        for depth in range(1, lineage.shape[1]):
            rows = np.flatnonzero(self.nodes.depth == depth)
            found[rows] = found[self.nodes.parent[rows]] * PATH_BASE + marks[rows]
        return found

    @cached_property
    def leaves(self) -> Mapping[int, str]:
        """Row of a text or image -> its text or its address: the elements E of the paper."""
        found = {row: " ".join(text.split()) for row, text in enumerate(self.nodes.text) if text}
        found.update((row, image.address) for row, image in self.nodes.images.items() if image.address)
        return {row: content for row, content in found.items() if content}

    @cached_property
    def rows_of_leaf(self) -> Mapping[str, list[int]]:
        rows: defaultdict[str, list[int]] = defaultdict(list)
        for row, content in self.leaves.items():
            rows[content].append(row)
        return rows

    @cached_property
    def leaf_rows(self) -> IntColumn:
        return np.array(sorted(self.leaves), np.int32)

    @remembered
    def rows_near(self, leaf: int, radius_px: float) -> npt.NDArray[np.intp]:
        """Visible elements around a text or image, without those that contain it; blocks share them."""
        rows, tops, bottoms = self._by_top
        box = self.nodes.box[leaf].astype(np.float64)
        reach = int(np.searchsorted(tops, box[1] + box[3] + radius_px))
        rows = rows[:reach][bottoms[:reach] > box[1] - radius_px]
        rows = rows[(leaf < rows) | (leaf >= self.nodes.end[rows])]
        return np.asarray(rows[gaps(self.nodes.box[rows], box) < radius_px])

    @cached_property
    def _by_top(self) -> tuple[npt.NDArray[np.intp], Scores, Scores]:
        """Visible elements ordered by their upper edge, with upper and lower edges."""
        rows = np.flatnonzero(self.nodes.visible & self.is_element)
        tops = self.nodes.box[rows, 1].astype(np.float64)
        order = np.argsort(tops, kind="stable")
        return rows[order], tops[order], tops[order] + self.nodes.box[rows[order], 3]

    def leaves_below(self, row: int) -> IntColumn:
        """Rows of the texts and images in a subtree."""
        first, behind = np.searchsorted(self.leaf_rows, [row, int(self.nodes.end[row])])
        return self.leaf_rows[first:behind]

    def tag_path(self, top: int, leaf: int) -> str:
        """The tags from the block's root down to the element that holds a leaf: '/div/a'."""
        nodes = self.nodes
        row = int(nodes.parent[leaf]) if nodes.text[leaf] else leaf
        steps: list[str] = []
        while row > top:
            steps.append(nodes.tag_of(row))
            row = int(nodes.parent[row])
        return "/" + "/".join(reversed([*steps, nodes.tag_of(top)]))


@lru_cache(maxsize=REMEMBERED_VOCABULARIES)
def _are_elements(tags: tuple[str, ...]) -> BoolColumn:
    return np.array([not tag.startswith(("#", ":")) for tag in tags], bool)


@lru_cache(maxsize=1 << 10)
def tag_mark(tag: str) -> int:
    return hashed(tag) + 1


def gaps(boxes: npt.NDArray[np.floating], box: npt.NDArray[np.floating]) -> Scores:
    """Distance in px between each of the boxes and one box, 0 where they touch."""
    across = np.maximum(boxes[:, 0] - (box[0] + box[2]), box[0] - (boxes[:, 0] + boxes[:, 2]))
    down = np.maximum(boxes[:, 1] - (box[1] + box[3]), box[1] - (boxes[:, 1] + boxes[:, 3]))
    return np.asarray(np.hypot(np.maximum(across, 0.0), np.maximum(down, 0.0)), np.float64)


def page_of(snapshot: Snapshot) -> Page:
    return Page(nodes_of(snapshot))
