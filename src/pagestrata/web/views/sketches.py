"""What no picture shows as an SVG of its blocks: their frames with their first words, of many blocks lines for the last.

It is a file of its own, which browsers keep: in the page, a large one's sketches would be nearly all of it.
"""

from __future__ import annotations

from markupsafe import escape

from pagestrata.model.blocks import Block, BlockTree
from pagestrata.visit.shown.pane_marks import page_size
from pagestrata.web.shown_text import clean

LONGEST_TEXT = 90
MOST_WORDS = 300
"""Blocks with words: a browser needs 0.15 ms for each, and draws the whole sketch before it answers a key."""
LETTER_PX = 7


def sketch_svg(tree: BlockTree, picture_size: tuple[int, int] | None = None) -> bytes:
    """The leaf blocks of a page, or of what is below its picture; no script, style or address is in it."""
    width, height = page_size(tree)
    top = 0
    if picture_size is not None:
        width, top = picture_size
    height = max(1.0, height - top)
    box = f'viewBox="0 {top} {width:g} {height:.7g}" width="{width:g}" height="{height:.7g}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {box}>'
    leaves = [leaf for leaf in tree.leaves() if leaf.box.area and leaf.box.is_finite and leaf.box.bottom > top]
    frames = f'<path fill="none" stroke="#c4c8ce" d="{"".join(map(_frame, leaves))}"/>'
    saying = [leaf for leaf in leaves if leaf.text]
    lines = f'<path fill="none" stroke="#bbb" stroke-width="5" d="{"".join(map(_line, saying[MOST_WORDS:]))}"/>'
    words = '<g fill="#555" font-family="system-ui, sans-serif" font-size="14">'
    return "".join((head, frames, lines, words, *map(_words, saying[:MOST_WORDS]), "</g></svg>")).encode()


def _frame(leaf: Block) -> str:
    """A part of one path for all: a browser has thousands of elements less to look after."""
    x, y, width, height = leaf.box
    return f"M{x:g} {y:.7g}h{width:g}v{height:.7g}h{-width:g}z"


def _words(leaf: Block) -> str:
    return f'<text x="{leaf.box.x + 6:g}" y="{leaf.box.y + 18:.7g}">{escape(clean(leaf.text, LONGEST_TEXT))}</text>'


def _line(leaf: Block) -> str:
    """As long as the words would be, as far as the block has room for them."""
    length = min(LETTER_PX * min(len(leaf.text), LONGEST_TEXT), max(0.0, leaf.box.width - 12))
    return f"M{leaf.box.x + 6:g} {leaf.box.y + 14:.7g}h{length:g}"
