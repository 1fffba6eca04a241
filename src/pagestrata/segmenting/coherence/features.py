"""The features of candidates: geometry, content, style, structure, siblings, gaps and names.

All columns are computed for all candidates of a layer at once, from prefix sums over document order (a candidate is a
range of rows). Amounts enter as logarithms and shares, so that small edits of a page do not change its tree.

The models learned from pages of at most `TALLEST_PX`. On a taller page they see the top and bottom unchanged, everything
else as the middle, and shares of the first `TALLEST_PX`; otherwise larger and larger parts would become one block.

Ids, classes, tags and ARIA roles give hints about what a row is, one bit each. Their words come from many languages and
conventions. No single hint decides; the learned model weighs them.
"""

from __future__ import annotations

import re
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from pagestrata.model.patterns import pattern
from pagestrata.model.snapshot import NodeTable
from pagestrata.segmenting.coherence.candidates import Candidates, candidate_boxes
from pagestrata.segmenting.layout import HEADING_TAGS, Floats, Ints, Layout, codes

TALLEST_PX = 20_000.0

TAG_GROUPS: dict[str, tuple[str, ...]] = {
    "division": ("div", "section", "main", "article", "center", "fieldset"),
    "table": ("table", "tbody"),
    "row": ("tr",),
    "cell": ("td", "th"),
    "list": ("ul", "ol", "dl", "menu"),
    "item": ("li", "dd", "dt"),
    "paragraph": ("p", "blockquote", "pre", "address"),
    "heading": HEADING_TAGS,
    "link": ("a",),
    "picture": ("img", "svg", "picture", "canvas", "video", "object", "embed", "iframe"),
    "form": ("form",),
    "text": ("#text",),
}


class Columns:
    """Named feature columns, added one by one and stacked at the end."""

    def __init__(self) -> None:
        self._columns: dict[str, Floats] = {}

    def add(self, name: str, values: npt.ArrayLike) -> Floats:
        column = np.asarray(values, np.float64)
        self._columns[name] = column
        return column

    def stacked(self) -> tuple[tuple[str, ...], Floats]:
        return tuple(self._columns), np.stack(list(self._columns.values()), axis=1)


def features(layout: Layout, candidates: Candidates) -> tuple[tuple[str, ...], Floats]:
    """Names and values [candidates, features]."""
    columns = Columns()
    boxes = candidate_boxes(layout, candidates)
    area = _geometry(columns, layout, boxes)
    amounts = _content(columns, layout, candidates, area)
    _style(columns, layout, candidates)
    _structure(columns, layout, candidates)
    _relations(columns, candidates, boxes, area, amounts)
    _children(columns, layout, candidates, boxes, area, amounts)
    _names(columns, layout, candidates)
    return columns.stacked()


def _ratio(part: Floats, whole: Floats) -> Floats:
    return np.asarray(part / np.maximum(whole, 1e-9))


def _geometry(columns: Columns, layout: Layout, boxes: Floats) -> Floats:
    page_width, full_height = max(layout.page.width, 1.0), max(layout.page.height, 1.0)
    page_height = min(full_height, TALLEST_PX)
    left, top, right, bottom = boxes.T
    width, height = right - left, bottom - top
    area = width * height
    from_top, to_bottom = (_on_a_page_seen_before(edge, full_height) for edge in (top, bottom))
    columns.add("left", left / page_width)
    columns.add("top", from_top / page_height)
    columns.add("right", right / page_width)
    columns.add("below", (page_height - to_bottom) / page_height)
    columns.add("top_px", np.minimum(top, 3000))
    columns.add("below_px", np.minimum(full_height - bottom, 3000))
    columns.add("width", width / page_width)
    columns.add("height", _share_of_page(height, page_height, full_height))
    columns.add("width_px", width)
    columns.add("height_px", np.minimum(height, 5000))
    columns.add("area", _share_of_page(area, page_width * page_height, page_width * full_height))
    columns.add("log_area", np.log1p(area))
    columns.add("aspect", np.log(np.maximum(width, 1) / np.maximum(height, 1)))
    columns.add("off_centre", np.abs((left + right) / 2 / page_width - 0.5))
    columns.add("page_height", np.full(len(boxes), np.log(page_height)))
    return np.asarray(area)


def _on_a_page_seen_before(edge: Floats, page_height: float) -> Floats:
    """Map heights to a page of at most `TALLEST_PX`: from the top, from the bottom, or its middle."""
    if page_height <= TALLEST_PX:
        return edge
    middle = TALLEST_PX / 2
    return np.where(edge > page_height - middle, edge - (page_height - TALLEST_PX), np.minimum(edge, middle))


def _share_of_page(part: Floats, of_learned: float, of_whole: float) -> Floats:
    """Return shares of the part of a page that the models know, at most 1."""
    return part / of_whole if of_learned == of_whole else np.minimum(part / of_learned, 1.0)


def _content(columns: Columns, layout: Layout, candidates: Candidates, area: Floats) -> dict[str, Floats]:
    nodes = layout.nodes
    chars = layout.chars.astype(np.float64)
    headings = layout.is_heading
    own = layout.own
    image_area = (own[:, 2] - own[:, 0]) * (own[:, 3] - own[:, 1]) * layout.is_image
    rows = {
        "chars": chars,
        "texts": chars > 0,
        "images": layout.is_image,
        "controls": layout.is_control,
        "links": layout.is_link,
        "link_chars": chars * layout.in_link,
        "headings": headings & layout.valid,
        "heading_chars": chars * (headings[np.maximum(nodes.parent, 0)]),
        "bold_chars": chars * (nodes.font_weight >= 600),
        "font": chars * nodes.font_size,
        "image_area": image_area,
        "blocks": layout.valid & ~layout.is_inline,
        "paragraphs": (nodes.tag == nodes.tag_code("p")) & layout.valid,
        "items": (nodes.tag == nodes.tag_code("li")) & layout.valid,
        "rows": (nodes.tag == nodes.tag_code("tr")) & layout.valid,
        "copyright": layout.copyright_marks,
        "long_texts": chars > 80,
        "rows_all": layout.valid,
    }
    stacked = np.stack([np.asarray(values, np.float64) for values in rows.values()], axis=1)
    stacked[layout.foreign_rows(int(candidates.start[0]))] = 0.0
    sums = np.concatenate([np.zeros((1, stacked.shape[1])), np.cumsum(stacked, axis=0)])
    totals = sums[candidates.stop] - sums[candidates.start]
    amounts = {name: totals[:, position] for position, name in enumerate(rows)}
    page = dict(zip(rows, _page_amounts(layout, candidates, stacked, totals), strict=True))
    for name in ("chars", "texts", "images", "controls", "links", "headings", "blocks", "paragraphs", "items", "rows"):
        columns.add(f"log_{name}", np.log1p(amounts[name]))
    for name in ("chars", "texts", "images", "links", "headings", "blocks"):
        columns.add(f"{name}_share", np.minimum(_ratio(amounts[name], page[name]), 1.0))
    columns.add("link_share", _ratio(amounts["link_chars"], amounts["chars"]))
    columns.add("heading_share", _ratio(amounts["heading_chars"], amounts["chars"]))
    columns.add("bold_share", _ratio(amounts["bold_chars"], amounts["chars"]))
    mean_font = columns.add("mean_font", _ratio(amounts["font"], amounts["chars"]))
    columns.add("relative_font", _ratio(mean_font, mean_font[:1]))
    columns.add("image_cover", np.minimum(_ratio(amounts["image_area"], area), 2.0))
    columns.add("density", np.minimum(_ratio(amounts["chars"] * 100, area), 5.0))
    columns.add("chars_per_text", np.log1p(_ratio(amounts["chars"], amounts["texts"])))
    columns.add("copyright", np.minimum(amounts["copyright"], 3))
    columns.add("long_texts", np.log1p(amounts["long_texts"]))
    columns.add("page_chars", np.full(len(area), np.log1p(page["chars"])))
    columns.add("page_images", np.full(len(area), np.log1p(page["images"])))
    columns.add("page_blocks", np.full(len(area), np.log1p(page["blocks"])))
    return amounts


def _page_amounts(layout: Layout, candidates: Candidates, stacked: Floats, totals: Floats) -> Floats:
    """Return the amounts of content on the page, down to `TALLEST_PX`."""
    if layout.page.height <= TALLEST_PX:
        return np.asarray(totals[0])
    rows = slice(int(candidates.start[0]), int(candidates.stop[0]))
    return np.asarray(stacked[rows][layout.own[rows, 1] < TALLEST_PX].sum(axis=0))


def _style(columns: Columns, layout: Layout, candidates: Candidates) -> None:
    nodes, start = layout.nodes, candidates.start
    above = start[np.maximum(candidates.parent, 0)]
    spread = layout.spread[start]
    has_text = np.isfinite(spread[:, 4])
    columns.add("largest_font", np.where(has_text, -spread[:, 5], 0))
    columns.add("font_range", np.where(has_text, -spread[:, 5] - spread[:, 4], 0))
    columns.add("weight_range", np.where(has_text, -spread[:, 7] - spread[:, 6], 0))
    columns.add("recoloured", nodes.background[start] != nodes.background[above])
    columns.add("coloured", nodes.background[start] != nodes.background[start[0]])
    border = nodes.border[start]
    columns.add("borders", (border > 0).sum(axis=1))
    columns.add("border_across", (border[:, 0] > 0) | (border[:, 2] > 0))
    has_picture = np.zeros(len(layout), np.bool_)
    has_picture[list(nodes.images)] = True
    columns.add("own_picture", has_picture[start])
    positions = np.array([position in {"absolute", "fixed", "sticky"} for position in nodes.positions])
    columns.add("placed", positions[nodes.position[start]])
    flexible = np.array(["flex" in display or "grid" in display for display in nodes.displays])
    columns.add("flexible", flexible[nodes.display[start]])
    columns.add("in_flexible", flexible[nodes.display[above]])


def _structure(columns: Columns, layout: Layout, candidates: Candidates) -> None:
    nodes, start, parent = layout.nodes, candidates.start, candidates.parent
    above = np.maximum(parent, 0)
    groups = np.zeros(len(nodes.tags), np.int64)
    for number, tags in enumerate(TAG_GROUPS.values(), start=1):
        groups[codes(nodes, tags)] = number
    group = groups[nodes.tag[start]]
    group[candidates.is_run] = len(TAG_GROUPS) + 1
    for number, name in enumerate(TAG_GROUPS, start=1):
        columns.add(f"is_{name}", group == number)
    columns.add("is_run", candidates.is_run)
    columns.add("group_above", group[above])
    columns.add("is_inline", layout.is_inline[start])
    counts = candidates.child_count
    branching = (counts >= 2).astype(np.int64)
    parents, branch_list = parent.tolist(), branching.tolist()
    depths, branch_depths = [0] * len(candidates), [0] * len(candidates)
    for index in range(1, len(candidates)):
        depths[index] = depths[parents[index]] + 1
        branch_depths[index] = branch_depths[parents[index]] + branch_list[parents[index]]
    columns.add("depth", np.array(depths))
    columns.add("branches", np.array(branch_depths))
    columns.add("log_children", np.log1p(counts))
    columns.add("siblings", np.log1p(counts[above]))
    heights = [0] * len(candidates)
    for index in range(len(candidates) - 1, 0, -1):
        heights[parents[index]] = max(heights[parents[index]], heights[index] + branch_list[parents[index]])
    columns.add("branches_below", np.array(heights))
    columns.add("page_branches", np.full(len(candidates), heights[0]))


def _relations(
    columns: Columns, candidates: Candidates, boxes: Floats, area: Floats, amounts: dict[str, Floats]
) -> None:
    """Compare each candidate with its parent and neighbours."""
    above = np.maximum(candidates.parent, 0)
    columns.add("area_in_parent", np.minimum(_ratio(area, area[above]), 2.0))
    columns.add("chars_in_parent", _ratio(amounts["chars"], amounts["chars"][above]))
    columns.add("blocks_in_parent", _ratio(amounts["blocks"], amounts["blocks"][above]))
    grand = above[above]
    columns.add("area_in_grand", np.minimum(_ratio(area, area[grand]), 2.0))
    columns.add("chars_in_grand", _ratio(amounts["chars"], amounts["chars"][grand]))
    columns.add(
        "width_in_parent", np.minimum(_ratio(boxes[:, 2] - boxes[:, 0], boxes[above, 2] - boxes[above, 0]), 2.0)
    )
    columns.add(
        "height_in_parent", np.minimum(_ratio(boxes[:, 3] - boxes[:, 1], boxes[above, 3] - boxes[above, 1]), 2.0)
    )
    columns.add("area_above", area[above] / max(area[0], 1.0))
    columns.add("chars_above", _ratio(amounts["chars"][above], amounts["chars"][:1]))
    columns.add("top_in_parent", boxes[:, 1] - boxes[above, 1])
    columns.add("end_in_parent", boxes[above, 3] - boxes[:, 3])


def _children(
    columns: Columns, layout: Layout, candidates: Candidates, boxes: Floats, area: Floats, amounts: dict[str, Floats]
) -> None:
    """Describe children and siblings: how similar they are, how they are arranged, and what separates them."""
    count = len(candidates)
    order = np.argsort(candidates.parent[1:], kind="stable") + 1  # children of one parent side by side
    parent = candidates.parent[order]
    nodes = layout.nodes
    counts = np.maximum(candidates.child_count, 1)

    def sums(values: npt.ArrayLike) -> Floats:
        return np.asarray(np.bincount(parent, weights=values, minlength=count), np.float64)

    def largest(values: Floats) -> Floats:
        found = np.zeros(count)
        np.maximum.at(found, parent, values)
        return found

    child_area, child_chars = area[order], amounts["chars"][order]
    widths, heights = (boxes[:, 2] - boxes[:, 0])[order], (boxes[:, 3] - boxes[:, 1])[order]
    columns.add("largest_child", np.minimum(_ratio(largest(child_area), area), 2.0))
    columns.add("wordiest_child", _ratio(largest(child_chars), amounts["chars"]))
    columns.add("children_cover", np.minimum(_ratio(sums(child_area), area), 3.0))
    columns.add("large_children", np.log1p(sums(child_area > 0.04 * area[0])))
    columns.add("wide_children", sums(widths > 0.9 * (boxes[parent, 2] - boxes[parent, 0])) / counts)
    mean_width, mean_height = sums(widths) / counts, sums(heights) / counts
    columns.add("width_spread", _ratio(np.sqrt(np.maximum(sums(widths**2) / counts - mean_width**2, 0)), mean_width))
    columns.add(
        "height_spread", _ratio(np.sqrt(np.maximum(sums(heights**2) / counts - mean_height**2, 0)), mean_height)
    )
    columns.add("mean_child_height", np.minimum(mean_height, 3000))
    columns.add("empty_children", sums(child_chars == 0) / counts)
    columns.add("linked_children", sums(_ratio(amounts["link_chars"], amounts["chars"])[order] > 0.6) / counts)
    columns.add(
        "recoloured_children",
        sums(nodes.background[candidates.start[order]] != nodes.background[candidates.start[parent]]),
    )
    columns.add("bordered_children", sums((nodes.border[candidates.start[order]] > 0).any(axis=1)))
    columns.add("heading_children", sums(amounts["headings"][order] > 0) / counts)
    kinds = _signatures(layout, candidates)[order]
    alike = _run_counts(parent, kinds)
    columns.add("alike_children", largest(alike) / counts)
    same = np.zeros(count)
    same[order] = alike
    columns.add("alike_siblings", np.log1p(same))
    columns.add("alike_share", same / counts[np.maximum(candidates.parent, 0)])
    _gaps(columns, boxes, order, parent, count)


def _signatures(layout: Layout, candidates: Candidates) -> Ints:
    """Return a number for tag and first class; siblings with equal numbers are of one kind."""
    nodes = layout.nodes
    known: dict[tuple[int, str], int] = {}
    tags = nodes.tag[candidates.start].tolist()
    found = []
    for tag, row in zip(tags, candidates.start.tolist(), strict=True):
        classes = nodes.attributes[row].get("class", "").split(maxsplit=1)
        found.append(known.setdefault((tag, classes[0] if classes else ""), len(known)))
    return np.array(found, np.int64)


def _run_counts(parent: Ints, kinds: Ints) -> Floats:
    """How many children of the same parent are of the same kind."""
    keys = parent * (int(kinds.max(initial=0)) + 1) + kinds
    _, inverse, counts = np.unique(keys, return_inverse=True, return_counts=True)
    return np.asarray(counts[inverse], np.float64)


def _gaps(columns: Columns, boxes: Floats, order: Ints, parent: Ints, count: int) -> None:
    """Distances between neighbouring siblings, down and across."""
    before, behind = order[:-1], order[1:]
    together = parent[:-1] == parent[1:]
    down = np.where(together, boxes[behind, 1] - boxes[before, 3], 0.0)
    across = np.where(together, boxes[behind, 0] - boxes[before, 2], 0.0)
    stacked = together & (down > -4)
    gap_before, gap_behind = np.full(count, -1.0), np.full(count, -1.0)
    gap_before[behind] = np.where(together, np.clip(down, -50, 200), -1.0)
    gap_behind[before] = np.where(together, np.clip(down, -50, 200), -1.0)
    columns.add("gap_before", gap_before)
    columns.add("gap_behind", gap_behind)
    beside = np.zeros(count)
    beside[behind] = together & ~stacked
    beside[before] = np.maximum(beside[before], together & ~stacked)
    columns.add("beside", beside)
    inside = np.zeros(count)
    np.maximum.at(inside, parent[1:], np.where(stacked, np.clip(down, 0, 200), 0.0))
    columns.add("widest_gap", inside)
    sideways = np.bincount(parent[1:], weights=together & ~stacked, minlength=count)
    pairs = np.bincount(parent[1:], weights=together, minlength=count)
    columns.add("sideways", sideways / np.maximum(pairs, 1))
    gutter = np.zeros(count)
    np.maximum.at(gutter, parent[1:], np.where(together & ~stacked, np.clip(across, 0, 200), 0.0))
    columns.add("widest_gutter", gutter)


def _names(columns: Columns, layout: Layout, candidates: Candidates) -> None:
    nodes, count = layout.nodes, len(candidates)
    own = [
        0 if run else row_bits(nodes, row)
        for row, run in zip(candidates.start.tolist(), candidates.is_run.tolist(), strict=True)
    ]
    parents = candidates.parent.tolist()
    around, below = [0] * count, [0] * count
    for index in range(1, count):
        around[index] = around[parents[index]] | own[parents[index]]
    for index in range(count - 1, 0, -1):
        below[parents[index]] |= below[index] | own[index]
    for prefix, bits in (("called", own), ("within", around), ("holds", below)):
        values = np.array(bits, np.int64)
        for position, name in enumerate(HINTS):
            columns.add(f"{prefix}_{name}", (values >> position) & 1)


HINTS: dict[str, str] = {
    "header": r"head(?:er)?(?!ing|line)|masthead|kopf|entete|cabecera|testata|top(?:bar)?(?![a-z])|banner",
    "footer": r"foot|fuss|pied|pie(?![a-z])|bottom|copyright|impressum|colophon|credits",
    "menu": r"nav|menu|men[uü]|tabs?(?![a-z])|breadcrumb|links?(?![a-z])",
    "side": r"side|aside|left|right|links(?![a-z])|rechts|sinistra|destra|gauche|droite|column|col(?![a-z])|widget",
    "main": r"main|content|inhalt|contenu|contenido|haupt|body|center|centre|middle|mitte|page(?![a-z])",
    "article": r"article|post(?![a-z])|entry|story|news|text|beitrag|item|teaser|blog",
    "box": r"box|block|module|panel|section|portlet|card|widget|gadget|frame",
    "ad": r"(?<![a-z])ads?(?![a-z])|advert|adsense|sponsor|werb|publi|promo|partner",
    "logo": r"logo|brand|site-?title|sitename",
    "search": r"search|such|recherche|busca|buscar|cerca|ricerca|zoek",
    "comments": r"comment|kommentar|comentari|reacti|disqus",
    "title": r"title|heading|headline|titel|titre|titulo|titolo|caption",
    "list": r"list|gallery|grid|archive|thumb|results",
    "wrap": r"wrap|container|outer|inner|layout|holder|canvas|all(?![a-z])",
    "image": r"img|image|pic|photo|foto|slide|banner|carousel|flash|video",
}
BITS = {name: 1 << position for position, name in enumerate(HINTS)}
_PATTERNS = tuple((BITS[name], re.compile(words)) for name, words in HINTS.items())
_ANY = pattern("|".join(f"(?:{words})" for words in HINTS.values()))
_BITS_OF_TAG = {
    "header": BITS["header"], "footer": BITS["footer"], "nav": BITS["menu"], "menu": BITS["menu"],
    "aside": BITS["side"], "main": BITS["main"], "article": BITS["article"],
}  # fmt: skip
_BITS_OF_ROLE = {
    "banner": BITS["header"], "contentinfo": BITS["footer"], "navigation": BITS["menu"],
    "complementary": BITS["side"], "main": BITS["main"], "article": BITS["article"], "search": BITS["search"],
}  # fmt: skip


@lru_cache(maxsize=20_000)
def hint_bits(names: str) -> int:
    """The hints in an id and class attribute, lower case."""
    if not _ANY.search(names):
        return 0
    return sum(bit for bit, one in _PATTERNS if one.search(names))


def row_bits(nodes: NodeTable, row: int) -> int:
    """Return all hints of a row."""
    named = nodes.attributes[row]
    bits = _BITS_OF_TAG.get(nodes.tag_of(row), 0)
    if not named:
        return bits
    bits |= _BITS_OF_ROLE.get(named.get("role", ""), 0)
    names = f"{named.get('id', '')} {named.get('class', '')}".lower()
    return bits | hint_bits(names) if names != " " else bits
