"""What the captures of one page say, as rows of the four tables of an analysis."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from pagestrata.formats.analysis_tables import TABLES
from pagestrata.model.blocks import Block
from pagestrata.model.change_rows import change_rows
from pagestrata.model.page_state import PageState
from pagestrata.model.visit_result import VisitResult


class AnalysisRows:
    """The rows of one page, in the order in which its captures are added."""

    def __init__(self, url: str) -> None:
        self._url = url
        self.tables: dict[str, list[dict[str, Any]]] = {table: [] for table in TABLES}

    @property
    def kept(self) -> int:
        """How many of the captures a person would keep."""
        return sum(row["kept"] for row in self.tables["visits"])

    def add(self, source: str, before: PageState, findings: VisitResult) -> None:
        """The rows of one capture; `before` is what was known of the page until then."""
        seen = {"url": self._url, "visited_at": findings.visit.visited_at}
        self.tables["visits"].append({**seen, "source": source, **_visit_row(findings)})
        if findings.tree is not None and not findings.visit.fault:
            self.tables["blocks"] += [{**seen, **row} for row in _block_rows(findings.tree.blocks, "")]
        compared = before.last.captured_at if before.last is not None else None
        self.tables["changes"] += [
            {**seen, "compared_with": compared, "operation": row.pop("op"), **row}
            for row in change_rows(findings.delta, findings.weights)
        ]
        if findings.weights is not None:
            self.tables["importance"] += [
                {
                    **seen,
                    "block": share.block,
                    "importance": share.importance,
                    "amount": share.amount,
                    "share": share.share,
                    "reason": share.reason,
                }
                for share in findings.weights.shares
            ]

    def add_error(self, recorded_at: datetime, source: str, error: str) -> None:
        """The row of a capture that could not be shown."""
        row = {"url": self._url, "visited_at": recorded_at, "source": source, "kept": False, "changes": 0}
        self.tables["visits"].append({**row, "error": error, "reasons": []})


def _visit_row(findings: VisitResult) -> dict[str, Any]:
    visit, snapshot, tree = findings.visit, findings.snapshot, findings.tree
    seconds = dict(visit.seconds)
    leaves = list(tree.leaves()) if tree is not None else []
    return {
        "stage": visit.stage,
        "status": snapshot.status if snapshot is not None else None,
        "title": snapshot.title if snapshot is not None else None,
        "kept": visit.kept,
        "probability": visit.probability,
        "importance": visit.importance,
        "changes": visit.changes,
        "blocks": len(leaves) if tree is not None else None,
        "words": sum(len(leaf.text.split()) for leaf in leaves) if tree is not None else None,
        "fault": visit.fault,
        "error": visit.error,
        "reasons": [str(reason) for reason in visit.reasons],
        "render_seconds": seconds.pop("render", 0.0),
        "own_seconds": sum(seconds.values()),
    }


def _block_rows(blocks: tuple[Block, ...], parent: str) -> Iterator[dict[str, Any]]:
    for block in blocks:
        yield {
            "block": block.ref,
            "parent": parent or None,
            "is_leaf": not block.children,
            "role": block.role,
            "layer": block.layer,
            "importance": block.importance,
            "topic": block.topic or None,
            "content_id": block.id,
            "text": block.text,
            "links": [link.address for link in block.links],
            "images": [image.address for image in block.images],
            "x": block.box.x,
            "y": block.box.y,
            "width": block.box.width,
            "height": block.box.height,
        }
        yield from _block_rows(block.children, block.ref)
