"""How well cells of tables are followed: histories of tables that are edited in every way that tables are.

    python -m benchmarks.quality.grids [--all-errors]     prints the table by operation
    python -m benchmarks.quality grids                    holds the figures against their floors

Written tables of eight kinds of mark-up, and real ones (of the recorded pages, without a browser), each followed through
`VERSIONS` edits; in most of them figures change at the same time, the followed one too. A cell that is found must be the one with
the same row and column. A row or column that got another name counts for itself: it should be uncertain, and is corrected
as a person would.
"""

from __future__ import annotations

import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from benchmarks.plain_pages import plain_snapshot
from benchmarks.quality.grid_real import real_tables
from benchmarks.quality.grid_tables import OPERATIONS, STYLES, Table, change_values, made_table, markup
from pagestrata.follow.follower import Follower
from pagestrata.model.snapshot import Snapshot

HISTORIES = 300
REAL = 100
VERSIONS = 6
RENAMING = frozenset({"rename row", "rename column", "translate headers"})


@dataclass
class Tally:
    """What became of the followed cells: `there` under their names, `renamed`, and `gone`; by operation."""

    there: Counter[str] = field(default_factory=Counter)
    renamed: Counter[str] = field(default_factory=Counter)
    gone: Counter[str] = field(default_factory=Counter)
    by_operation: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    errors: list[str] = field(default_factory=list)

    def add(self, operation: str, kind: str, outcome: str) -> None:
        counter: Counter[str] = getattr(self, kind)
        counter[outcome] += 1
        self.by_operation[operation][f"{kind}: {outcome}"] += 1


def page_of(tables: list[Table]) -> Snapshot:
    parts = "".join(f"<h2>{table.title}</h2><p>What this is about, in words.</p>{markup(table)}" for table in tables)
    return plain_snapshot(f"<html><body><h1>The town</h1>{parts}<p>Imprint and contact</p></body></html>")


def row_of(snapshot: Snapshot, truth: str) -> int | None:
    assert snapshot.nodes is not None
    rows = [row for row, own in enumerate(snapshot.nodes.attributes) if own.get("data-cell") == truth]
    return rows[0] if rows else None


def histories(count: int = HISTORIES) -> Iterator[tuple[random.Random, Table]]:
    """The tables, each with its chance; a third of them real where the data are here."""
    real = real_tables()
    for number in range(count):
        chance = random.Random(f"grid {number}")
        style = STYLES[number % len(STYLES)]
        is_real = bool(real) and number < REAL
        yield chance, replace(real[number % len(real)], style=style) if is_real else made_table(chance, style)


def follow_history(chance: random.Random, table: Table, tally: Tally) -> None:
    """One table through its edits."""
    row, column = chance.choice(table.rows).id, chance.choice(table.columns[1:])[0]
    other = _another(chance, table.style) if chance.random() < 0.4 else None
    truth = f"{row}:{column}"
    page = _shown(chance, table, other)
    start = row_of(page, truth)
    assert start is not None
    follower = Follower.from_row(page, start)
    for _ in range(VERSIONS):
        name = chance.choice(list(OPERATIONS))
        edited = OPERATIONS[name](chance, table, row, column)
        if chance.random() < 0.7:
            edited = change_values(chance, edited, row, column)
        page = _shown(chance, edited, other)
        found, there = follower.find(page), row_of(page, truth)
        state = found.state if found.state != "found" else "right" if found.row == there else "WRONG"
        kind = "gone" if there is None else "renamed" if name in RENAMING else "there"
        tally.add(name, kind, state)
        if state == "WRONG" or (kind == "there" and state != "right"):
            tally.errors.append(f"{name} / {edited.style} / {state} / {kind}: {found.text!r} {found.reasons}")
        if kind == "renamed" and there is not None:
            follower.correct_row(page, there)
            table = edited
        elif there is not None:
            table = edited  # a table that lost the cell comes back as it was


def _another(chance: random.Random, style: str) -> Table:
    """A second table of the page, perhaps with the same columns and some of the same names."""
    made = made_table(chance, style)
    return replace(made, rows=tuple(replace(row, id=row.id + 100_000) for row in made.rows))


def _shown(chance: random.Random, table: Table, other: Table | None) -> Snapshot:
    """The page; a second table stands before or behind."""
    if other is None:
        return page_of([table])
    return page_of([table, other] if chance.random() < 0.5 else [other, table])


def run(count: int = HISTORIES) -> Tally:
    tally = Tally()
    for chance, table in histories(count):
        follow_history(chance, table, tally)
    return tally


def measure() -> dict[str, float]:
    return figures(run())


def figures(tally: Tally) -> dict[str, float]:
    every = tally.there + tally.renamed + tally.gone
    return {
        "right, of the cells still there": tally.there["right"] / max(1, tally.there.total()),
        "no wrong cell found": 1.0 - every["WRONG"] / max(1, every.total()),
        "gone: lost or uncertain": 1.0 - tally.gone["WRONG"] / max(1, tally.gone.total()),
        "renamed: not lost": 1.0 - tally.renamed["lost"] / max(1, tally.renamed.total()),
        "histories": float(HISTORIES),
        "histories of real tables": float(REAL if real_tables() else 0),
    }


if __name__ == "__main__":
    result = run()
    for operation, outcomes in sorted(result.by_operation.items()):
        print(f"  {operation:20} " + "   ".join(f"{kind} {count}" for kind, count in sorted(outcomes.items())))
    shown = (
        result.errors
        if "--all-errors" in sys.argv
        else [e for e in result.errors if "WRONG" in e] or result.errors[:10]
    )
    print(*shown, sep="\n")
    for figure, value in figures(result).items():
        print(f"  {figure:36} {value:.4f}")
