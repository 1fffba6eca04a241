from __future__ import annotations

from pathlib import Path

import pytest

import pagestrata
from captures import capture as taken
from pagestrata import BlockTree, decide, load_page
from pagestrata.app.api import capture
from pagestrata.demo.site import ChangingSite
from pagestrata.errors import RefusedError, UsageError
from pagestrata.formats.snapshots import write_snapshot
from recorded_pages import HARBOUR, SHOP, record_pages


def test_a_recorded_snapshot_is_loaded(tmp_path: Path) -> None:
    file = tmp_path / "page.snapshot"
    file.write_bytes(write_snapshot(taken(["Words"])[0]))
    assert load_page(file).title == "A page"


def test_snapshots_are_cut_into_blocks_and_judged() -> None:
    old, same, new = (
        taken([text])[0]
        for text in ("It rained all day", "It rained all day", "A minister has resigned today over the harbour")
    )
    assert decide(old, same).similar
    assert not decide(old, new).similar
    assert decide(BlockTree(blocks=()), BlockTree(blocks=())).similar


def test_who_passes_the_former_history_is_told_what_to_pass() -> None:
    tree = BlockTree(blocks=())
    with pytest.warns(DeprecationWarning, match="pass `known`"):
        assert decide(tree, tree, volatility=object()).similar


def test_private_addresses_are_refused() -> None:
    with pytest.raises(RefusedError):
        capture("http://127.0.0.1:9/")


@pytest.mark.browser
def test_a_page_is_captured_in_one_call(changing_site: ChangingSite) -> None:
    found = capture(changing_site.url, allow_private=True, viewport=(1024, 600))
    assert (found.status, found.viewport) == (200, (1024, 600))
    assert found.nodes is not None
    assert found.screenshot_png is not None


@pytest.mark.browser
def test_a_saved_page_is_rendered_with_its_assets(tmp_path: Path) -> None:
    (tmp_path / "style.css").write_text("p { color: rgb(1, 2, 3); font-size: 30px }")
    page = tmp_path / "page.html"
    page.write_text("<!doctype html><link rel=stylesheet href=style.css><title>Saved</title><p>Hello")
    found = load_page(page)
    assert found.title == "Saved"
    assert found.nodes is not None
    row = found.nodes.row_at_path("body[1]/p[1]")
    assert row is not None
    assert found.nodes.font_size[row] == 30
    assert found.nodes.colour[row] == 0x010203FF


def test_recordings_are_analysed_in_one_call(tmp_path: Path) -> None:
    record_pages(tmp_path / "in")
    found = pagestrata.analyse(tmp_path / "in", tmp_path / "out", archive=tmp_path / "archive", workers=1)
    assert sorted((page.url, page.captures, page.kept) for page in found.pages) == [(HARBOUR, 4, 3), (SHOP, 2, 1)]
    assert found.problems == ()
    with pagestrata.open_archive(tmp_path / "archive") as archive:
        assert len(archive.versions.of(HARBOUR)) == 3


def test_an_engine_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    record_pages(tmp_path / "in")
    with pytest.raises(UsageError, match="unknown engine 'spark'; use 'local' or 'ray'"):
        pagestrata.analyse(tmp_path / "in", tmp_path / "out", engine="spark")
