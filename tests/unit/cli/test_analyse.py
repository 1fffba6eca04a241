from __future__ import annotations

from pathlib import Path

import pytest

from command_line import call
from recorded_pages import record_pages


def test_analyse_says_what_it_did_and_goes_on_where_it_was(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    record_pages(tmp_path / "in")
    words = ["analyse", tmp_path / "in", "-o", tmp_path / "out", "--workers", 1, "--json"]
    first, again = call(capfdbinary, *words), call(capfdbinary, *words)
    assert first.code == again.code == 0
    assert {key: first.json[key] for key in ("pages", "captures", "kept", "done_before", "problems")} == {
        "pages": 2, "captures": 6, "kept": 4, "done_before": 0, "problems": [],
    }  # fmt: skip
    assert again.json["done_before"] == 2


def test_what_cannot_be_read_is_said_and_the_exit_code_is_1(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    record_pages(tmp_path / "in")
    (tmp_path / "in" / "broken.snapshot").write_bytes(b"PK no zip")
    found = call(capfdbinary, "analyse", tmp_path / "in", "-o", tmp_path / "out", "--workers", 1)
    assert found.code == 1
    assert "broken.snapshot" in found.err
    assert len(list((tmp_path / "out" / "visits").glob("*.parquet"))) == 2


def test_no_recording_among_the_sources_is_an_error(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    found = call(capfdbinary, "analyse", tmp_path, "-o", tmp_path / "out")
    assert found.code == 2
    assert "no WARC, WACZ or .snapshot file" in found.err
