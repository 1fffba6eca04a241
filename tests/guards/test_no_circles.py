"""No module imports itself through others: of any two, at most one knows the other.

Imports for type checkers and those inside functions count too. `from package import module` counts as that module; a
package stands for its `__init__.py`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src"
ROOT_PACKAGE = "pagestrata"


def _modules() -> dict[str, Path]:
    found = {}
    for path in sorted((SOURCE / ROOT_PACKAGE).rglob("*.py")):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def _named(path: Path, modules: dict[str, Path]) -> Iterator[str]:
    """The modules of ours that a file names in its imports, wherever they stand."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in modules)
        elif isinstance(node, ast.ImportFrom) and node.module in modules:
            inside = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (name if name in modules else node.module for name in inside)


def imports() -> dict[str, set[str]]:
    """Module -> the modules it imports. The root only lists what the package offers: nothing is below it."""
    modules = _modules()
    return {
        name: set(_named(path, modules)) - {name, ROOT_PACKAGE}
        for name, path in modules.items()
        if name != ROOT_PACKAGE
    }


def circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """The groups of modules that reach each other (Tarjan's strongly connected components of more than one)."""
    numbers: dict[str, int] = {}
    lowest: dict[str, int] = {}
    waiting: list[str] = []
    found: list[list[str]] = []

    def visit(name: str) -> None:
        numbers[name] = lowest[name] = len(numbers)
        waiting.append(name)
        for other in sorted(graph.get(name, ())):
            if other not in numbers:
                visit(other)
                lowest[name] = min(lowest[name], lowest[other])
            elif other in waiting:
                lowest[name] = min(lowest[name], numbers[other])
        if lowest[name] == numbers[name]:
            place = waiting.index(name)
            if len(waiting) - place > 1:
                found.append(sorted(waiting[place:]))
            del waiting[place:]

    for name in sorted(graph):
        if name not in numbers:
            visit(name)
    return found


def test_a_circle_is_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == [["a", "b", "c"]]
    assert circles({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


def test_no_module_imports_itself_through_others() -> None:
    assert circles(imports()) == []
