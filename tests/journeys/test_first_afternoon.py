"""The tutorial, done by a new user on a site of this machine: visit, visit again, log, show, segment, diff."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pagestrata.cli.main import main
from pagestrata.demo.site import ChangingSite

pytestmark = [pytest.mark.browser, pytest.mark.core]
Run = Callable[..., tuple[int, str]]


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("PAGESTRATA_ARCHIVE", str(tmp_path / "my-archive"))

    def call(*words: str) -> tuple[int, str]:
        with pytest.raises(SystemExit) as end:
            main([*words, "--allow-private"])
        return int(end.value.code or 0), capsys.readouterr().out

    return call


def visit(run: Run, url: str) -> dict[str, Any]:
    code, out = run("visit", url)
    assert code == 0
    found: dict[str, Any] = json.loads(out)
    return found


def test_a_new_user_succeeds(run: Run, changing_site: ChangingSite, tmp_path: Path) -> None:
    url = changing_site.url
    first = visit(run, url)
    assert (first["stage"], first["kept"]) == ("render", True)
    assert first["seconds"].keys() == {"fetch", "render", "segment", "compare", "weigh", "store"}

    assert visit(run, url)["stage"] == "unchanged"

    changing_site.apply("new headline")
    changed = visit(run, url)
    assert (changed["kept"], changed["changes"] > 0) == (True, True)
    assert changed["importance"] > 0

    code, out = run("log", url, "--format", "json")
    assert code == 0
    assert out.count(changed["version"]) >= 1

    code, text = run("show", f"{url}@first", "--format", "text")
    assert code == 0
    assert len(text.split()) > 20

    picture = tmp_path / "page.png"
    assert run("show", f"{url}@latest", "--format", "png", "-o", str(picture))[0] == 0
    assert picture.read_bytes()[:4] == b"\x89PNG"

    code, out = run("diff", f"{url}@first", f"{url}@latest", "--format", "json")
    assert code == 1
    delta = json.loads(out)
    assert delta["changes"]
    assert delta["similar"] is False
    assert run("diff", f"{url}@latest", f"{url}@latest")[0] == 0

    code, out = run("segment", url)
    assert code == 0
    blocks = json.loads(out)["blocks"]
    leaves = [block for block in blocks if block["leaf"]]
    assert len(leaves) > 3
    assert sum(block["importance"] for block in leaves) == pytest.approx(1.0, abs=0.01)


def test_what_is_not_there_is_said(run: Run, changing_site: ChangingSite) -> None:
    assert run("log", changing_site.url)[0] in {1, 2}
    assert run("show", f"{changing_site.url}@latest")[0] in {1, 2}


def test_a_page_that_cannot_be_opened_is_exit_3(run: Run) -> None:
    assert run("visit", "http://127.0.0.1:9/")[0] == 3
