"""Small pictures of versions, made of the top of their screenshots and remembered while the program runs."""

from __future__ import annotations

import io
import threading
from collections import OrderedDict
from typing import TYPE_CHECKING

from pagestrata.formats.pictures.channels import REVERSED, rearranged
from pagestrata.web.views.text_cards import SVG, text_card

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive

WIDTH, HEIGHT = 480, 300
_QUALITY = 80
_REMEMBERED = 1000
_AT_ONCE = 2


class Thumbnails:
    """Thumbnails by version, as WebP; a few are made at a time, the last thousand are remembered."""

    def __init__(self) -> None:
        self._made: OrderedDict[str, bytes] = OrderedDict()
        self._lock = threading.Lock()
        self._turns = threading.BoundedSemaphore(_AT_ONCE)

    def of(self, archive: Archive, version_id: str) -> bytes:
        """The picture of a version. NotFoundError where there is no such version."""
        with self._lock:
            if version_id in self._made:
                self._made.move_to_end(version_id)
                return self._made[version_id]
        with self._turns:
            made = make_thumbnail(archive, version_id)
        with self._lock:
            self._made[version_id] = made
            while len(self._made) > _REMEMBERED:
                self._made.popitem(last=False)
        return made


def media_type_of(thumbnail: bytes) -> str:
    """What a thumbnail is sent as."""
    return SVG if thumbnail.startswith(b"<svg") else "image/webp"


def make_thumbnail(archive: Archive, version_id: str) -> bytes:
    """The top of a page, as wide as it is, in the shape of a card; of what has no screenshot, its first lines as SVG."""
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
