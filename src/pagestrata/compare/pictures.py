"""Picture hashes: what a block looks like in 24 hexadecimal digits, compared without the pixels.

16 digits are a difference hash (is each cell brighter than its right neighbour, on a 9 x 8 reduction), 8 digits the
mean colour and the contrast. A flat block has a difference hash of noise, so below a contrast only the colour counts.
"""

from __future__ import annotations

ALIKE_BITS = 6
ALIKE_COLOUR = 12
FLAT_CONTRAST = 6
_DIGITS = 24


def looks_alike(first: str, second: str) -> bool:
    """Whether two hashes may belong to the same picture; an unknown hash ('') is like any other."""
    if first == second or not first or not second:
        return True
    if len(first) != _DIGITS or len(second) != _DIGITS:
        return False
    one, two = _parts(first), _parts(second)
    if max(abs(a - b) for a, b in zip(one[1:4], two[1:4], strict=True)) > ALIKE_COLOUR:
        return False
    flat = one[4] < FLAT_CONTRAST and two[4] < FLAT_CONTRAST
    return flat or (one[0] ^ two[0]).bit_count() <= ALIKE_BITS


def _parts(picture_hash: str) -> tuple[int, int, int, int, int]:
    bits = int(picture_hash[:16], 16)
    red, green, blue, contrast = bytes.fromhex(picture_hash[16:])
    return bits, red, green, blue, contrast
