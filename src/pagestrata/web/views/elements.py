"""What the picker shows: the blocks of a version, their earlier texts, and the elements to choose from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pagestrata.app.chosen_blocks import Choice
from pagestrata.errors import NotFoundError, UsageError
from pagestrata.follow.elements import glanced_kind, pickables
from pagestrata.follow.page import nodes_of
from pagestrata.formats.pictures.pictures import png_size
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.geometry import Box
from pagestrata.model.records import Version
from pagestrata.query.trace import trace
from pagestrata.visit.shown.pane_marks import Pane
from pagestrata.web.views.version import BlockRow, block_rows, text_of
from pagestrata.web.views.version_pictures import pane_of_version

if TYPE_CHECKING:
    from pagestrata.model.snapshot import Snapshot
    from pagestrata.store.archive import Archive

LONGEST_PATH = 8000
"""Of an element 250 levels deep."""
LARGEST_PX = 1e6


LOOKED_BACK = 6
MOST_BLOCKS = 1_500


def elements_json(snapshot: Snapshot) -> dict[str, Any]:
    """Elements as [row, place of the one around it, kind, x, y, width, height]; kinds are numbers into `kinds`."""
    found, nodes = pickables(snapshot), nodes_of(snapshot)
    kinds: dict[str, int] = {}
    listed = []
    for each in found.elements:
        kind = kinds.setdefault(glanced_kind(nodes, each.row), len(kinds))
        listed.append([each.row, each.parent, kind, *(round(value) for value in each.box)])
    width, height = png_size(snapshot.screenshot_png or b"") or snapshot.page_size
    return {
        "state": "ready",
        "width": round(width),
        "height": round(height),
        "has_picture": snapshot.screenshot_png is not None,
        "kinds": list(kinds),
        "elements": listed,
        "left_off": found.left_off,
    }


def choice_of(
    snapshot: Snapshot, *, row: int | None = None, path: str = "", within: str = "", text: str = ""
) -> Choice:
    """The choice by exactly one of these. Raises UsageError for none or several, NotFoundError for an unknown row."""
    if sum((row is not None, bool(path), bool(within), bool(text))) != 1:
        raise UsageError("name an element by one of `row`, `path`, `within` and `text`")
    if row is not None:
        if not 0 < row < len(nodes_of(snapshot)):
            raise NotFoundError(f"the page has no element {row}; choose again")
        return Choice(path=nodes_of(snapshot).path_of(row))
    if within:
        return Choice(within=rectangle_from(within))
    return Choice(path=path) if path else Choice(text=text, first=True)


def rectangle_from(text: str) -> tuple[float, float, float, float]:
    """Parse x,y,width,height. Raises UsageError if it is not a rectangle."""
    try:
        x, y, width, height = (float(part) for part in text.split(","))
    except ValueError:
        x = y = width = height = -1.0
    if not all(0 <= value <= LARGEST_PX for value in (x, y, width, height)) or not width * height:
        raise UsageError(f"{text[:60]!r} is not a rectangle; write it like 20,150,200,30: x, y, width and height")
    return x, y, width, height


def block_around(tree: BlockTree, box: Box | None) -> Block | None:
    """The smallest block that holds the middle of a box."""
    if box is None:
        return None
    x, y = box.x + box.width / 2, box.y + box.height / 2
    holding = [
        block
        for block in tree.by_ref().values()
        if block.box.x <= x < block.box.right and block.box.y <= y < block.box.bottom
    ]
    return min(holding, key=lambda block: block.box.area, default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Picker:
    """A version with all its blocks, the inner ones last, so that they lie above those around them."""

    version: Version
    pane: Pane
    blocks: tuple[BlockRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sighting:
    """The text of a block in one version; `ref` is None if it was missing."""

    version: Version
    ref: str | None
    text: str
    has_changed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PickedBlock:
    """The chosen block with its text in the last versions, newest first."""

    ref: str
    role: str
    text: str
    parent: str  # ref of the block around it, '' for none
    sightings: tuple[Sighting, ...]


def picker_of(archive: Archive, version: Version) -> Picker:
    side, pane = pane_of_version(archive, version)
    rows = (row for row in block_rows(side.tree, Box(0, 0, pane.width, pane.height)) if row.box is not None)
    return Picker(version=version, pane=pane, blocks=tuple(rows)[:MOST_BLOCKS])


def picked_block(archive: Archive, version: Version, ref: str) -> PickedBlock:
    """One block of a version. NotFoundError if it does not exist."""
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
