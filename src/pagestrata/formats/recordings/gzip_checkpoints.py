"""Places inside a long gzip member from which unpacking can go on, so that reading many records of it takes linear time.

Some recorders compress a whole WARC file as one member. Without checkpoints each record costs the unpacking of all that
stand before it. The state after the last record makes reading in order as cheap as one walk; states at even distances
make any other order cost one distance a record. A state is some 40 KB, and there are never more than `MAX_POINTS`.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass

MAX_POINTS = 256
FIRST_DISTANCE = 512 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """The state of unpacking one member: `unpacked` bytes came out, the next to put in is `next_input` of the file."""

    member_start: int
    unpacked: int
    next_input: int
    stream: zlib._Decompress  # never used itself, only its copies
    pending: bytes = b""  # read from the file before `next_input`, not yet unpacked
    buffer: bytes = b""  # unpacked, not yet taken

    @property
    def position(self) -> int:
        """The first byte of the unpacked member that can still be taken."""
        return self.unpacked - len(self.buffer)


class GzipCheckpoints:
    """The checkpoints of one file. Adding replaces, never changes, what another thread may be reading."""

    def __init__(self) -> None:
        self._points: tuple[Checkpoint, ...] = ()
        self._distance = FIRST_DISTANCE
        self.last: Checkpoint | None = None

    def before(self, member_start: int, position: int) -> Checkpoint | None:
        """The latest state of a member from which a position can be reached."""
        known = (*self._points, self.last) if self.last else self._points
        usable = (point for point in known if point.member_start == member_start and point.position <= position)
        return max(usable, key=lambda point: point.position, default=None)

    def wants(self, member_start: int, unpacked: int) -> bool:
        """Whether a state here would be far enough from the others to be worth its memory."""
        slot = (member_start, unpacked // self._distance)
        return slot[1] > 0 and slot not in map(self._slot, self._points)

    def add(self, point: Checkpoint) -> None:
        points = (*self._points, point)
        while len(points) > MAX_POINTS:
            self._distance *= 2
            points = tuple({self._slot(known): known for known in points if self._slot(known)[1] > 0}.values())
        self._points = points

    def _slot(self, point: Checkpoint) -> tuple[int, int]:
        return point.member_start, point.unpacked // self._distance
