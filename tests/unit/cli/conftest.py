"""An archived site, and commands on it, that the tests of commands which only read share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from archived_site import archived_site
from command_line import call


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("archive")
    archived_site(folder).close()
    return folder


@pytest.fixture
def run(place: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> Callable[..., Any]:
    """Call a command on the archive in `place`."""
    return lambda *words: call(capfdbinary, *words, "--archive", place)
