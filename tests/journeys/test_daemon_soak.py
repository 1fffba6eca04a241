"""A tenth of the daemon's soak: visits among faults, the daemon killed five times, nothing lost, doubled or left behind."""

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
    pytest.mark.skipif(sys.platform == "win32", reason="daemons are killed by a signal"),
]


def test_a_thousand_visits_and_five_kills() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.soak.daemon", "--visits", "1000", "--kills", "5", "--json"],
        cwd=ROOT, capture_output=True, text=True,
    )  # fmt: skip
    assert done.stdout, done.stderr
    figures = json.loads(done.stdout)
    wrong = ("lost", "never_visited", "doubled", "impolite", "left")
    assert [name for name in wrong if figures[name]] == [], done.stdout
    assert figures["not_in_schedule"] == 0
    assert figures["reported"] >= 1000
    assert figures["ended_well"], done.stdout
    assert max(figures["grown_mb"]) < 100
    assert done.returncode == 0
