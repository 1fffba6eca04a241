"""One version of a page, ready to be compared: its block tree and, if available, its screenshot."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pagestrata.errors import UsageError
from pagestrata.model.blocks import BlockTree

if TYPE_CHECKING:
    from pagestrata.model.screenshots import Screenshot
    from pagestrata.model.snapshot import Snapshot

# Imports inside functions: commands that only list or check a page start without them (tests/guards/test_light_start.py).


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One of the two versions. Without a screenshot, the decision uses content alone."""

    tree: BlockTree
    screenshot_png: bytes | None = field(default=None, repr=False)
    screenshot: Screenshot | None = field(default=None, repr=False)  # the same picture, for a look at parts of it
    snapshot: Snapshot | None = field(default=None, repr=False)  # where the page was rendered for it
    depth_px: int | None = None  # how far down it was taken, None for all of it

    @property
    def picture(self) -> Screenshot | None:
        """The screenshot, or None."""
        if self.screenshot is not None or self.screenshot_png is None:
            return self.screenshot
        from pagestrata.formats.pictures.screenshots import PngScreenshot

        return PngScreenshot(self.screenshot_png)


def side_of(version: Side | BlockTree | Any) -> Side:
    """Return a side for a side, a tree, or any record with a `tree`. Raises UsageError for anything else."""
    if isinstance(version, Side):
        return version
    if isinstance(version, BlockTree):
        return Side(tree=version)
    tree = getattr(version, "tree", None)
    if isinstance(tree, BlockTree):
        return Side(tree=tree, screenshot_png=getattr(version, "screenshot_png", None))
    raise UsageError(
        f"cannot decide about a {type(version).__name__}; pass a Side or a BlockTree (`segment` makes one of a Snapshot)"
    )
