"""Tools that others wrote, run by tests to check what Pagestrata writes: wacz and authsign of Webrecorder, opentimestamps.

They bring libraries of their own, so they live in an environment of their own: `.venv-foreign` in the project, or wherever
PAGESTRATA_FOREIGN names its Python.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

_ROOT = Path(__file__).parents[1]


def foreign_python() -> Path:
    """The Python that has the tools; the test is skipped when there is none."""
    found = Path(os.environ.get("PAGESTRATA_FOREIGN") or _ROOT / ".venv-foreign" / "bin" / "python")
    if not found.is_file() or not _has_tools(found):
        pytest.skip("the tools of others are not installed: make .venv-foreign/.installed")
    return found


def _has_tools(python: Path) -> bool:
    command = [python, "-c", "import importlib.util as u; assert all(map(u.find_spec, ['wacz', 'opentimestamps']))"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def run_foreign(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run their Python with these arguments."""
    command = [str(foreign_python()), *map(str, arguments)]
    variables = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | environment
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120, env=variables)


_VALIDATED = """
import sys
from wacz.main import main
for name in sys.argv[1:]:
    main(["validate", "-f", name])
"""


def passes_wacz(*files: Path) -> list[bool]:
    """Whether Webrecorder's own tool finds each package valid: contents, paths, hashes and what was signed."""
    done = run_foreign("-c", _VALIDATED, *files)
    verdicts = [line for line in done.stdout.splitlines() if line.startswith("Validation ")]
    assert len(verdicts) == len(files), done.stdout + done.stderr
    return [line == "Validation succeeded, the passed WACZ is valid" for line in verdicts]
