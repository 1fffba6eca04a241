"""Measures quality on the real pages and holds it against the pinned floors.

    python -m benchmarks.quality [--all | NAME…]

Without names only what takes minutes is measured; `--all` renders the versions of every site and takes an hour.

Each module of this package that measures something has `measure() -> dict[str, float]`; `floors.json` has the least
value of each figure. A floor stands a little below what was measured,
since browsers draw a little differently from machine to machine; it is raised when it is beaten and never lowered
silently.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from benchmarks.pages import data_folder
from benchmarks.quality.side_by_side import measured, side_by_side

HERE = Path(__file__).parent
QUICK = (
    "segmentation",
    "compare",
    "importance",
    "written_changes",
    "written_faults",
    "second_look",
    "grids",
    "deletions",
)
"""What takes minutes, the longest first, so that the others find place beside it."""


def main(names: list[str]) -> int:
    floors: dict[str, dict[str, float]] = json.loads((HERE / "floors.json").read_text())
    if data_folder() is None:
        print("quality: the real pages are not here (set PAGESTRATA_DATA); nothing was measured")
        return 0
    below = 0
    chosen = list(floors) if names == ["--all"] else names or [name for name in QUICK if name in floors]
    found = map(measured, chosen) if names else side_by_side(chosen)
    for name, (seconds, figures) in zip(chosen, found, strict=True):
        print(f"\n{name} ({seconds:.0f} s)")
        if not figures:
            print("  not measured: its data is not here")
            continue
        for figure, floor in floors[name].items():
            value = figures[figure]
            below += value < floor
            print(f"  {figure:44} {value:8.4f}   floor {floor:.4f}   {'BELOW' if value < floor else 'ok'}")
    print(f"\nquality: {'every figure reaches its floor' if not below else f'{below} figures are below their floor'}")
    return 1 if below else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
