"""One capture of one page: what the browser showed, as columns rather than objects.

A page has thousands of nodes and every later step looks at all of them, so the flattened tree is kept as one numpy
column per property (`NodeTable`). Rows are in document order: the subtree of row `i` is the rows `i` to `end[i] - 1`,
which turns most tree questions into a slice or a prefix sum. `Node` is one row for people and tests.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from pagestrata.model.geometry import Box
from pagestrata.model.header_text import readable_header

if TYPE_CHECKING:  # a visit that finds a page unchanged has no columns, and loads no numpy
    import numpy as np
    import numpy.typing as npt

# Imports inside functions: commands that only list or check a page start without them (tests/guards/test_light_start.py).

IntColumn: TypeAlias = "npt.NDArray[np.int32]"
FloatColumn: TypeAlias = "npt.NDArray[np.float32]"
BoolColumn: TypeAlias = "npt.NDArray[np.bool_]"
ColourColumn: TypeAlias = "npt.NDArray[np.uint32]"

TEXT = "#text"
"""The tag of a text row. Pseudo-elements have the tags '::before', '::after' and '::marker'."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageImage:
    """A picture on the page. `kind` is img, background, svg, canvas, video, object or input."""

    address: str
    name: str
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """One row of the table, for reading by people and tests; algorithms read the columns."""

    row: int
    tag: str
    attributes: Mapping[str, str]
    text: str
    box: Box
    visible: bool
    parent: int


@dataclass(frozen=True, kw_only=True, eq=False)
class NodeTable:
    """The flattened tree (open shadow roots, slots, reachable iframes) in document order, one column per property.

    Row 0 is the root element. Every element is here, visible or not, so that paths count correctly; text rows are
    the texts that are not blank; scripts and styles carry no text. The root of an iframe is its frame row's only child.
    """

    parent: IntColumn  # row of the parent, -1 for the root
    end: IntColumn  # first row behind the subtree
    depth: IntColumn
    tags: tuple[str, ...]  # vocabulary of `tag`
    tag: IntColumn  # index into `tags`; lower case
    attributes: tuple[Mapping[str, str], ...]  # the attributes that later steps use (see capture); {} for text rows
    text: tuple[str, ...]  # '' for elements
    box: FloatColumn  # [n, 4] x, y, width, height on the page; zeros where there is no layout
    clipped: FloatColumn  # [n, 4] the part of `box` that overflow and the page leave visible
    visible: BoolColumn  # laid out, not hidden, not transparent, clipped box not empty
    rect_start: IntColumn  # [n + 1] text row i has the rectangles rects[rect_start[i]:rect_start[i + 1]], one per line
    rects: FloatColumn  # [m, 4]
    displays: tuple[str, ...]
    display: IntColumn  # index into `displays`: computed outer display; 'none' without layout
    positions: tuple[str, ...]
    position: IntColumn  # index into `positions`: static, relative, absolute, fixed, sticky
    background: ColourColumn  # effective, 0xRRGGBBAA, transparent resolved to the ancestors down to white
    colour: ColourColumn  # of the text, 0xRRGGBBAA
    font_size: FloatColumn  # px
    font_weight: IntColumn
    border: FloatColumn  # [n, 4] visible border widths: top, right, bottom, left
    paint_order: IntColumn
    links: Mapping[int, str]  # row of a link -> absolute address
    images: Mapping[int, PageImage]  # row -> picture shown there
    dom_start: IntColumn  # the row's own mark-up is Snapshot.dom[dom_start:dom_end]; pseudo-elements have none
    dom_end: IntColumn

    def __len__(self) -> int:
        return len(self.parent)

    def __getitem__(self, row: int) -> Node:
        return Node(
            row=row,
            tag=self.tags[self.tag[row]],
            attributes=self.attributes[row],
            text=self.text[row],
            box=self.box_of(row),
            visible=bool(self.visible[row]),
            parent=int(self.parent[row]),
        )

    def __iter__(self) -> Iterator[Node]:
        return (self[row] for row in range(len(self)))

    def box_of(self, row: int) -> Box:
        return Box(*self.box[row].tolist())

    def clipped_of(self, row: int) -> Box:
        return Box(*self.clipped[row].tolist())

    def tag_of(self, row: int) -> str:
        return self.tags[int(self.tag[row])]

    def tag_code(self, tag: str) -> int:
        """The code of a tag in the `tag` column, -1 when the page has none."""
        return self._tag_codes.get(tag, -1)

    @cached_property
    def _tag_codes(self) -> Mapping[str, int]:
        return {tag: code for code, tag in enumerate(self.tags)}

    @cached_property
    def is_text(self) -> BoolColumn:
        import numpy as np

        return np.asarray(self.tag == self.tag_code(TEXT))

    def children_of(self, row: int) -> list[int]:
        children, child, end = [], row + 1, int(self.end[row])
        while child < end:
            children.append(child)
            child = int(self.end[child])
        return children

    def text_of(self, row: int) -> str:
        """All text of the subtree, one space between texts, white space folded."""
        return " ".join(" ".join(filter(None, self.text[row : int(self.end[row])])).split())

    @cached_property
    def same_tag_index(self) -> IntColumn:
        """1-based position of each row among its siblings of the same tag."""
        import numpy as np

        count = len(self)
        # Sixteen bits are sorted by radix, many times faster; nearly every page has fewer rows than that.
        parent, tag = (
            (self.parent.astype(np.uint16), self.tag.astype(np.uint16)) if count < 1 << 16 else (self.parent, self.tag)
        )
        order = np.argsort(tag, kind="stable")
        order = order[np.argsort(parent[order], kind="stable")]
        parent, tag = parent[order], tag[order]
        is_first = np.ones(count, bool)
        is_first[1:] = (parent[1:] != parent[:-1]) | (tag[1:] != tag[:-1])
        places = np.arange(count)
        index = np.empty(count, np.int32)
        index[order] = places - np.maximum.accumulate(np.where(is_first, places, 0)) + 1
        return index

    def path_of(self, row: int) -> str:
        """The tag path below the root with 1-based same-tag indexes, as in paper 2: body[1]/div[2]/p[1]."""
        tag, index, parent = self.tag.item, self.same_tag_index.item, self.parent.item
        steps: list[str] = []
        while row > 0:
            steps.append(f"{self.tags[tag(row)]}[{index(row)}]")
            row = parent(row)
        return "/".join(reversed(steps))

    def row_at_path(self, path: str) -> int | None:
        """The row with that path, or None."""
        row = 0
        for step in path.split("/"):
            tag, _, index = step.partition("[")
            wanted, number = self.tag_code(tag), int(index.rstrip("]") or 1) if index else 1
            matching = (c for c in self.children_of(row) if self.tag[c] == wanted)
            found = next((c for c in matching if self.same_tag_index[c] == number), None)
            if found is None:
                return None
            row = found
        return row


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    """One HTTP response with its body as the server meant it: content coding undone, bytes otherwise exact."""

    url: str
    status: int
    headers: tuple[tuple[str, str], ...]  # byte for byte, see `header_text`
    body: bytes
    method: str = "GET"
    resource_type: str = "other"  # document, stylesheet, image, script, font, xhr, ...
    server_address: str = ""  # the IP address that answered, '' where it is not known
    request_headers: tuple[tuple[str, str], ...] = ()  # those sent, without secrets; empty where they are not known
    certificates: tuple[bytes, ...] = ()  # of the server, in DER, its own first; of the page itself only, over https
    redirected_from: str = ""  # the address that the page asked for, where redirects led here; not stored

    def header(self, name: str) -> str | None:
        """The first header of that name as it is meant; `headers` has its bytes."""
        wanted = name.lower()
        found = next((value for key, value in self.headers if key.lower() == wanted), None)
        return None if found is None else readable_header(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class Redirect:
    """One hop: `url` answered `status` and pointed at `location`."""

    url: str
    status: int
    location: str


@dataclass(frozen=True, kw_only=True, eq=False)
class Snapshot:
    """One capture of one page.

    A page that is not HTML (PDF, image, JSON) has an empty table (`nodes` is None), an empty DOM and no screenshot:
    its bytes are in `responses[0]`.
    """

    requested_url: str
    url: str  # after redirects
    redirects: tuple[Redirect, ...] = ()
    status: int
    headers: tuple[tuple[str, str], ...]
    title: str
    captured_at: datetime  # with time zone
    viewport: tuple[int, int]
    device_pixel_ratio: float = 1.0
    page_size: tuple[float, float]
    height_cap_px: int
    height_capped: bool = False
    nodes: NodeTable | None
    dom: str  # the rendered document, serialised; nodes carry offsets into it
    screenshot_png: bytes | None = field(repr=False)
    responses: tuple[Response, ...] = field(repr=False, default=())  # the page first, then its resources
    notes: tuple[str, ...] = ()  # what a person should know: settling stopped at its cap, a frame not reachable, ...
    software: str = ""  # what rendered the page, such as "Chromium/141.0"; '' where nothing did
    seconds: Mapping[str, float] = field(default_factory=dict)  # where the time went: load, settle, snapshot, own, ...

    @property
    def depth_px(self) -> int | None:
        """How far down the page was taken, None when it was taken whole."""
        return int(self.page_size[1]) if self.height_capped else None

    @property
    def content_type(self) -> str:
        value = next((v for k, v in self.headers if k.lower() == "content-type"), "")
        return value.partition(";")[0].strip().lower()
