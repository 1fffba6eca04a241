"""The pictures inside a followed block, and whether they are others than before.

A block may say the same and show something else: a product photo is swapped, a map redrawn. Each picture is known by
its address, by the bytes that came from there and by how it looks on the screenshot. Equal bytes are the same picture
whatever the address (sites put versions and tokens into addresses); other bytes that look alike were only packed again.
Pixels alone prove nothing against a picture whose bytes stayed: it may be animated, or something lay over it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import cached_property

from pagestrata.errors import InputError
from pagestrata.model.records import SeenImage
from pagestrata.model.screenshots import Screenshot
from pagestrata.model.snapshot import NodeTable, Snapshot

# Imports inside functions: visits that find nothing new end without them (tests/guards/test_light_start.py).

SMALLEST_SIDE_PX = 8
"""Smaller pictures are spacers, bullets and trackers."""
MOST_IMAGES = 50
DIGEST_BYTES = 8
LONGEST_ADDRESS = 2_000
HOLDS_THE_PICTURE = ("data:", "urn:pagestrata:svg:")
MOVING = frozenset({"canvas", "video"})
"""Kinds that look different at every moment."""


class BlockImages:
    """The pictures inside the blocks of one capture; its screenshot is opened at the first one."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot

    def inside(self, row: int | None) -> tuple[SeenImage, ...] | None:
        """The pictures of the element in this row, in document order; None where there is no element."""
        nodes = self._snapshot.nodes
        if nodes is None or row is None:
            return None
        rows = [inner for inner in range(row, int(nodes.end[row])) if inner in nodes.images and _counts(nodes, inner)]
        return tuple(self._seen(nodes, inner) for inner in rows[:MOST_IMAGES])

    def _seen(self, nodes: NodeTable, row: int) -> SeenImage:
        image = nodes.images[row]
        looks = "" if image.kind in MOVING else self._looks(nodes, row)
        digest = self._digests.get(image.address, "")
        if not digest and image.address.startswith(HOLDS_THE_PICTURE):
            digest = _digest_of(image.address.encode("utf-8", "surrogatepass"))
        return SeenImage(address=image.address[:LONGEST_ADDRESS], digest=digest, picture_hash=looks)

    def _looks(self, nodes: NodeTable, row: int) -> str:
        from pagestrata.comparing.pixels.picture_hashes import picture_hash
        from pagestrata.comparing.pixels.visual_changes import cut

        if self._screenshot is None or self._snapshot.device_pixel_ratio != 1.0:
            return ""
        box = nodes.clipped_of(row)
        if box.bottom > (self._screenshot.size or (0, 0))[1] + 1:
            return ""  # where the picture ends within it, a part would be taken for another picture
        return picture_hash(cut(self._screenshot, box))

    @cached_property
    def _screenshot(self) -> Screenshot | None:
        from pagestrata.comparing.pixels.visual_changes import open_screenshot

        try:
            from pagestrata.formats.pictures.screenshots import screenshot_of

            found = screenshot_of(self._snapshot)
            return open_screenshot(found, which="page's") if found is not None else None
        except InputError:
            return None

    @cached_property
    def _digests(self) -> Mapping[str, str]:
        answers = [answer for answer in self._snapshot.responses if answer.status == 200 and answer.body]
        return {answer.url: _digest_of(answer.body) for answer in answers if answer.resource_type == "image"}


def _digest_of(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=DIGEST_BYTES).hexdigest()


def _counts(nodes: NodeTable, row: int) -> bool:
    return bool(nodes.visible[row]) and float(nodes.clipped[row, 2:].min()) >= SMALLEST_SIDE_PX


def share_of_others(old: Sequence[SeenImage] | None, new: Sequence[SeenImage] | None) -> float:
    """Which share of the pictures is another, gone or new, 0 to 1; 0 where nothing is known of one side."""
    if old is None or new is None or not (old or new):
        return 0.0
    others = sum(not is_same_image(*pair) for pair in zip(old, new, strict=False)) + abs(len(old) - len(new))
    return others / max(len(old), len(new))


def is_same_image(old: SeenImage, new: SeenImage) -> bool:
    """Whether a person would take two pictures in the same place for one."""
    from pagestrata.comparing.pixels.picture_hashes import looks_alike

    if old.digest and new.digest:
        if old.digest == new.digest:
            return True
    elif old.address == new.address and not (old.picture_hash and new.picture_hash):
        return True
    known = bool(old.picture_hash and new.picture_hash)
    return known and looks_alike(old.picture_hash, new.picture_hash)
