"""Screenshots unpacked to pixels, with one limit against files that are small and pictures that are gigantic.

The head of a PNG file says how large the picture is, so a bomb is refused before a byte of it is unpacked. OpenCV
decodes: in half the time Pillow takes, and it refuses files whose bytes do not add up.
"""

from __future__ import annotations

import struct
from typing import Literal

import numpy as np

from pagestrata.model.screenshots import Pixels

MOST_PIXELS = 150_000_000
"""450 MB unpacked. A capture has at most 89 million pixels, so this leaves room for pictures from elsewhere."""

PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_SHORTEST_PNG = 33  # signature and head


def png_size(data: bytes) -> tuple[int, int] | None:
    """Width and height as the head of a PNG file says; None for another file."""
    if len(data) < _SHORTEST_PNG or not data.startswith(PNG_SIGNATURE):
        return None
    width, height = struct.unpack_from(">II", data, 16)
    return width, height


def is_too_large(size: tuple[int, int]) -> bool:
    """Whether a picture of this width and height is not to be unpacked."""
    return size[0] * size[1] > MOST_PIXELS


def decode_png(data: bytes, colours: Literal["BGR", "RGB", "as stored"]) -> Pixels | None:
    """The pixels; None for what is not a PNG file, empty, too large or damaged.

    'as stored' gives what the file holds, three values from blue to red for plain colours, others as OpenCV has them.
    """
    size = png_size(data)
    if size is None or not all(size) or is_too_large(size):
        return None
    import cv2

    modes = {"BGR": cv2.IMREAD_COLOR, "RGB": cv2.IMREAD_COLOR_RGB, "as stored": cv2.IMREAD_UNCHANGED}
    try:
        pixels = cv2.imdecode(np.frombuffer(data, np.uint8), modes[colours])
    except cv2.error:
        return None
    if pixels is None or pixels.dtype != np.uint8:
        return None
    return np.asarray(pixels, np.uint8)


def encode_jpeg(pixels: Pixels, *, quality: int = 88) -> bytes:
    """A JPEG file of pixels, blue first: for looking at, in a fifth of the time and a part of the bytes of a PNG."""
    import cv2

    _, data = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return data.tobytes()
