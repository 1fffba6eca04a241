from collections.abc import Iterator
from pathlib import Path

import pytest

from compared_pages import URL, visited_archive
from pagestrata.app.watches import watch_for
from pagestrata.store.archive import Archive
from pagestrata.web.views.comparison import (
    CompareState,
    ComparisonView,
    comparison_view,
    pairs_between,
    prepare_comparison,
)


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with visited_archive(tmp_path) as opened:
        yield opened


def view(archive: Archive, old: int, new: int) -> ComparisonView:
    versions = archive.versions.of(URL)
    return comparison_view(archive, versions[old], versions[new])


def test_what_matters_comes_first_and_noise_is_folded_with_its_reason(archive: Archive) -> None:
    found = view(archive, 2, 3)
    assert [(change.number, change.kind, change.group.folded) for change in found.changes] == [
        (1, "insert", False),
        (2, "update", False),
        (3, "update", True),
    ]
    assert found.changes[2].why_folded == "only the clock changed"
    pieces = [(piece.kind, piece.text) for piece in found.changes[1].lines[0].pieces]
    assert pieces == [("same", "Ferry ticket: "), ("old", "21.50"), ("new", "24.00"), ("same", " €")]
    assert found.counts == {"insert": 1, "update": 2}


def test_marks_are_where_the_blocks_are_on_each_picture(archive: Archive) -> None:
    old, new = view(archive, 2, 3).panes
    assert (old.width, old.height, new.height) == (800, 600, 720)
    assert [(mark.change, mark.box.y) for mark in old.marks] == [(2, 240.0), (3, 360.0)]
    assert [(mark.change, mark.box.y, mark.is_folded) for mark in new.marks] == [
        (1, 240.0, False), (2, 360.0, False), (3, 480.0, True)
    ]  # fmt: skip


def test_blocks_that_stayed_are_linked(archive: Archive) -> None:
    pairs = pairs_between(archive, *archive.versions.of(URL)[2:4])
    assert [0, 120, 800, 100, 0, 120, 800, 100] in pairs
    assert [0, 240, 800, 100, 0, 360, 800, 100] in pairs
    assert len(pairs) == 5


def test_the_same_comparison_is_made_once_until_settings_change(archive: Archive) -> None:
    first = view(archive, 2, 3)
    assert view(archive, 2, 3) is first
    price = first.changes[1].block
    watch_for(archive, URL, {"importance": {price: 0.0}})
    second = view(archive, 2, 3)
    assert second is not first
    assert [change.why_folded for change in second.changes if change.block == price] == ["only what you muted changed"]


def test_changes_are_chosen_by_kind_and_importance(archive: Archive) -> None:
    found = view(archive, 2, 3)

    def numbers(**asked: list[str]) -> list[int]:
        return [change.number for change in found.shown(CompareState.read(asked))]

    assert numbers() == [1, 2, 3]
    assert numbers(op=["insert"]) == [1]
    assert numbers(op=["delete", "move"]) == []
    assert numbers(least=["0.1"]) == [1, 2]
    assert found.change(2) is found.changes[1]
    assert found.change(99) is None
    assert found.change(None) is None


def test_an_address_says_the_state_and_nonsense_counts_as_nothing() -> None:
    state = CompareState.read({"mode": ["blink"], "show": ["all"], "op": ["move", "insert"], "change": ["7"]})
    assert state == CompareState(mode="blink", show="all", kinds=("insert", "move"), change=7)
    assert (
        CompareState.read({name: [str(v)] if not isinstance(v, list) else v for name, v in state.query().items()})
        == state
    )
    nonsense = {"mode": ["<b>"], "show": ["x"], "op": ["drop"], "change": ["-1"], "least": ["nan"], "after": ["1e99"]}
    assert CompareState.read(nonsense) == CompareState()
    assert CompareState().query() == {}
    assert state.but(change=None, mode="side") == {"show": "all", "op": ["insert", "move"]}
    assert state.toggled("move")["op"] == ["insert"]
    assert CompareState().toggled("move") == {"op": ["move"]}


def test_the_last_comparison_is_prepared(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    prepare_comparison(archive, "http://nobody-knows.test/")
    prepare_comparison(archive, URL)
    monkeypatch.delattr("pagestrata.web.views.comparison.compare_archived")
    assert view(archive, -2, -1).changes
    with pytest.raises(NameError):
        view(archive, 0, 1)


def test_a_block_that_was_hushed_stays_chosen_whatever_its_number_is_now(archive: Archive) -> None:
    shown = view(archive, 2, 3)
    block = shown.changes[1].block
    stays = shown.at_block(CompareState(change=1, mode="slider"), block)
    assert (stays.change, stays.mode, stays.hushed) == (2, "slider", block)
    assert stays.query()["hushed"] == block
    assert "hushed" not in stays.but(mode="blink")  # it is said once
    assert shown.at_block(CompareState(after=5), block).after == 1
    assert shown.at_block(CompareState(change=1), "9.9").change is None
