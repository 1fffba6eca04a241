from __future__ import annotations

import json
from pathlib import Path

import pytest

from captures import capture
from pagestrata.cli.main import main
from pagestrata.formats.snapshots import read_snapshot, write_snapshot


def run(*words: str) -> int:
    with pytest.raises(SystemExit) as end:
        main(["capture", *words])
    return int(end.value.code or 0)


@pytest.fixture
def source(tmp_path: Path) -> str:
    file = tmp_path / "taken.snapshot"
    file.write_bytes(write_snapshot(capture(["Some words"])[0]))
    return str(file)


def test_a_summary_is_printed(source: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(source) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["status"], found["viewport"], found["height_capped"]) == (200, [1366, 768], False)
    assert found["nodes"] > 0


def test_the_form_follows_the_file(source: str, tmp_path: Path) -> None:
    assert run(source, "-o", str(tmp_path / "again.snapshot")) == 0
    assert read_snapshot((tmp_path / "again.snapshot").read_bytes()).title == "A page"
    assert run(source, "-o", str(tmp_path / "page.html")) == 0
    assert "Some words" in (tmp_path / "page.html").read_text()
    assert run(source, "-o", str(tmp_path / "page.png")) == 0
    assert (tmp_path / "page.png").read_bytes()[:4] == b"\x89PNG"


def test_what_has_no_picture_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "plain.snapshot"
    file.write_bytes(write_snapshot(capture(["x"], picture=False)[0]))
    assert run(str(file), "-o", str(tmp_path / "page.png")) == 2
    assert "has no picture" in capsys.readouterr().err


def test_a_tree_is_no_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "tree.xml"
    file.write_text("<XML/>")
    assert run(str(file)) == 2
    assert "no rendered page" in capsys.readouterr().err


def test_a_summary_is_for_people_or_programs_whatever_the_file_is_called(
    source: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(source, "--format", "text") == 0
    assert "A page" in capsys.readouterr().out
    assert run(source, "--json", "-o", str(tmp_path / "page.png")) == 0
    assert json.loads((tmp_path / "page.png").read_text())["status"] == 200
