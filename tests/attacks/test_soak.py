"""A tenth of the soak: captures of hostile pages leave nothing behind and disturb no ordinary page."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="browsers are killed by a signal"),
]


def test_fifty_hostile_captures_leave_nothing_behind() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.soak", "--captures", "50", "--json"],
        cwd=ROOT, capture_output=True, text=True,
    )  # fmt: skip
    assert done.stdout, done.stderr
    figures = json.loads(done.stdout)
    assert figures["unexpected"] == []
    assert figures["left"] == {"processes": [], "files": [], "ports": [], "threads": []}
    assert sum(figures["outcomes"].values()) == 50
    assert figures["outcomes"]["failed: PageTimeoutError"] == 2
    assert done.returncode == 0
