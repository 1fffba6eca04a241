from __future__ import annotations

import io
from datetime import UTC, datetime

from rich.console import Console

from pagestrata.cli.demo import visit_table
from pagestrata.model.records import Visit


def test_the_table_tells_each_visit() -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    kept = Visit(
        url="u", visited_at=now, stage="render", version="v", kept=True, importance=0.25, changes=3,
        seconds={"render": 1.5, "store": 0.25}, reasons=("the [article] changed",),
    )  # fmt: skip
    skipped = Visit(url="u", visited_at=now, stage="unchanged", version=None, kept=False)
    out = io.StringIO()
    Console(file=out, width=140).print(visit_table([("new headline", kept), ("nothing", skipped)]))
    head, first, second = out.getvalue().splitlines()
    assert head.split() == ["what", "happened", "stage", "verdict", "importance", "changes", "seconds", "why"]
    assert first.split() == ["new", "headline", "render", "kept", "0.250", "3", "1.75", "the", "[article]", "changed"]
    assert second.split() == ["nothing", "unchanged", "skipped", "0.00", "not", "modified"]
