"""Pictures of versions, made small enough to be looked at at once; the screenshot itself stays as it was taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pagestrata.errors import NotFoundError
from pagestrata.formats.pictures.pictures import encode_jpeg
from pagestrata.model.geometry import Box
from pagestrata.model.records import Version
from pagestrata.model.screenshots import Screenshot
from pagestrata.visit.shown.pane_marks import visible_part
from pagestrata.web.views.bounded_cache import BoundedCache
from pagestrata.web.views.sketches import sketch_svg
from pagestrata.web.views.version_sides import side_of

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive

KEPT_BYTES = 48 * 1024 * 1024
BAND_PX = 2_500
"""Height of the bands in which a long picture is sent."""

_PICTURES: BoundedCache[tuple[bytes, ...]] = BoundedCache(most=KEPT_BYTES, size_of=lambda files: sum(map(len, files)))


def bands_of(height: float) -> list[tuple[int, int]]:
    """Number and height of each band of a picture."""
    tall = round(height)
    return [(number, min(BAND_PX, tall - number * BAND_PX)) for number in range(-(-tall // BAND_PX))]


def picture_band(archive: Archive, version: Version, number: int) -> bytes:
    """One band of the screenshot as JPEG. NotFoundError where there is none."""
    bands = _PICTURES.get(archive, ("bands", version.id), lambda: _bands(archive, version))
    if not 0 <= number < len(bands):
        raise NotFoundError(f"the picture of version {version.id} has no band {number}")
    return bands[number]


def block_picture(archive: Archive, version: Version, ref: str) -> bytes:
    """One block as JPEG. NotFoundError where the version has no such block, or nothing is to be seen of it."""
    return _PICTURES.get(archive, ("block", version.id, ref), lambda: (_block(archive, version, ref),))[0]


def sketch(archive: Archive, version: Version) -> bytes:
    """The blocks of a version drawn as SVG, for where it has no screenshot, or below the end of it."""
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
