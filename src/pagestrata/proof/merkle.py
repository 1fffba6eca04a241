"""The append-only Merkle tree of RFC 6962 (section 2.1; RFC 9162 has the same tree and the algorithms to check proofs).

The hash of a leaf is SHA-256 over a zero byte and its data, that of a node over a one byte and its two children. A tree of
`size` leaves splits at the largest power of two below `size`, so its complete subtrees never change when it grows. They are
named by (level, number): the subtree of the leaves `number * 2**level` up to `(number + 1) * 2**level`.

Nothing here stores a hash. Functions request complete subtrees through `Subtree`; a proof needs about log2(size) of them. The
data of a leaf is a statement: one JSON object in canonical form, so that anyone can compute its hash again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

HASH_BYTES = 32
EMPTY_ROOT = hashlib.sha256(b"").digest()
Subtree = Callable[[int, int], bytes]
"""Returns the hash of the complete subtree (level, number)."""


def leaf_hash(data: bytes) -> bytes:
    return hashlib.sha256(b"\0" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\1" + left + right).digest()


def completed_by(place: int, leaf: bytes, subtree: Subtree) -> list[bytes]:
    """Return the hashes of the subtrees that the leaf at `place` completes, from the leaf itself upwards."""
    found, level = [leaf], 0
    while place >> level & 1:
        left = subtree(level, (place >> level) - 1)
        found.append(node_hash(left, found[-1]))
        level += 1
    return found


def last_leaf_of(level: int, number: int) -> int:
    """Return the place of the leaf that completes a subtree."""
    return ((number + 1) << level) - 1


def root(size: int, subtree: Subtree) -> bytes:
    """Return the root of the tree of the first `size` leaves."""
    return _range_hash(0, size, subtree) if size else EMPTY_ROOT


def inclusion_proof(place: int, size: int, subtree: Subtree) -> list[bytes]:
    """Return the path from a leaf to the root of the first `size` leaves (RFC 6962, 2.1.1)."""
    if not 0 <= place < size:
        raise ValueError(f"leaf {place} is not in a tree of {size}")
    path: list[bytes] = []
    begin, end = 0, size
    while end - begin > 1:
        middle = begin + _split(end - begin)
        if place < middle:
            path.append(_range_hash(middle, end, subtree))
            end = middle
        else:
            path.append(_range_hash(begin, middle, subtree))
            begin = middle
    return path[::-1]


def consistency_proof(old_size: int, size: int, subtree: Subtree) -> list[bytes]:
    """Return the hashes that show the first tree to be the beginning of the second (RFC 6962, 2.1.2)."""
    if not 0 <= old_size <= size:
        raise ValueError(f"a tree of {old_size} is not the beginning of one of {size}")
    if old_size in {0, size}:
        return []
    path: list[bytes] = []
    begin, end, is_whole = 0, size, True  # `is_whole`: the old tree is a subtree whose root the checker knows
    while old_size != end:
        middle = begin + _split(end - begin)
        if old_size <= middle:
            path.append(_range_hash(middle, end, subtree))
            end = middle
        else:
            path.append(_range_hash(begin, middle, subtree))
            begin, is_whole = middle, False
    if not is_whole:
        path.append(_range_hash(begin, end, subtree))
    return path[::-1]


def root_from_inclusion(leaf: bytes, place: int, size: int, path: Sequence[bytes]) -> bytes | None:
    """Return the root that a path leads to (RFC 9162, 2.1.3.2); None for a path that fits no tree of this size."""
    if not 0 <= place < size:
        return None
    found, number, last = leaf, place, size - 1
    for step in path:
        if last == 0:
            return None
        if number & 1 or number == last:
            found = node_hash(step, found)
            while number and not number & 1:
                number, last = number >> 1, last >> 1
        else:
            found = node_hash(found, step)
        number, last = number >> 1, last >> 1
    return found if last == 0 else None


def is_consistent(old_size: int, old_root: bytes, size: int, new_root: bytes, path: Sequence[bytes]) -> bool:
    """Return whether a proof shows the old tree to be the beginning of the new one (RFC 9162, 2.1.4.2)."""
    if old_size in {0, size}:
        return not path and old_root == (new_root if old_size == size else EMPTY_ROOT)
    if not 0 < old_size < size or not path:
        return False
    return _roots_from_consistency(old_size, old_root, size, path) == (old_root, new_root)


def _roots_from_consistency(
    old_size: int, old_root: bytes, size: int, path: Sequence[bytes]
) -> tuple[bytes, bytes] | None:
    """Return both roots that a proof leads to; None for one that fits no trees of these sizes."""
    steps = list(path) if old_size & (old_size - 1) else [old_root, *path]
    number, last = old_size - 1, size - 1
    while number & 1:
        number, last = number >> 1, last >> 1
    old = new = steps[0]
    for step in steps[1:]:
        if last == 0:
            return None
        if number & 1 or number == last:
            old, new = node_hash(step, old), node_hash(step, new)
            while number and not number & 1:
                number, last = number >> 1, last >> 1
        else:
            new = node_hash(new, step)
        number, last = number >> 1, last >> 1
    return (old, new) if last == 0 else None


class GrowingTree:
    """A tree in memory that only keeps the roots of its complete subtrees: enough to add leaves and know the root."""

    def __init__(self) -> None:
        self.size = 0
        self._peaks: dict[int, bytes] = {}  # by level

    def add(self, leaf: bytes) -> list[bytes]:
        """Add a leaf and return the hashes of the subtrees it completes."""
        completed = completed_by(self.size, leaf, lambda level, _number: self._peaks[level])
        for level in range(len(completed) - 1):
            del self._peaks[level]
        self._peaks[len(completed) - 1] = completed[-1]
        self.size += 1
        return completed

    def root(self) -> bytes:
        return root(self.size, lambda level, _number: self._peaks[level])


def _split(size: int) -> int:
    """Return the largest power of two below `size`."""
    return 1 << (size - 1).bit_length() - 1


def _range_hash(begin: int, end: int, subtree: Subtree) -> bytes:
    """Return the hash over a range that begins where a subtree of its size would."""
    peaks = list(_complete_parts(begin, end))
    found = subtree(*peaks[-1])
    for level, number in reversed(peaks[:-1]):
        found = node_hash(subtree(level, number), found)
    return found


def _complete_parts(begin: int, end: int) -> Iterator[tuple[int, int]]:
    while begin < end:
        level = (end - begin).bit_length() - 1
        yield level, begin >> level
        begin += 1 << level


_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def canonical(statement: Mapping[str, Any]) -> bytes:
    """Return the bytes of a statement: UTF-8, keys in order, no white space, nothing but ASCII."""
    return _ENCODER.encode(statement).encode("ascii")


def moment_text(microseconds: int) -> str:
    """Return a moment as UTC text with microseconds, of one length."""
    return (_EPOCH + timedelta(microseconds=microseconds)).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
