"""A delta as one HTML file: both versions side by side with linked highlights, for reading offline.

The template escapes everything from the page. Only our own script may run (its hash is in the content security policy), nothing
is loaded, and screenshots are embedded.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files

from jinja2 import Environment, StrictUndefined

from pagestrata.formats.pictures.pictures import png_size
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.deltas import Delta
from pagestrata.model.weights import Decision, Weights
from pagestrata.report.diff_groups import OPERATIONS, Group, groups_of, summary

LONGEST_SKETCH_TEXT = 300
NEARLY_ALL = 0.99  # a picture of this share of the page shows all of it: blocks may extend slightly beyond a page


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A highlight over one version, in percent of the page."""

    group: int
    op: str
    label: str
    left: float
    top: float
    width: float
    height: float
    arrival: bool = False  # where elements of the group's block moved to


@dataclass(frozen=True, slots=True, kw_only=True)
class Pane:
    """One version: its picture or, without one, a sketch of its blocks."""

    side: str
    title: str
    when: str
    width: float
    height: float
    picture: str
    picture_height: float  # percent of the page
    marks: tuple[Mark, ...]
    sketch: tuple[tuple[Mark, str], ...]


def diff_html(
    old: BlockTree,
    new: BlockTree,
    delta: Delta,
    *,
    old_png: bytes | None = None,
    new_png: bytes | None = None,
    weights: Weights | None = None,
    decision: Decision | None = None,
) -> str:
    """The report as the text of one HTML document."""
    folder = files("pagestrata.report") / "templates"
    script = (folder / "diff.js").read_text("utf-8")
    groups = groups_of(old, new, delta, weights)
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    template = environment.from_string((folder / "diff.html.j2").read_text("utf-8"))
    ops = [op for op in OPERATIONS if any(change.op == op for change in delta.changes)]
    return template.render(
        delta=delta,
        groups=groups,
        folded=sum(len(group.lines) for group in groups if group.folded),
        panes=[_pane("old", old, groups, old_png), _pane("new", new, groups, new_png)],
        operations=ops,
        summary=summary(delta),
        weights=weights,
        decision=decision,
        style=(folder / "diff.css").read_text("utf-8"),
        script=script,
        script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        url=new.url or old.url,
        title=new.title or old.title or new.url or "page",
    )


def _pane(side: str, tree: BlockTree, groups: list[Group], png: bytes | None) -> Pane:
    shown = {block.ref: block for block in tree.walk() if block.box.area}
    size = _size(tree)
    share = _picture_share(png, size)
    leaves = (
        [block for block in shown.values() if block.is_leaf and block.box.y >= share * size[1]] if share < 1 else []
    )
    return Pane(
        side=side,
        title=tree.title or tree.url,
        when=tree.captured_at.strftime("%Y-%m-%d %H:%M %Z") if tree.captured_at else tree.version,
        width=size[0],
        height=size[1],
        picture=f"data:image/png;base64,{base64.b64encode(png).decode()}" if png else "",
        picture_height=round(100 * share, 4),
        marks=tuple(mark for number, group in enumerate(groups) for mark in _marks(number, group, side, shown, size)),
        sketch=tuple((_placed(block, size), block.text[:LONGEST_SKETCH_TEXT]) for block in leaves),
    )


def _picture_share(png: bytes | None, size: tuple[float, float]) -> float:
    """The share of the page that its picture shows from the top, 1 within the height limit."""
    if png is None:
        return 0.0
    width, height = png_size(png) or (0, 0)
    share = height / width * size[0] / size[1] if width else 1.0
    return share if share < NEARLY_ALL else 1.0


def _size(tree: BlockTree) -> tuple[float, float]:
    """Return the width and height that contain the page and everything that extends beyond it."""
    boxes = [block.box for block in tree.walk()]
    width, height = tree.page_size
    return (
        max([1.0, width, *[box.right for box in boxes]]),
        max([1.0, height, *[box.bottom for box in boxes]]),
    )


def _marks(number: int, group: Group, side: str, shown: dict[str, Block], size: tuple[float, float]) -> Iterator[Mark]:
    """Highlights of a group's own blocks, the first with its label, and of blocks that elements moved to."""
    for place, ref in enumerate(group.refs(side)):
        if ref in shown:
            label = group.label if place == 0 else ref
            yield _placed(shown[ref], size, group=number, op=group.operation, label=label)
    arrivals = group.arrivals if side == "new" else ()
    for ref in arrivals:
        if ref in shown:
            yield _placed(shown[ref], size, group=number, op="move", label=ref, arrival=True)


def _placed(
    block: Block,
    size: tuple[float, float],
    *,
    group: int = -1,
    op: str = "",
    label: str = "",
    arrival: bool = False,
) -> Mark:
    box, (width, height) = block.box, size
    return Mark(
        group=group,
        op=op,
        label=label or block.ref,
        left=round(100 * box.x / width, 4),
        top=round(100 * box.y / height, 4),
        width=round(100 * box.width / width, 4),
        height=round(100 * box.height / height, 4),
        arrival=arrival,
    )
