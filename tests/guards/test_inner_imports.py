"""Imports inside functions are exceptions: each module that has some says why, and each saves something at the start."""

from __future__ import annotations

import ast
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "pagestrata"
WHY = "# Imports inside functions: "
EXCUSED = {"capturing", "judging"}
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


def _imported(tree: ast.Module, known: dict[str, ast.Module]) -> tuple[set[str], set[str]]:
    """The modules of the program that a module imports as it is loaded, and those that its functions import."""
    outer: set[str] = set()
    inner: set[str] = set()

    def walk(node: ast.AST, found: set[str]) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ImportFrom) and child.module:
                names = {f"{child.module}.{each.name}" for each in child.names} & known.keys()
                found.update(names or {child.module} & known.keys())
            elif isinstance(child, ast.Import):
                found.update({each.name for each in child.names} & known.keys())
            elif isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
                continue
            else:
                is_function = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
                walk(child, inner if is_function else found)

    walk(tree, outer)
    return outer, inner


def test_no_function_imports_what_its_module_loads_anyway() -> None:
    """Such an import saves nothing at the start: it belongs to the top of the module."""
    paths = {path.relative_to(SOURCE.parent).with_suffix("").parts: path for path in SOURCE.rglob("*.py")}
    known = {
        ".".join(parts).removesuffix(".__init__"): ast.parse(path.read_text("utf-8")) for parts, path in paths.items()
    }
    imports = {name: _imported(tree, known) for name, tree in known.items()}

    def loaded_with(name: str) -> set[str]:
        seen: set[str] = set()
        open_names = [name]
        while open_names:
            at = open_names.pop()
            if at not in seen:
                seen.add(at)
                open_names += imports[at][0]
        return seen

    needless = [
        (name, target)
        for name, (_, inner) in imports.items()
        if name.split(".")[1:2] and name.split(".")[1] not in EXCUSED
        for target in inner & loaded_with(name)
    ]
    assert needless == []
