"""The public names, pinned: removing or adding one is a decision, not an accident."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pagestrata

PUBLIC = {
    "__version__",
    "Archive", "Block", "BlockTree", "Box", "Change", "Decision", "Delta", "Follower", "PagestrataError",
    "Proportions", "QuickResult", "Snapshot",
    "Weights",
    "analyse", "apply", "capture", "compare", "decide", "doctor", "invert", "load_page", "main_content", "open_archive",
    "quick_compare",
    "read_videlta", "read_vixml", "refill", "segment", "simulate", "weigh", "write_videlta", "write_vixml",
}  # fmt: skip


def printed_by(program: str) -> str:
    """What a program says in an interpreter of its own."""
    return subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout.strip()


def test_public_names_are_pinned() -> None:
    assert set(pagestrata.__all__) == PUBLIC


def test_every_public_name_can_be_imported() -> None:
    for name in PUBLIC:
        assert getattr(pagestrata, name) is not None


def test_no_public_name_is_that_of_a_package() -> None:
    """Else `import pagestrata.NAME` would give a function, or the function a package."""
    folder = Path(pagestrata.__file__).parent
    taken = {path.stem for path in folder.iterdir() if path.suffix == ".py" or path.is_dir()}
    assert not taken & PUBLIC


def test_importing_the_package_loads_nothing_heavy() -> None:
    program = """
import sys
import pagestrata, pagestrata.cli.main
print(*sorted({'numpy', 'playwright', 'sqlalchemy', 'rich', 'cv2'} & set(sys.modules)))
"""
    assert printed_by(program) == ""


def test_type_checkers_see_every_public_name() -> None:
    tree = ast.parse(Path(pagestrata.__file__).read_text())
    block = next(node for node in tree.body if isinstance(node, ast.If) and isinstance(node.test, ast.Name))
    seen = {alias.asname for node in block.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert seen == set(pagestrata.__all__) - {"__version__"}


def test_an_older_python_is_refused_with_a_reason() -> None:
    """The interpreter of this test says that it is an older one: none is on every machine."""
    program = """
import sys
sys.version_info, sys.version = (3, 10, 14, 'final', 0), '3.10.14 (main)'
try:
    import pagestrata.cli.main
except ImportError as error:
    print(error)
"""
    assert printed_by(program) == f"Pagestrata needs Python 3.11 or newer; {sys.executable} is 3.10.14"
