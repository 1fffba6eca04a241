"""A version without a picture as an SVG of its blocks: their frames with their first words.

It is a file of its own, which browsers keep: in the page, a large one's sketches would be nearly all of it.
"""

from __future__ import annotations

from markupsafe import escape

from pagestrata.model.blocks import Block, BlockTree
from pagestrata.visit.pane_marks import page_size
from pagestrata.web.shown_text import clean

LONGEST_TEXT = 90


def sketch_svg(tree: BlockTree) -> bytes:
    """The leaf blocks of a page, drawn; no script, style or address is in it."""
    width, height = page_size(tree)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}">'
    leaves = [leaf for leaf in tree.leaves() if leaf.box.area and leaf.box.is_finite]
    frames = f'<path fill="none" stroke="#c4c8ce" d="{"".join(map(_frame, leaves))}"/>'
    words = '<g fill="#555" font-family="system-ui, sans-serif" font-size="14">'
    return "".join((head, frames, words, *[_words(leaf) for leaf in leaves if leaf.text], "</g></svg>")).encode()


def _frame(leaf: Block) -> str:
    """A part of one path for all: a browser has thousands of elements less to look after."""
    x, y, width, height = leaf.box
    return f"M{x:g} {y:g}h{width:g}v{height:g}h{-width:g}z"


def _words(leaf: Block) -> str:
    return f'<text x="{leaf.box.x + 6:g}" y="{leaf.box.y + 18:g}">{escape(clean(leaf.text, LONGEST_TEXT))}</text>'
