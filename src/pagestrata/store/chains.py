"""Compress bytes against their predecessor: zstd with another byte string as prefix, in chains of bounded length.

A version of a page is mostly its predecessor, and zstd with the predecessor as prefix stores little more than the new parts.
A plain chain would need all predecessors to decode the newest, and a full copy every few versions would cost most of the
gain. The chain here is a ladder: inside a run of `RUN` versions each refers to its predecessor, and the first
of run number j refers to the first of run number j & (j - 1), j with its lowest bit cleared. So any version is
rebuilt from at most RUN + log2(versions / RUN) others, only one version in RUN refers to a distant one, and there is
no second full copy. Large documents get shorter runs, so that the bytes decoded for one version stay bounded as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

import zstandard

from pagestrata.errors import ArchiveError

LEVEL = 19
FAST_LEVEL = 12
FAST_TABLE_LOG = 20
"""Log2 of the size of the fast level's hash table, which then fits into the processor's cache.

Pages of over a megabyte take seven tenths of the time for half a thousandth more bytes."""
SLOW_SPAN_BYTES = 96 * 1024  # beyond, the last twentieth of the size costs five to ten times the processor time
SMALL_BYTES = 2048
RUN = 64
RUN_BYTES = 16 * 1024 * 1024
MAX_WINDOW_LOG = 27
NEXT_TO_NOTHING = 64
"""How many times smaller than its content a frame must be to count as nothing new; a higher level gains little then."""


class Link(Protocol):
    """One member of a chain."""

    @property
    def ordinal(self) -> int: ...
    @property
    def size(self) -> int: ...


AnyLink = TypeVar("AnyLink", bound=Link)


def run_length(size: int) -> int:
    """Return the number of consecutive versions of this size before the chain steps back."""
    run = RUN
    while run > 2 and run * size > RUN_BYTES:
        run //= 2
    return run


def choose_base(ancestry: Sequence[AnyLink]) -> AnyLink | None:
    """Return the base for the successor of ancestry[0]; `ancestry` lists that object, its base, the base's base, ..."""
    if not ancestry:
        return None
    predecessor = ancestry[0]
    ordinal, run = predecessor.ordinal + 1, run_length(predecessor.size)
    if ordinal % run:
        return predecessor
    head = ordinal // run
    wanted = (head & (head - 1)) * run
    # Retention may have deleted the wanted one: the next older is as good, and the oldest always works.
    return next((link for link in ancestry if link.ordinal <= wanted), ancestry[-1])


def quick_level(span: int) -> int:
    """Return the compression level that is fast for little extra size; `span` is the size of data and prefix together."""
    return LEVEL if span <= SLOW_SPAN_BYTES else FAST_LEVEL


def compress_quickly(data: bytes, prefix: bytes | None = None) -> bytes:
    """Like `compress`, with the highest level only where it pays: data that hardly differs from its prefix is not worth it.

    Of real pages against their predecessors, this takes 40 % of the time for half a percent more bytes.
    """
    level = quick_level(len(data) + len(prefix or b""))
    if prefix and level > FAST_LEVEL:
        found = compress(data, prefix, level=FAST_LEVEL)
        if len(found) * NEXT_TO_NOTHING <= max(len(data), SMALL_BYTES):
            return found
    return compress(data, prefix, level=level)


def compress(data: bytes, prefix: bytes | None = None, *, level: int = LEVEL) -> bytes:
    """Return one zstd frame without magic number and checksum: the catalog knows size and digest of the content."""
    span = len(data) + len(prefix or b"")
    table = {"hash_log": FAST_TABLE_LOG} if level == FAST_LEVEL and span.bit_length() > FAST_TABLE_LOG else {}
    parameters = zstandard.ZstdCompressionParameters.from_level(
        level,
        **table,
        window_log=max(10, min(MAX_WINDOW_LOG, span.bit_length())),
        format=zstandard.FORMAT_ZSTD1_MAGICLESS,
        write_content_size=False,
        write_checksum=False,
        write_dict_id=False,
    )
    return zstandard.ZstdCompressor(compression_params=parameters, dict_data=_dictionary(prefix)).compress(data)


def decompress(data: bytes, size: int, prefix: bytes | None = None) -> bytes:
    """Undo `compress`. Raises ArchiveError if the result does not have `size` bytes."""
    decompressor = zstandard.ZstdDecompressor(
        dict_data=_dictionary(prefix),
        format=zstandard.FORMAT_ZSTD1_MAGICLESS,
        max_window_size=1 << (MAX_WINDOW_LOG + 1),
    )
    try:
        found = decompressor.decompress(data, max_output_size=size) if size else b""
    except zstandard.ZstdError as error:
        raise ArchiveError(f"stored bytes do not decompress ({error}); run `pagestrata verify`") from error
    if len(found) != size:
        raise ArchiveError(f"stored bytes give {len(found)} bytes instead of {size}; run `pagestrata verify`")
    return found


def _dictionary(prefix: bytes | None) -> zstandard.ZstdCompressionDict | None:
    if not prefix:
        return None
    return zstandard.ZstdCompressionDict(prefix, dict_type=zstandard.DICT_TYPE_RAWCONTENT)
