from collections.abc import Iterator
from pathlib import Path

import pytest

from pagestrata.store.archive import Archive, open_archive


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with open_archive(tmp_path / "archive") as opened:
        yield opened
