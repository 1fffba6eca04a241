"""A screenshot as a PNG file, unpacked once, on first use."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple
from weakref import WeakKeyDictionary

from pagestrata.errors import InputError
from pagestrata.formats.pictures.channels import REVERSED, rearranged
from pagestrata.formats.pictures.pictures import decode_png, png_size
from pagestrata.formats.pictures.plain_png import read_plain_png
from pagestrata.model.screenshots import PixelEdges, Pixels, Screenshot
from pagestrata.model.snapshot import Snapshot


class CutPart(NamedTuple):
    """A piece of a part of a page, or a stretch of one colour: its place on the page, its colour or -1, its digest or b""."""

    left: int
    top: int
    width: int
    height: int
    colour: int
    digest: bytes


class PngScreenshot:
    """The parts of a picture in a PNG file. Equal for equal files.

    `cut_parts` are the pieces of parts that were compared by them, kept for who stores the picture.
    """

    def __init__(self, png: bytes) -> None:
        self.png = png
        self._plain: Pixels | None = None
        self._other: Pixels | None = None
        self.cut_parts: dict[PixelEdges, Sequence[CutPart]] = {}

    def __reduce__(self) -> tuple[type[PngScreenshot], tuple[bytes]]:
        return PngScreenshot, (self.png,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PngScreenshot) and other.png == self.png

    def __hash__(self) -> int:
        return hash(self.png)

    @property
    def size(self) -> tuple[int, int] | None:
        return png_size(self.png)

    @cached_property
    def file_name(self) -> str:
        return picture_name(self.png)

    def part(self, left: int, top: int, right: int, bottom: int) -> Pixels:
        top, left = max(0, top), max(0, left)
        pixels = self._pixels()[top : max(top, bottom), left : max(left, right)]
        if pixels.shape[2] == 3 or not pixels.size:
            return pixels[..., :3]
        return rearranged(pixels, REVERSED)

    def shows_part_of(self, other: Screenshot, mine: PixelEdges, others: PixelEdges) -> bool:
        """Nothing is known of a file before it is unpacked."""
        return False

    def plain_part(self, left: int, top: int, right: int, bottom: int) -> Pixels | None:
        """The pixels between these edges of a plain file, four bytes each, not copied; None for every other file."""
        self._pixels()
        return self._plain[top:bottom, left:right] if self._plain is not None else None

    def _pixels(self) -> Pixels:
        """Four bytes a pixel, red first, of a plain file; three, blue first, of every other."""
        if self._plain is None and self._other is None:
            self._plain = read_plain_png(self.png)
            self._other = decode_png(self.png, "BGR") if self._plain is None else None
        found = self._plain if self._plain is not None else self._other
        if found is None:
            raise InputError("the screenshot is damaged or no PNG picture; capture the page again")
        return found

    def take_plain_pixels(self) -> Pixels | None:
        """Return the pixels of a plain file, four bytes each, and forget them: the caller may paint over them."""
        found = self._plain if self._plain is not None else read_plain_png(self.png)
        self._plain = self._other = None
        return found


def picture_name(png: bytes) -> str:
    """Return the name of a screenshot's file: a digest of its bytes."""
    return hashlib.blake2b(png, digest_size=20, person=b"screenshot").hexdigest()


_OF_SNAPSHOTS: WeakKeyDictionary[Snapshot, PngScreenshot] = WeakKeyDictionary()


def screenshot_of(snapshot: Snapshot) -> PngScreenshot | None:
    """Return the screenshot of a capture, cached while the capture exists, so that it is unpacked once."""
    if snapshot.screenshot_png is None:
        return None
    return _OF_SNAPSHOTS.setdefault(snapshot, PngScreenshot(snapshot.screenshot_png))


def opened(screenshot: bytes | Screenshot) -> Screenshot:
    """Return a screenshot that can be read in parts, given one or the bytes of a PNG file."""
    return PngScreenshot(screenshot) if isinstance(screenshot, bytes) else screenshot
