"""Small pictures of versions, made of the top of their screenshots and remembered while the program runs.

A version without a screenshot, such as a feed or a document, is shown as a card with its title and first lines.
"""

from __future__ import annotations

import io
import threading
from collections.abc import Iterator
from textwrap import wrap
from typing import TYPE_CHECKING

from markupsafe import escape

from pagestrata.formats.pictures.channels import REVERSED, rearranged
from pagestrata.web.shown_text import clean
from pagestrata.web.views.bounded_cache import BoundedCache

if TYPE_CHECKING:
    from pagestrata.model.blocks import BlockTree
    from pagestrata.store.archive import Archive

# Imports inside functions: pages without pictures are shown without Pillow.

SVG = "image/svg+xml"
LINE_PX, TITLE_PX = 22, 28
TITLE_LETTERS, LINE_LETTERS = 34, 54
MOST_LINES, LINES_EACH = 9, 2


def text_card(title: str, tree: BlockTree) -> bytes:
    """The card as SVG, without scripts, styles, addresses and control characters."""
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
    """The first lines of each block whose text is not the title."""
    for leaf in tree.leaves():
        text = " ".join(leaf.text.split())
        if text and text != title:
            yield from wrap(clean(text, 400), LINE_LETTERS)[:LINES_EACH]


WIDTH, HEIGHT = 480, 300
_QUALITY = 80
_REMEMBERED = 1000
_AT_ONCE = 2


class Thumbnails:
    """Thumbnails by version, as WebP; a few are made at a time, the last thousand are remembered."""

    def __init__(self) -> None:
        self._made: BoundedCache[bytes] = BoundedCache(most=_REMEMBERED)
        self._turns = threading.BoundedSemaphore(_AT_ONCE)

    def of(self, archive: Archive, version_id: str) -> bytes:
        """The picture of a version. Raises NotFoundError if the version does not exist."""

        def make() -> bytes:
            with self._turns:
                return make_thumbnail(archive, version_id)

        return self._made.get(archive, version_id, make)


def media_type_of(thumbnail: bytes) -> str:
    """What a thumbnail is sent as."""
    return SVG if thumbnail.startswith(b"<svg") else "image/webp"


def make_thumbnail(archive: Archive, version_id: str) -> bytes:
    """The top of a page, as wide as it is, in the shape of a card; without a screenshot, its first lines as SVG."""
    version = archive.versions.named(version_id)
    picture = archive.contents.picture(version)
    size = picture.size if picture is not None else None
    if picture is None or size is None or not all(size):
        return text_card(version.title or version.url, archive.contents.tree(version))
    from PIL import Image, WebPImagePlugin  # noqa: F401 - else Pillow loads all its forty formats to find this one

    height = min(size[1], max(1, size[0] * HEIGHT // WIDTH))
    top = Image.fromarray(rearranged(picture.part(0, 0, size[0], height), REVERSED))
    canvas = Image.new("RGB", (WIDTH, HEIGHT), "white")
    canvas.paste(top.resize((WIDTH, max(1, height * WIDTH // size[0])), Image.Resampling.BOX))
    target = io.BytesIO()
    canvas.save(target, "WEBP", quality=_QUALITY)
    return target.getvalue()
