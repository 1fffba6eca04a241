"""Screenshots unpacked to pixels, with one limit against files that are small and pictures that are gigantic.

The head of a PNG file says how large the picture is, so a bomb is refused before a byte of it is unpacked. Pillow decodes;
the checksums of the file, which it does not look at, are checked before.
"""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Iterator
from typing import Literal

import numpy as np

from pagestrata.formats.pictures.channels import REVERSED, rearranged
from pagestrata.model.screenshots import Pixels

# Imports inside functions: commands that only list or check a page start without them (tests/guards/test_light_start.py).

MOST_PIXELS = 150_000_000
"""450 MB unpacked. A capture has at most 89 million pixels, so this leaves room for pictures from elsewhere."""

PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_SHORTEST_PNG = 33  # signature and head
_EIGHT_BITS = frozenset({"1", "L", "LA", "P", "PA", "RGB", "RGBA"})


def png_size(data: bytes) -> tuple[int, int] | None:
    """Width and height as the head of a PNG file says; None for another file."""
    if len(data) < _SHORTEST_PNG or not data.startswith(PNG_SIGNATURE):
        return None
    width, height = struct.unpack_from(">II", data, 16)
    return width, height


def is_too_large(size: tuple[int, int]) -> bool:
    """Return whether a picture of this width and height is too large to unpack."""
    return size[0] * size[1] > MOST_PIXELS


def png_chunks(data: bytes) -> Iterator[tuple[bytes, memoryview]]:
    """Yield kind and content of the chunks; the kind of a damaged or truncated chunk is b"damaged"."""
    view, place = memoryview(data), len(PNG_SIGNATURE)
    while place + 12 <= len(data):
        (length,) = struct.unpack_from(">I", data, place)
        end = place + 8 + length
        is_whole = end + 4 <= len(data) and zlib.crc32(view[place + 4 : end]) == int.from_bytes(view[end : end + 4])
        yield data[place + 4 : place + 8] if is_whole else b"damaged", view[place + 8 : end]
        place = end + 4


def decode_png(data: bytes, colours: Literal["BGR", "RGB"]) -> Pixels | None:
    """The pixels; None for what is not a PNG file, empty, too large, damaged, or has more than eight bits a grey value."""
    size = png_size(data)
    if size is None or not all(size) or is_too_large(size) or not _is_whole(data):
        return None
    from PIL import PngImagePlugin  # by its name: `Image.open` has a limit of its own, and loads other formats

    try:
        with PngImagePlugin.PngImageFile(io.BytesIO(data)) as picture:
            if picture.mode not in _EIGHT_BITS:
                return None
            pixels = np.array(picture if picture.mode == "RGB" else picture.convert("RGB"))
    except (OSError, ValueError, SyntaxError):
        return None
    return pixels if colours == "RGB" else rearranged(pixels, REVERSED)


def _is_whole(data: bytes) -> bool:
    """Return whether every chunk up to the last has the right checksum."""
    for kind, _ in png_chunks(data):
        if kind in {b"damaged", b"IEND"}:
            return kind == b"IEND"
    return False


def encode_jpeg(pixels: Pixels, *, quality: int = 88) -> bytes:
    """Return pixels, blue first, as a JPEG file for viewing, in a fifth of the time of a PNG and fewer bytes."""
    from PIL import Image, JpegImagePlugin  # noqa: F401 - else Pillow loads all its forty formats to find this one

    target = io.BytesIO()
    Image.fromarray(rearranged(pixels, REVERSED)).save(target, "JPEG", quality=quality)
    return target.getvalue()
