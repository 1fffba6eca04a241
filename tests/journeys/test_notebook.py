"""The notebook of the docs answers its three questions from the tables of an analysis. Jupyter is not needed for that."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import Any

import pytest

from engine_work import Here
from pagestrata.app.recordings.analysis import analyse
from pagestrata.app.recordings.collection import read_collection, recordings_among
from recorded_pages import record_pages

NOTEBOOK = Path(__file__).parents[2] / "docs" / "how-to" / "ask-the-tables.ipynb"


def cells(kind: str) -> list[str]:
    return ["".join(cell["source"]) for cell in json.loads(NOTEBOOK.read_text())["cells"] if cell["cell_type"] == kind]


def run(cell: str, names: dict[str, Any]) -> Any:
    """As Jupyter runs it: the value of the last expression is the answer."""
    tree = ast.parse(cell)
    last = tree.body.pop()
    assert isinstance(last, ast.Expr)
    exec(compile(tree, NOTEBOOK.name, "exec"), names)
    return eval(compile(ast.Expression(last.value), NOTEBOOK.name, "eval"), names)


def test_three_questions_are_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(2):
        record_pages(tmp_path / "in", host=f"site{number}.test")
    pages = read_collection(Here(), recordings_among([tmp_path / "in"])).pages
    assert not any(page.problems for page in analyse(Here(), pages, tmp_path / "tables"))
    monkeypatch.setenv("TABLES", str(tmp_path / "tables"))
    names: dict[str, Any] = {}
    counted, which_parts, how_long, how_much = (run(cell, names).fetchall() for cell in cells("code"))
    assert counted[0][:3] == (4, 12, 8)
    assert sum(row[2] for row in which_parts) > 0
    assert [(row[1], row[2]) for row in how_long] == [(2, 0.0)]  # the storm's report, seen once, on both sites
    assert sorted((row[0], row[1]) for row in how_much) == [("mostly", 2), ("never", 2)]
    names["database"].close()


def test_its_links_hold() -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", "\n".join(cells("markdown"))):
        assert (NOTEBOOK.parent / target).exists(), target
