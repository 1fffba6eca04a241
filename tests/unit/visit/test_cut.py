from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from captures import START, capture
from pagestrata.app.watches import watch_for
from pagestrata.errors import UsageError
from pagestrata.model.blocks import Block
from pagestrata.model.records import Visit
from pagestrata.store.archive import Archive, open_archive
from pagestrata.visit.cut import BEST_AND_FINE, SegmentOptions, cut, segmentation_of, with_importance
from trees import leaf, tree

URL = "http://site.test/"
PARTITION = SegmentOptions(segmenter="partition")


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with open_archive(tmp_path / "archive") as opened:
        yield opened


def remember(archive: Archive, *, level: int, visits: int = 5) -> None:
    """Visits at which no block of the one before was there any more."""
    for hour in range(visits):
        archive.record_visit(
            Visit(
                url=URL, visited_at=START + timedelta(hours=hour), stage="render", version=None, kept=False,
                block_ids={f"{hour}.1": "a", f"{hour}.2": "b"}, level=level,
            )
        )  # fmt: skip


def test_inner_blocks_weigh_what_their_leaves_do() -> None:
    found = with_importance(tree(Block(ref="1", children=(leaf("1.1", "a"), leaf("1.2", "b")))))
    whole, first, second = (block.importance or 0.0 for block in found.walk())
    assert whole == pytest.approx(1.0)
    assert whole == pytest.approx(first + second, abs=2e-6)


def test_a_person_says_what_a_block_is_worth() -> None:
    found = with_importance(tree(leaf("1", "a"), leaf("2", "b")), {"1": 0.0})
    assert [block.importance for block in found.walk()] == [0.0, 1.0]


def test_a_page_without_nodes_has_no_blocks() -> None:
    empty = cut(replace(capture(["x"])[0], nodes=None, dom=""))
    assert list(empty.walk()) == []


def test_the_tree_says_how_deep_the_partition_went() -> None:
    snapshot, _ = capture(["one", "two"])
    assert cut(snapshot, replace(PARTITION, level=3)).level == 3
    assert cut(snapshot, replace(PARTITION, pdoc="coarse")).level == 2
    assert cut(snapshot).level is None


def test_a_page_is_cut_as_asked_else_as_its_watch_says(archive: Archive) -> None:
    assert segmentation_of(archive, URL) == BEST_AND_FINE
    watch_for(archive, URL, {"segmenter": "vips", "pdoc": 5})
    assert segmentation_of(archive, URL) == SegmentOptions(segmenter="vips", pdoc=5)
    asked = SegmentOptions(pdoc="coarse")
    assert segmentation_of(archive, URL, asked) == asked


def test_the_level_of_a_page_is_remembered_and_adjusted(archive: Archive) -> None:
    assert segmentation_of(archive, URL, PARTITION).level == 4
    remember(archive, level=3, visits=2)
    assert segmentation_of(archive, URL, PARTITION).level == 3


def test_a_page_whose_blocks_keep_breaking_is_cut_coarser(archive: Archive, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    remember(archive, level=3)
    assert segmentation_of(archive, URL, PARTITION).level == 2
    assert "cut at level 2 from now on, 3 before: its blocks kept breaking" in caplog.text
    assert segmentation_of(archive, URL, replace(PARTITION, level=7)).level == 7
    assert segmentation_of(archive, URL).level is None


def test_what_no_segmenter_can_do_is_refused() -> None:
    with pytest.raises(UsageError, match="unknown segmenter 'scissors'; choose one of coherence, vips, partition"):
        SegmentOptions(segmenter="scissors").check()


def test_the_importance_of_all_blocks_together_is_at_most_one() -> None:
    leaves = tuple(leaf(f"1.{number}", "x") for number in range(6))  # a sixth each, rounded up
    found = with_importance(tree(Block(ref="1", children=leaves)), {"other": 1.0})
    assert sum(block.importance or 0.0 for block in found.leaves()) > 1.0
    assert found.blocks[0].importance == 1.0
