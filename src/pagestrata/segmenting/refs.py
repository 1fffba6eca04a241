"""Block refs ('1.372'): names inside one tree that survive edits of other blocks.

Plain counting renumbers every later sibling when a block appears, and one number per level renames everything below a
part that changed. So a block's number comes from what it *is* (its id, its landmark, or what a reader would name it
by: its heading or first words), not from its place. The number is a short hash of that key, unique in its layer:
'1.' for the page's, another root number for each overlay. Blocks that share a key are counted in document order, and
numbers that collide grow longer. Where the version before is known, its refs are inherited
(`comparing/inherit_refs.py`): there, names made here are only given to blocks that are new.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import numpy as np

from pagestrata.model.blocks import PAGE_REF, candidate_numbers, inner_ref, root_ref
from pagestrata.segmenting.layout import Layout
from pagestrata.segmenting.outline import Outline

LANDMARKS = frozenset({"header", "footer", "nav", "main", "aside"})
MAX_ANCHOR_CHARS = 60
TELLING_CHARS = 12  # shorter texts are often dates, numbers and repeated labels
TEXTS_TO_TRY = 6
HAS_DIGIT = re.compile(r"\d")


def number_blocks(keys: Sequence[str]) -> list[int]:
    """Return a unique number for each block. It depends on the block's key alone unless keys or hashes collide."""
    seen: Counter[str] = Counter()
    taken: set[int] = set()
    numbers = []
    for key in keys:
        repeat = seen[key]
        seen[key] += 1
        number = next(n for n in candidate_numbers(f"{key}\x1f{repeat}" if repeat else key) if n not in taken)
        taken.add(number)
        numbers.append(number)
    return numbers


def name_blocks(layout: Layout, outlines: Sequence[Outline]) -> dict[int, str]:
    """Return the ref of every outline by `id(outline)`. The first outline is the page, the others are overlays."""
    page, *overlays = outlines
    # '1' is reserved for the page, so that overlays which come or go rename nothing.
    numbers = number_blocks(_keys(layout, overlays))
    roots = [(page, PAGE_REF), *((root, root_ref(n)) for root, n in zip(overlays, numbers, strict=True))]
    refs: dict[int, str] = {}
    for root, ref in roots:
        below = [outline for outline in root.walk() if outline is not root]
        refs[id(root)] = ref
        numbered = zip(below, number_blocks(_keys(layout, below)), strict=True)
        refs.update((id(outline), inner_ref(ref, number)) for outline, number in numbered)
    return refs


def _keys(layout: Layout, outlines: Sequence[Outline]) -> list[str]:
    """Return the key of each block: its id, a landmark that occurs once, or its anchor."""
    landmarks = Counter(_landmark(layout, outline) for outline in outlines)
    names = [_name(layout, outline, landmarks) for outline in outlines]
    anchors = [
        None if name else anchors_of(layout, outline.rows) for name, outline in zip(names, outlines, strict=True)
    ]
    shared = Counter(found[0] for found in anchors if found)
    keys = []
    for outline, name, found in zip(outlines, names, anchors, strict=True):
        lasting, full = found or (name, name)
        key = full if shared[lasting] > 1 else lasting
        keys.append(f"part {key}" if outline.children else key)
    return keys


def _name(layout: Layout, outline: Outline, landmarks: Counter[str]) -> str:
    """Return the id or landmark of a block, '' without one."""
    named, landmark = layout.nodes.attributes[outline.rows[0]].get("id", ""), _landmark(layout, outline)
    if named and len(outline.rows) == 1:
        return f"#{named}"
    return f"<{landmark}>" if landmark and landmarks[landmark] == 1 else ""


def _landmark(layout: Layout, outline: Outline) -> str:
    tag = layout.nodes.tag_of(outline.rows[0])
    return tag if tag in LANDMARKS and len(outline.rows) == 1 else ""


def anchors_of(layout: Layout, rows: Sequence[int]) -> tuple[str, str]:
    """Return what a reader would call the block by: its heading, first distinctive words, first link or picture.

    The first of the two omits numbers, dates and versions, which change while the block stays; the second keeps them, for
    blocks that differ in nothing else.
    """
    nodes = layout.nodes
    first, last = rows[0], int(nodes.end[rows[-1]])
    for row in np.flatnonzero(layout.is_heading[first:last] & layout.valid[first:last])[:1].tolist():
        if title := nodes.text_of(first + row):
            return _lasting(title) or title[:MAX_ANCHOR_CHARS], title[:MAX_ANCHOR_CHARS]
    rows_with_text = np.flatnonzero(layout.chars[first:last] > 0)[:TEXTS_TO_TRY].tolist()
    texts = [" ".join(nodes.text[first + row].split()) for row in rows_with_text]
    if texts:
        full = _first_telling(texts)[:MAX_ANCHOR_CHARS]
        return _first_telling([kept for text in texts if (kept := _lasting(text))] or [full]), full
    name = nodes.tag_of(first)
    for row in np.flatnonzero(layout.is_image[first:last])[:1].tolist():
        name = nodes.images[first + row].address
    for row in np.flatnonzero(layout.is_link[first:last])[:1].tolist():
        name = nodes.links[first + row]
    return name, name


def _first_telling(texts: list[str]) -> str:
    return next((text for text in texts if len(text) >= TELLING_CHARS), texts[0])


def _lasting(text: str) -> str:
    """Return the beginning of a text without words that contain digits."""
    return " ".join(word for word in text.split() if not HAS_DIGIT.search(word))[:MAX_ANCHOR_CHARS]
