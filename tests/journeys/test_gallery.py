"""Every script of the gallery does what it says, as a person would run it, and each is listed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

GALLERY = Path(__file__).parents[2] / "docs" / "gallery"
SCRIPTS = sorted(GALLERY.glob("*.py"))
SECONDS = 300


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_the_story_ends_well(script: Path, tmp_path: Path) -> None:
    variables = {**os.environ, "PYTHONPATH": os.pathsep.join(entry for entry in sys.path if entry)}
    done = subprocess.run(
        [sys.executable, str(script)], cwd=tmp_path, env=variables, capture_output=True, text=True, timeout=SECONDS
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    assert "$ pagestrata" in done.stdout


def test_there_are_ten_and_each_is_listed() -> None:
    listed = re.findall(r"\]\(([\w-]+\.py)\)", (GALLERY / "README.md").read_text())
    assert sorted(listed) == [script.name for script in SCRIPTS]
    assert len(listed) >= 10
