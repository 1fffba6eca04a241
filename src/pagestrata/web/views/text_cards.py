"""The small picture of a version that has no screenshot, a feed or a document: its title and first lines on a sheet."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import TYPE_CHECKING

from markupsafe import escape

from pagestrata.web.shown_text import clean

if TYPE_CHECKING:
    from pagestrata.model.blocks import BlockTree

WIDTH, HEIGHT = 480, 300
SVG = "image/svg+xml"
LINE_PX, TITLE_PX = 22, 28
TITLE_LETTERS, LINE_LETTERS = 34, 54
MOST_LINES, LINES_EACH = 9, 2


def text_card(title: str, tree: BlockTree) -> bytes:
    """The card as SVG; no script, style or address is in it, and nothing that steers a screen."""
    words = wrap(clean(title, 200), TITLE_LETTERS)[:2]
    head = "".join(
        f'<text x="28" y="{44 + TITLE_PX * number}" font-size="22" font-weight="700" fill="#1f2328">{escape(line)}</text>'
        for number, line in enumerate(words)
    )
    top = 44 + TITLE_PX * len(words) + 10
    room = max(0, (HEIGHT - top) // LINE_PX)
    lines = list(_lines(tree, title))[: min(MOST_LINES, room)]
    body = "".join(f'<text x="28" y="{top + LINE_PX * n}">{escape(line)}</text>' for n, line in enumerate(lines))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/><rect width="8" height="{HEIGHT}" fill="#7fa8c9"/>'
        f'<g font-family="system-ui, sans-serif" font-size="15" fill="#444">{head}{body}</g></svg>'
    ).encode()


def _lines(tree: BlockTree, title: str) -> Iterator[str]:
    """The first lines of each block that says something else than the title."""
    for leaf in tree.leaves():
        text = " ".join(leaf.text.split())
        if text and text != title:
            yield from wrap(clean(text, 400), LINE_LETTERS)[:LINES_EACH]
