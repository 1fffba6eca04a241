from __future__ import annotations

import pickle
from dataclasses import replace
from datetime import timedelta

import pytest

from captures import START, capture
from pagestrata.app.chosen_blocks import Choice, add_trail
from pagestrata.app.notifications import add_rule
from pagestrata.app.watches import watch_for
from pagestrata.model.records import Visit
from pagestrata.store.archive import Archive
from pagestrata.visit.cut import BEST_AND_FINE, SegmentOptions
from pagestrata.visit.judge import JudgeOptions
from pagestrata.visit.plan import VisitRequest, plan_visit, segmentation_of

URL = "http://site.test/"


def test_a_plan_takes_from_the_watch_what_the_call_leaves_open(archive: Archive) -> None:
    watch = watch_for(archive, URL, {"threshold": 0.2, "importance": {"menu": 0.0}, "pdoc": "coarse"})
    plan = plan_visit(archive, VisitRequest(URL), now=START)
    assert (plan.watch, plan.segmentation.pdoc, plan.judging.threshold) == (watch, "coarse", 0.2)
    asked = plan_visit(
        archive,
        VisitRequest(URL, segmentation=SegmentOptions(), judging=JudgeOptions(importance={"menu": 1.0})),
        now=START,
    )
    assert (asked.segmentation.pdoc, asked.judging.threshold, asked.judging.importance) == ("fine", 0.2, {"menu": 1.0})


def test_a_plan_carries_the_rules_about_its_page_without_their_channels(archive: Archive) -> None:
    watch_for(archive, URL, {"tags": ["shop"]})
    trail = add_trail(archive, capture(["Boots 99 €"])[0], Choice(text="Boots"), url=URL, version=None)
    wanted = [add_rule(archive, subject, channel="terminal", now=START) for subject in (URL, "tag:shop", trail.id)]
    add_rule(archive, "http://other.test/", channel="terminal", now=START)
    plan = plan_visit(archive, VisitRequest(URL), now=START)
    assert {rule.id for rule in plan.rules} == {rule.id for rule in wanted}
    assert {rule.channel for rule in plan.rules} == {""}
    assert pickle.loads(pickle.dumps(plan)) == plan


PARTITION = SegmentOptions(segmenter="partition")


def remember(archive: Archive, *, level: int, visits: int = 5) -> None:
    """Visits at which no block of the one before was there any more."""
    for hour in range(visits):
        archive.record_visit(
            Visit(
                url=URL, visited_at=START + timedelta(hours=hour), stage="render", version=None, kept=False,
                block_ids={f"{hour}.1": "a", f"{hour}.2": "b"}, level=level,
            )
        )  # fmt: skip


def test_a_page_is_cut_as_asked_else_as_its_watch_says(archive: Archive) -> None:
    assert segmentation_of(archive, URL) == BEST_AND_FINE
    watch_for(archive, URL, {"segmenter": "vips", "pdoc": 5})
    assert segmentation_of(archive, URL) == SegmentOptions(segmenter="vips", pdoc=5)
    asked = SegmentOptions(pdoc="coarse")
    assert segmentation_of(archive, URL, asked) == asked


def test_the_level_of_a_page_is_remembered_and_adjusted(archive: Archive) -> None:
    assert segmentation_of(archive, URL, PARTITION).level == 2
    remember(archive, level=3, visits=2)
    assert segmentation_of(archive, URL, PARTITION).level == 3


def test_a_page_whose_blocks_keep_breaking_is_cut_coarser(archive: Archive, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    remember(archive, level=3)
    assert segmentation_of(archive, URL, PARTITION).level == 2
    assert "cut at level 2 from now on, 3 before: its blocks kept breaking" in caplog.text
    assert segmentation_of(archive, URL, replace(PARTITION, level=7)).level == 7
    assert segmentation_of(archive, URL).level is None
