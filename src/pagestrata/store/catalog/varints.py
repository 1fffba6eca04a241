"""Lists of row numbers in a few bytes: their differences as variable-length integers.

A version of an unchanged page repeats hundreds of references. Neighbours in a list were mostly stored together, so their
differences are small.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pagestrata.errors import ArchiveError

_LARGEST = 2**63 - 1


def pack(numbers: Iterable[int]) -> bytes:
    """Return numbers as bytes, in their order."""
    out = bytearray()
    previous = 0
    for number in numbers:
        step = number - previous
        previous = number
        value = step * 2 if step >= 0 else -step * 2 - 1
        while value >= 0x80:
            out.append(value & 0x7F | 0x80)
            value >>= 7
        out.append(value)
    return bytes(out)


def unpack(data: bytes) -> Sequence[int]:
    """Undo `pack`. Raises ArchiveError for data that `pack` never returns."""
    numbers: list[int] = []
    value = shift = previous = 0
    for byte in data:
        value |= (byte & 0x7F) << shift
        if byte & 0x80:
            shift += 7
            continue
        previous += value >> 1 if not value & 1 else -((value + 1) >> 1)
        numbers.append(previous)
        value = shift = 0
    if shift:
        raise ArchiveError("a list of numbers in the catalog ends inside a number; run `pagestrata verify --repair`")
    if numbers and (max(numbers) > _LARGEST or min(numbers) < -_LARGEST):
        raise ArchiveError("a list of numbers in the catalog is damaged; run `pagestrata verify --repair`")
    return numbers
