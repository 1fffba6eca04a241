"""What the screen for choosing a block shows: the blocks of a version, and what would be followed in the last ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pagestrata.app.comparisons import side_of_version
from pagestrata.errors import NotFoundError
from pagestrata.model.geometry import Box
from pagestrata.model.records import Version
from pagestrata.query.trace import trace
from pagestrata.visit.shown.pane_marks import Pane, pane_of
from pagestrata.web.views.version import BlockRow, block_rows, text_of

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive

LOOKED_BACK = 6
MOST_BLOCKS = 1_500


@dataclass(frozen=True, slots=True, kw_only=True)
class Picker:
    """A version with all its blocks, the inner ones last, so that they lie above those around them."""

    version: Version
    pane: Pane
    blocks: tuple[BlockRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sighting:
    """What a block said in one version; `ref` is None where it was not there."""

    version: Version
    ref: str | None
    text: str
    has_changed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PickedBlock:
    """The block somebody points at, with what became of it in the last versions, newest first."""

    ref: str
    role: str
    text: str
    parent: str  # ref of the block around it, '' for none
    sightings: tuple[Sighting, ...]


def picker_of(archive: Archive, version: Version) -> Picker:
    side = side_of_version(archive, version)
    pane = pane_of("new", version.id, side, (), ())
    rows = (row for row in block_rows(side.tree, Box(0, 0, pane.width, pane.height)) if row.box is not None)
    return Picker(version=version, pane=pane, blocks=tuple(rows)[:MOST_BLOCKS])


def picked_block(archive: Archive, version: Version, ref: str) -> PickedBlock:
    """One block of a version. NotFoundError where there is none."""
    tree = archive.contents.tree(version)
    block = tree.by_ref().get(ref)
    if block is None:
        raise NotFoundError(f"version {version.id} has no block {ref[:60]!r}")
    return PickedBlock(
        ref=ref,
        role=block.role,
        text=text_of(block),
        parent=tree.parents().get(ref) or "",
        sightings=tuple(sightings_of(archive, version, ref)),
    )


def sightings_of(archive: Archive, version: Version, ref: str) -> list[Sighting]:
    """Trace a block from this version back through earlier ones, as far as the deltas allow."""
    versions = list(reversed(archive.listings.versions(version.url, until=version.captured_at, limit=LOOKED_BACK)))
    if all(known.id != version.id for known in versions):
        versions.append(version)  # what a skipped visit found is in no list
    found: list[Sighting] = []
    before: str | None = None
    for each, place in trace(archive, versions, ref, version):
        block = archive.contents.tree(each).by_ref().get(place) if place is not None else None
        text = text_of(block) if block is not None else ""
        found.append(
            Sighting(
                version=each,
                ref=place if block is not None else None,
                text=text,
                has_changed=before is not None and before != text,
            )
        )
        before = text
    return found[::-1]
