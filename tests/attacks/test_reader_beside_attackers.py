"""A reader beside slow connections and large bodies: a small run of benchmarks/speed/web_attackers.py."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from benchmarks.speed.web_attackers import ASKED_MB, measure

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")]


def test_a_reader_is_answered_and_the_server_stays_small(tmp_path: Path) -> None:
    """The clock is the benchmark's business: here the machine has other things to do."""
    found = measure(tmp_path / "archive", slow=20, large=6, reads=20, pages=20)
    assert found.failed == 0
    assert found.refused_bodies
    assert found.most_megabytes <= ASKED_MB
