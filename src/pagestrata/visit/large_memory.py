"""Memory of pictures, given back to the system when they are let go.

The C library keeps what a program freed, in the hope that it will ask for as much again, and after a few screenshots it keeps
tens of megabytes of holes between what is still used: measured over imports of tall pages, 80 to 95 MB. Larger pieces are
therefore asked of the system itself, which gets them back at once. Smaller ones leave holes, too, more with every visit: those
are given back before the pictures of a page are looked at, which is when a visit needs most.
"""

from __future__ import annotations

import ctypes
from functools import cache

LARGE_BYTES = 4 * 1024 * 1024
_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8  # as malloc.h of glibc numbers them
_MOST_ARENAS = 2


@cache
def give_large_memory_back() -> bool:
    """Once for this process; False where the C library is none that can be asked."""
    try:
        ask = ctypes.CDLL(None).mallopt
    except (OSError, TypeError, AttributeError):  # not glibc
        return False
    settings = {_MMAP_THRESHOLD: LARGE_BYTES, _TRIM_THRESHOLD: LARGE_BYTES, _ARENA_MAX: _MOST_ARENAS}
    accepted = [bool(ask(name, value)) for name, value in settings.items()]
    return all(accepted)


def give_holes_back() -> bool:
    """Now, in some two milliseconds; False where there was nothing to give back, or nobody who could be asked."""
    try:
        return bool(ctypes.CDLL(None).malloc_trim(0))
    except (OSError, TypeError, AttributeError):  # not glibc
        return False
