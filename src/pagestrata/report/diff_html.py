"""A delta as one HTML file: both versions side by side with linked highlights, for reading offline.

Everything from the page is escaped by the template; the page's own script is the only one allowed to run (its hash is
in the content security policy), nothing is loaded, and screenshots are inside the file.
"""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass, replace
from importlib.resources import files

from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.deltas import Delta
from pagestrata.model.weights import Decision, Weights
from pagestrata.report.diff_groups import OPERATIONS, Group, groups_of, summary

LONGEST_SKETCH_TEXT = 300


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
    """One version as shown: its picture or, without one, a sketch of its blocks."""

    side: str
    title: str
    when: str
    width: float
    height: float
    picture: str
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
    from jinja2 import Environment, StrictUndefined

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
    blocks = tree.by_ref()
    width = max(1.0, tree.page_size[0], *(block.box.right for block in blocks.values()), 1.0)
    height = max(1.0, tree.page_size[1], *(block.box.bottom for block in blocks.values()), 1.0)
    marks = []
    for number, group in enumerate(groups):
        own = [(ref, group.operation) for ref in group.refs(side)]
        arrivals = [(ref, "move") for ref in group.arrivals if side == "new"]
        for place, (ref, op) in enumerate((*own, *arrivals)):
            if ref in blocks and blocks[ref].box.area:
                label = group.label if place == 0 else ref
                marks.append(_placed(blocks[ref], width, height, group=number, op=op, label=label))
                if place >= len(own):
                    marks[-1] = replace(marks[-1], arrival=True)
    picture = f"data:image/png;base64,{base64.b64encode(png).decode()}" if png else ""
    leaves = [] if png else [block for block in blocks.values() if block.is_leaf and block.box.area]
    return Pane(
        side=side,
        title=tree.title or tree.url,
        when=tree.captured_at.strftime("%Y-%m-%d %H:%M %Z") if tree.captured_at else tree.version,
        width=width,
        height=height,
        picture=picture,
        marks=tuple(marks),
        sketch=tuple((_placed(block, width, height), block.text[:LONGEST_SKETCH_TEXT]) for block in leaves),
    )


def _placed(block: Block, width: float, height: float, *, group: int = -1, op: str = "", label: str = "") -> Mark:
    box = block.box
    return Mark(
        group=group,
        op=op,
        label=label or block.ref,
        left=round(100 * box.x / width, 4),
        top=round(100 * box.y / height, 4),
        width=round(100 * box.width / width, 4),
        height=round(100 * box.height / height, 4),
    )
