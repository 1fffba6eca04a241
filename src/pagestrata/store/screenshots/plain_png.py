"""Reads the PNG files that browsers take screenshots in, with OpenCV: in half the time Pillow takes.

Only files that leave no room for interpretation are read here: eight bits a colour, no transparency, no colour profile,
no animation. OpenCV refuses files whose bytes do not add up, and everything refused is left to Pillow.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

import numpy as np

from pagestrata.formats.pictures import PNG_SIGNATURE, Pixels, decode_png, png_size

_HEAD = struct.Struct(">IIBBBBB")
_RGB_8_BIT = (8, 2, 0, 0, 0)  # depth, colour type, compression, filter, not interlaced
_MEANINGLESS = frozenset({b"IHDR", b"IDAT", b"IEND", b"sRGB", b"pHYs", b"tEXt", b"zTXt", b"iTXt", b"tIME"})


def read_plain_png(data: bytes) -> Pixels | None:
    """The pixels, four bytes each, the last 255; None for any other file."""
    if not _is_plain(data):
        return None
    found = decode_png(data, "as stored")
    if found is None or found.shape != (*reversed(png_size(data) or ()), 3):
        return None
    import cv2

    return np.asarray(cv2.cvtColor(found, cv2.COLOR_BGR2RGBA), np.uint8)


def _is_plain(data: bytes) -> bool:
    if not data.startswith(PNG_SIGNATURE + b"\0\0\0\x0dIHDR") or len(data) < len(PNG_SIGNATURE) + 8 + _HEAD.size:
        return False
    width, height, *form = _HEAD.unpack_from(data, len(PNG_SIGNATURE) + 8)
    kinds = list(_chunk_kinds(data))
    is_whole = bool(kinds) and kinds[-1] == b"IEND"
    return is_whole and width * height > 0 and tuple(form) == _RGB_8_BIT and _MEANINGLESS.issuperset(kinds)


def _chunk_kinds(data: bytes) -> Iterator[bytes]:
    place = len(PNG_SIGNATURE)
    while place + 12 <= len(data):
        (length,) = struct.unpack_from(">I", data, place)
        yield data[place + 4 : place + 8] if place + 12 + length <= len(data) else b"cut short"
        place += 12 + length
