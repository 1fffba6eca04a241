"""Pictures of versions, small enough to be shown at once; the stored screenshot is not changed.

Versions are read once and kept for a while: a reader who goes from one change to the next sees each version twice. A version
without a picture is drawn as an SVG of its blocks: their frames with their first words. It is a file of its own, which browsers
cache: inside the page, the sketches would be most of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import escape

from pagestrata.app.comparisons import side_of_version
from pagestrata.deciding.sides import Side
from pagestrata.errors import NotFoundError
from pagestrata.formats.pictures.pictures import encode_jpeg
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.geometry import Box
from pagestrata.model.records import Version
from pagestrata.model.screenshots import Screenshot
from pagestrata.visit.shown.pane_marks import Pane, page_size, pane_of, visible_part
from pagestrata.web.shown_text import clean
from pagestrata.web.views.bounded_cache import BoundedCache

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive

SIDES_KEPT = 8

_SIDES: BoundedCache[Side] = BoundedCache(most=SIDES_KEPT)


LONGEST_TEXT = 90
MOST_WORDS = 300
"""Blocks with words: a browser needs 0.15 ms for each, and draws the whole sketch before it answers a key."""
LETTER_PX = 7


def side_of(archive: Archive, version: Version) -> Side:
    """A version, read once."""
    return _SIDES.get(archive, version.id, lambda: side_of_version(archive, version))


def pane_of_version(archive: Archive, version: Version) -> tuple[Side, Pane]:
    """A version with its picture, without marks."""
    side = side_of_version(archive, version)
    return side, pane_of("new", version.id, side, (), ())


KEPT_BYTES = 48 * 1024 * 1024
BAND_PX = 2_500
"""Height of the bands in which a long picture is sent."""

_PICTURES: BoundedCache[tuple[bytes, ...]] = BoundedCache(most=KEPT_BYTES, size_of=lambda files: sum(map(len, files)))


def bands_of(height: float) -> list[tuple[int, int]]:
    """Number and height of each band of a picture."""
    tall = round(height)
    return [(number, min(BAND_PX, tall - number * BAND_PX)) for number in range(-(-tall // BAND_PX))]


def picture_band(archive: Archive, version: Version, number: int) -> bytes:
    """One band of the screenshot as JPEG. NotFoundError if it does not exist."""
    bands = _PICTURES.get(archive, ("bands", version.id), lambda: _bands(archive, version))
    if not 0 <= number < len(bands):
        raise NotFoundError(f"the picture of version {version.id} has no band {number}")
    return bands[number]


def block_picture(archive: Archive, version: Version, ref: str) -> bytes:
    """One block as JPEG. Raises NotFoundError if the version has no such block, or the block is invisible."""
    return _PICTURES.get(archive, ("block", version.id, ref), lambda: (_block(archive, version, ref),))[0]


def sketch(archive: Archive, version: Version) -> bytes:
    """The blocks of a version drawn as SVG, for a version without a screenshot, or below its end."""
    return _PICTURES.get(archive, ("sketch", version.id), lambda: (_sketch(archive, version),))[0]


def _sketch(archive: Archive, version: Version) -> bytes:
    picture = archive.contents.picture(version)
    return sketch_svg(side_of(archive, version).tree, picture.size if picture is not None else None)


def _opened(archive: Archive, version: Version) -> tuple[Screenshot, tuple[int, int]]:
    picture = archive.contents.picture(version)
    size = picture.size if picture is not None else None
    if picture is None or size is None:
        raise NotFoundError(f"version {version.id} was stored without a picture")
    return picture, size


def _bands(archive: Archive, version: Version) -> tuple[bytes, ...]:
    """All bands: the picture is unpacked once for them."""
    picture, (width, height) = _opened(archive, version)
    pixels = picture.part(0, 0, width, height)
    return tuple(encode_jpeg(pixels[BAND_PX * number :][:tall]) for number, tall in bands_of(height))


def _block(archive: Archive, version: Version, ref: str) -> bytes:
    picture, size = _opened(archive, version)
    block = archive.contents.tree(version).by_ref().get(ref)
    box = visible_part(block.box, Box(0, 0, *size)) if block is not None else None
    if block is not None and box is None and block.box.y >= size[1]:
        raise NotFoundError(f"block {ref[:60]!r} is below the picture, which ends at {size[1]:,} px; read its text")
    if box is None:
        raise NotFoundError(f"version {version.id} shows no block {ref[:60]!r}")
    return encode_jpeg(picture.part(round(box.x), round(box.y), round(box.right), round(box.bottom)))


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
