from __future__ import annotations

from pathlib import Path

import pytest

from engine_work import Here
from pagestrata.app.recordings.collection import read_collection, recordings_among
from pagestrata.errors import InputError
from recorded_pages import HARBOUR, SHOP, record_pages


def test_captures_of_a_page_are_taken_in_time_order_whatever_files_they_are_in(tmp_path: Path) -> None:
    record_pages(tmp_path / "in")
    found = read_collection(Here(), recordings_among([tmp_path / "in"]))
    assert [page.url for page in found.pages] == [HARBOUR, SHOP]  # most captures first
    times = [capture.recorded_at for capture in found.pages[0].captures]
    assert times == sorted(times)
    assert len(times) == 4


def test_a_file_that_cannot_be_read_is_said_and_costs_only_itself(tmp_path: Path) -> None:
    record_pages(tmp_path / "in")
    (tmp_path / "in" / "broken.snapshot").write_bytes(b"no snapshot at all")
    found = read_collection(Here(), recordings_among([tmp_path / "in"]))
    assert [page.url for page in found.pages] == [HARBOUR, SHOP]
    (problem,) = found.problems
    assert "broken.snapshot: " in problem


@pytest.mark.parametrize("name", ["nothing", "empty"])
def test_sources_without_recordings_are_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match=r"there is no"):
        recordings_among([tmp_path / name])
