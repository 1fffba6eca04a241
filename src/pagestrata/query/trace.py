"""Follow one block through the versions of a page by the stored deltas.

A block's ref is valid inside one version. The delta between two versions maps refs: it lists blocks that were renumbered,
inserted, deleted, split or merged; every other block keeps its ref.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pagestrata.errors import NotFoundError
from pagestrata.interfaces import ArchiveReader
from pagestrata.model.blocks import Block
from pagestrata.model.deltas import Delta
from pagestrata.model.records import Version

Step = tuple[Version, str | None]
"""A version and the ref of the block in it; None if the block is not there."""


def ref_after(delta: Delta, ref: str) -> str | None:
    """Return the ref in the new version of a block of the old one; None if it was deleted."""
    for change in delta.changes:
        if change.element != "block":
            continue
        if change.op == "delete" and _covers(change.old, ref):
            return None
        if change.op in {"split", "merge"} and _covers(change.old, ref):
            return change.to_block
    return dict(delta.patch.renames).get(ref, ref)


def ref_before(delta: Delta, ref: str) -> str | None:
    """Return the ref in the old version of a block of the new one; None if it is new."""
    for change in delta.changes:
        if change.element != "block":
            continue
        if change.op == "insert" and _covers(change.new, ref):
            return None
        if change.op in {"split", "merge"} and _covers(change.new, ref):
            return change.block
    return {new: old for old, new in delta.patch.renames}.get(ref, ref)


def _covers(value: object, ref: str) -> bool:
    blocks = value if isinstance(value, tuple) else (value,)
    return any(inner.ref == ref for block in blocks if isinstance(block, Block) for inner in block.walk())


def trace(
    archive: ArchiveReader,
    versions: Sequence[Version],
    ref: str,
    at: Version,
    *,
    delta_of: Callable[[Version], Delta | None] | None = None,
) -> list[Step]:
    """Follow the block with this ref in version `at` through all versions, oldest first.

    A deleted block stays deleted: if it returns, the deltas know it as another block. `delta_of` returns the delta of a version,
    for callers that have the deltas already. Raises NotFoundError if the version `at` has no such block.
    """
    start = next((number for number, version in enumerate(versions) if version.id == at.id), None)
    known = archive.contents.tree(at).by_ref()
    if start is None or ref not in known:
        listed = ", ".join(sorted(known)[:12])
        raise NotFoundError(
            f"{at.url[:200]} has no block {ref!r} at {at.captured_at:%Y-%m-%d %H:%M:%S}; its blocks are {listed} …"
        )
    delta_of = delta_of or archive.contents.delta
    earlier = list(_earlier(delta_of, versions[: start + 1], ref))
    return [*reversed(earlier), (at, ref), *_later(delta_of, versions[start + 1 :], ref)]


def _later(delta_of: Callable[[Version], Delta | None], versions: Sequence[Version], ref: str) -> Iterator[Step]:
    place: str | None = ref
    for version in versions:
        delta = delta_of(version) if place is not None else None
        place = ref_after(delta, place) if place is not None and delta is not None else place
        yield version, place


def _earlier(delta_of: Callable[[Version], Delta | None], versions: Sequence[Version], ref: str) -> Iterator[Step]:
    """From the last of the versions, where the block is known, back to the first."""
    place: str | None = ref
    for newer, older in zip(reversed(versions), list(reversed(versions))[1:], strict=False):
        delta = delta_of(newer) if place is not None else None
        place = ref_before(delta, place) if place is not None and delta is not None else place
        yield older, place
