"""Imports inside functions are exceptions: each module that has some says why, and only a few modules have many."""

from __future__ import annotations

import ast
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "pagestrata"
WHY = "# Imports inside functions: "
EXCUSED = {"capturing", "follow", "judging", "visit", "web"}
"""Packages whose modules do not say it yet."""


def _inner_imports(tree: ast.AST, is_inner: bool = False) -> int:
    count = 0
    for node in ast.iter_child_nodes(tree):
        count += is_inner and isinstance(node, ast.Import | ast.ImportFrom)
        count += _inner_imports(node, is_inner or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda))
    return count


def _modules() -> dict[str, str]:
    found = {str(path.relative_to(SOURCE)): path.read_text("utf-8") for path in SOURCE.rglob("*.py")}
    return {name: text for name, text in found.items() if name.split("/")[0] not in EXCUSED}


def test_a_module_with_imports_inside_functions_says_why() -> None:
    modules = {name: (_inner_imports(ast.parse(text)), text) for name, text in _modules().items()}
    having = {name for name, (count, _) in modules.items() if count}
    assert having, "no module has any: is this looking in the right place?"
    assert having - {name for name, (_, text) in modules.items() if text.count(WHY) == 1} == set()
    assert {name for name, (_, text) in modules.items() if WHY in text} - having == set()
