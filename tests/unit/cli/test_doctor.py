from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from pagestrata.cli.doctor import doctor
from pagestrata.cli.settings import Settings


def run(*options: str, **settings: str) -> tuple[int, str]:
    done = CliRunner().invoke(doctor, options, obj=Settings(**settings), catch_exceptions=False, standalone_mode=False)
    return int(done.return_value), done.stdout


def test_a_table_for_people(tmp_path: Path) -> None:
    code, said = run("--no-browser", archive=str(tmp_path / "archive"), browser="/nowhere/chrome")
    assert code == 1
    assert "missing browser                 there is no browser /nowhere/chrome" in said
    assert "do: name another or leave it out" in said
    assert f"archive                 none yet in {tmp_path}" in said


def test_json_for_programs(tmp_path: Path) -> None:
    code, said = run("--no-browser", "--json", "--proxy", "http://127.0.0.1:1", archive=str(tmp_path / "archive"))
    answer = json.loads(said)
    assert code == 1
    assert answer["healthy"] is False
    proxy = next(result for result in answer["results"] if result["name"] == "proxy")
    assert proxy["state"] == "missing"
    assert set(proxy) == {"name", "state", "found", "advice"}
