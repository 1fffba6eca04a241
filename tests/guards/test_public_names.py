"""The public names, pinned: removing or adding one is a decision, not an accident."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pagestrata

PUBLIC = {
    "__version__",
    "Archive", "Block", "BlockTree", "Box", "Change", "Decision", "Delta", "Follower", "PagestrataError", "Snapshot",
    "Weights",
    "apply", "capture", "compare", "decide", "invert", "load_page", "open_archive", "read_videlta", "read_vixml",
    "segment", "weigh", "write_videlta", "write_vixml",
}  # fmt: skip


def printed_by(program: str) -> str:
    """What a program says in an interpreter of its own."""
    return subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout.strip()


def test_public_names_are_pinned() -> None:
    assert set(pagestrata.__all__) == PUBLIC


def test_every_public_name_can_be_imported() -> None:
    for name in PUBLIC:
        assert getattr(pagestrata, name) is not None


def test_functions_win_over_the_packages_of_the_same_name() -> None:
    program = """
import pagestrata.compare, pagestrata.segment
from pagestrata import compare, segment
print(type(compare).__name__, type(segment).__name__)
"""
    assert printed_by(program) == "function function"


def test_importing_the_package_loads_nothing_heavy() -> None:
    program = """
import sys
import pagestrata, pagestrata.cli.main
print(*sorted({'numpy', 'playwright', 'sqlalchemy', 'rich', 'cv2'} & set(sys.modules)))
"""
    assert printed_by(program) == ""


def test_type_checkers_see_every_public_name() -> None:
    """Where a package has the name of a function, a type checker would take the one for the other."""
    tree = ast.parse(Path(pagestrata.__file__).read_text())
    block = next(node for node in tree.body if isinstance(node, ast.If))
    seen = {alias.asname for node in block.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert seen == set(pagestrata.__all__) - {"__version__"}
