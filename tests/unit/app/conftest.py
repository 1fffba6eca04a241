"""An archive, a clock and a session that the tests of the daemon share."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from captures import START
from daemons import FakeSession
from pagestrata.store.archive import Archive, open_archive


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with open_archive(tmp_path / "archive") as opened:
        yield opened


@pytest.fixture
def now() -> list[datetime]:
    return [START]


@pytest.fixture
def session(archive: Archive, now: list[datetime]) -> FakeSession:
    return FakeSession(archive, now)
