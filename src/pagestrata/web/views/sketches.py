"""A version without a picture as an SVG of its blocks: their frames with their first words.

It is a file of its own, which browsers keep: in the page, a large one's sketches would be nearly all of it.
"""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import escape

from pagestrata.model.blocks import BlockTree
from pagestrata.visit.pane_marks import page_size
from pagestrata.web.shown_text import clean

LONGEST_TEXT = 90


def sketch_svg(tree: BlockTree) -> bytes:
    """The leaf blocks of a page, drawn; no script, style or address is in it."""
    width, height = page_size(tree)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}">'
        '<g fill="none" stroke="#c4c8ce">'
    )
    words = '</g><g fill="#555" font-family="system-ui, sans-serif" font-size="14">'
    return "".join((head, *_frames(tree), words, *_words(tree), "</g></svg>")).encode()


def _frames(tree: BlockTree) -> Iterator[str]:
    for box in (leaf.box for leaf in tree.leaves()):
        if box.area and box.is_finite:
            yield f'<rect x="{box.x:g}" y="{box.y:g}" width="{box.width:g}" height="{box.height:g}"/>'


def _words(tree: BlockTree) -> Iterator[str]:
    for leaf in tree.leaves():
        if leaf.box.area and leaf.box.is_finite and leaf.text:
            yield f'<text x="{leaf.box.x + 6:g}" y="{leaf.box.y + 18:g}">{escape(clean(leaf.text, LONGEST_TEXT))}</text>'
