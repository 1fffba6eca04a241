from __future__ import annotations

import json
from pathlib import Path

import pytest

from pagestrata.cli.main import main


def run(*words: str) -> int:
    with pytest.raises(SystemExit) as end:
        main(["quick", *words])
    return int(end.value.code or 0)


@pytest.fixture
def pages(tmp_path: Path) -> tuple[str, str]:
    old, new = tmp_path / "old.html", tmp_path / "new.html"
    old.write_text("<body><div>the bridge is closed</div><p id=z>imprint</p>")
    new.write_text("<body><div>the bridge is open</div><p id=z>imprint</p>")
    return str(old), str(new)


def test_json_has_the_stable_keys(pages: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*pages, "--format", "json") == 1
    found = json.loads(capsys.readouterr().out)
    assert found["changed"] is True
    assert 0 < found["similarity"] < 1
    assert found["subtrees"][1] == {"old": "body/p[1]", "new": "body/p[1]", "similarity": 1.0}


def test_the_same_page_and_an_equal_zone_are_exit_0(pages: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(pages[0], pages[0]) == 0
    assert run(*pages, "--zone", "#z") == 0
    assert "nothing visible changed" in capsys.readouterr().out


def test_weights_count(pages: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*pages, "--weights", "1,0,0", "--format", "json") == 1
    words = json.loads(capsys.readouterr().out)["subtrees"][0]["similarity"]
    assert words == pytest.approx(-1 + 2 * 3 / 5)
    assert run(*pages, "--emphasis", "div=0,1,0", "--format", "json") == 1
    assert json.loads(capsys.readouterr().out)["subtrees"][0]["similarity"] > 0.99


@pytest.mark.parametrize("bad", [["--weights", "1,1"], ["--weights", "1,1,1"], ["--emphasis", "div"], ["--zone", "[["]])
def test_what_makes_no_sense_is_exit_2(
    pages: tuple[str, str], bad: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*pages, *bad) == 2
    assert capsys.readouterr().err.startswith("pagestrata: ")


def test_the_report_is_one_page(pages: tuple[str, str], tmp_path: Path) -> None:
    target = tmp_path / "report.html"
    assert run(*pages, "--format", "html", "-o", str(target)) == 1
    assert target.read_text().startswith("<!doctype html>")
