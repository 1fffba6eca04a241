"""No function has more than 15 ways through it (cyclomatic complexity, as radon counts): split by operation."""

from __future__ import annotations

from pathlib import Path

from radon.complexity import cc_visit

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "pagestrata"
MOST = 15


def _too_complex() -> dict[str, int]:
    found = {}
    for path in sorted(SOURCE.rglob("*.py")):
        for block in cc_visit(path.read_text("utf-8")):
            if block.letter in {"F", "M"} and block.complexity > MOST:
                found[f"{path.relative_to(SOURCE)} {block.name}"] = block.complexity
    return found


def test_no_function_is_too_complex() -> None:
    over = _too_complex()
    assert not over, f"more than {MOST} ways through: {over}"
