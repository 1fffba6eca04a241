"""What the screen about one version shows: its blocks as a tree and on the picture, how to cite it, the versions around it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from pagestrata.formats.urls import timestamp14
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.geometry import Box
from pagestrata.model.plain_numbers import counted
from pagestrata.model.records import Version
from pagestrata.report.diff_groups import shortened
from pagestrata.visit.shown.pane_marks import Pane, visible_part
from pagestrata.web.views.version_pictures import pane_of_version

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive

MOST_BLOCKS = 1_500
DEEPEST = 8
TITLE_CHARACTERS = 90


CHOICES = 40
MOMENT = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockRow:
    """One block of a tree, in the order in which it is read; `parent` is '' for the outermost."""

    ref: str
    parent: str
    depth: int
    role: str
    title: str
    importance: float | None
    box: Box | None  # the visible part; None if nothing is visible
    is_leaf: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionView:
    """One version."""

    version: Version
    pane: Pane
    blocks: tuple[BlockRow, ...]
    more_blocks: int
    before: Version | None
    after: Version | None
    reasons: tuple[str, ...]

    @property
    def is_skipped(self) -> bool:
        """Whether it is the result of a skipped visit, which is stored for some days and cannot be replayed."""
        return "-s" in self.version.id

    @property
    def replay_path(self) -> str:
        """The path of its replay, on the origin of archived content."""
        return f"/web/{timestamp14(self.version.captured_at)}/{self.version.url}"


def version_view(archive: Archive, version: Version) -> VersionView:
    """The view of a version."""
    side, pane = pane_of_version(archive, version)
    rows = list(block_rows(side.tree, Box(0, 0, pane.width, pane.height)))
    return VersionView(
        version=version,
        pane=pane,
        blocks=tuple(rows[:MOST_BLOCKS]),
        more_blocks=max(0, len(rows) - MOST_BLOCKS),
        before=version_before(archive, version),
        after=version_after(archive, version),
        reasons=tuple(archive.visits.reasons(version)),
    )


def block_rows(tree: BlockTree, frame: Box) -> Iterator[BlockRow]:
    """The blocks, parents first, with the part of each that is on the picture."""

    def walk(block: Block, parent: str, depth: int) -> Iterator[BlockRow]:
        yield BlockRow(
            ref=block.ref,
            parent=parent,
            depth=min(depth, DEEPEST),
            role=block.role,
            title=title_of(block),
            importance=block.importance,
            box=visible_part(block.box, frame),
            is_leaf=block.is_leaf,
        )
        for child in block.children:
            yield from walk(child, block.ref, depth + 1)

    for block in tree.blocks:
        yield from walk(block, "", 0)


def title_of(block: Block) -> str:
    """The first words of a block, or what is in it."""
    words = block.text or " ".join(link.name for link in block.links)
    if words.strip():
        return shortened(words, TITLE_CHARACTERS)
    if block.children:
        return f"{len(block.children)} blocks"
    return counted(len(block.images), "picture") if block.images else "no text"


def text_of(block: Block) -> str:
    """Return the text of a block and of all blocks inside it."""
    leaves = (found for found in block.walk() if found.is_leaf)
    return " ".join(leaf.text or " ".join(link.name for link in leaf.links) for leaf in leaves).strip()


def citation(version: Version, address: str) -> str:
    """How to cite a version: what, where, when, and the digest that proves it."""
    title = " ".join(version.title.split()) or version.url
    digest = f" SHA-256 of the page: {version.digest}." if version.digest else ""
    return (
        f"“{title}”. {version.url} (archived {version.captured_at:%-d %B %Y, %H:%M:%S} UTC, version {version.id}). "
        f"{address}.{digest}"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbours:
    """The versions to choose from, newest first, and the previous and the next pair."""

    choices: tuple[Version, ...]
    earlier: tuple[Version, Version] | None  # the older version and the one before it
    later: tuple[Version, Version] | None  # the newer version and the one after it


def neighbours_of(archive: Archive, old: Version, new: Version) -> Neighbours:
    """The neighbours of two versions of a page, which are always among the choices."""
    before = version_before(archive, old)
    after = version_after(archive, new)
    listed = archive.listings.versions(new.url, limit=CHOICES)
    known = {version.id: version for version in (*listed, old, new)}
    choices = sorted(known.values(), key=lambda version: version.captured_at, reverse=True)
    return Neighbours(
        choices=tuple(choices),
        earlier=(before, old) if before else None,
        later=(new, after) if after else None,
    )


def version_before(archive: Archive, version: Version) -> Version | None:
    """The version of the same page before this one."""
    return archive.versions.before(version.url, version.captured_at - MOMENT)


def version_after(archive: Archive, version: Version) -> Version | None:
    """The version of the same page after this one."""
    return archive.versions.after(version.url, version.captured_at)
