from __future__ import annotations

from datetime import UTC, datetime
from xml.etree import ElementTree

from pagestrata.model.geometry import Box
from pagestrata.store.questions.overview import Mark
from pagestrata.visit.shown.pane_marks import Mark as ChangeMark
from pagestrata.visit.shown.pane_marks import Pane
from pagestrata.web.views.drawings import drawn_marks, spark

NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)


def mark(**fields: object) -> Mark:
    values = {"visited_at": NOW, "kept": False, "failed": False, "changes": 0, "importance": None}
    return Mark(**{**values, **fields})  # type: ignore[arg-type]


def test_each_visit_is_a_bar_and_the_last_stands_at_the_right() -> None:
    marks = [mark(failed=True), mark(), mark(changes=2, importance=0.25), mark(changes=1, kept=True, importance=4.0)]
    drawn = ElementTree.fromstring(spark(marks, count=5))
    assert drawn.get("aria-label") == "The last 4 visits: 1 kept, 1 failed"
    bars = list(drawn)[1:]
    assert [bar.get("class") for bar in bars] == [
        "spark__cross",
        "spark__bar--none",
        "spark__bar--skipped",
        "spark__bar--kept",
    ]
    assert [bar.get("d") for bar in bars] == [
        "M7 18l4 4m0-4l-4 4",
        "M13 24h4v2h-4z",
        "M19 26h4v-14.0h-4z",
        "M25 26h4v-24.0h-4z",
    ]
    assert [bar[0].text for bar in bars] == [
        "failed: 2026-01-05 12:00",
        "nothing changed: 2026-01-05 12:00",
        "skipped: 2026-01-05 12:00 (2 changes)",
        "kept: 2026-01-05 12:00 (1 change)",
    ]


def test_only_the_last_visits_are_drawn_and_those_of_a_kind_as_one_shape() -> None:
    (shape,) = list(ElementTree.fromstring(spark([mark()] * 9, count=5)))[1:]
    assert shape.get("d", "").count("M") == 5
    assert shape[0].text == f"nothing changed: {', '.join(['2026-01-05 12:00'] * 3)}, and 2 more"


def pane(*marks: ChangeMark) -> Pane:
    return Pane(side="new", version="name", width=100.0, height=50.0, has_picture=True, marks=marks)


def test_each_change_is_framed_and_labelled() -> None:
    first = ChangeMark(change=1, kind="update", box=Box(1.5, 30.0, 10.0, 12.0), label="1")
    moved = ChangeMark(change=2, kind="move", box=Box(0.0, 0.0, 5.0, 5.0), is_arrival=True, is_folded=True)
    drawn = ElementTree.fromstring(drawn_marks(pane(first, moved), 100, 10, 2))
    assert drawn.get("class") == "marks marks--new"
    one, other = drawn
    assert (one.get("class"), one.get("data-change")) == ("mark mark--update", "1")
    assert [(part.tag, part.get("x"), part.get("y")) for part in one] == [
        ("rect", "101.5", "30"),
        ("rect", "101.5", "16.5"),
        ("text", "104.5", "26.5"),
    ]
    assert one[2].text == "U1"
    assert other.get("class") == "mark mark--move mark--folded mark--arrival is-selected"
    assert len(other) == 1


def test_a_label_at_the_top_stays_on_the_picture() -> None:
    drawn = drawn_marks(pane(ChangeMark(change=3, kind="insert", box=Box(0.0, 2.0, 5.0, 5.0), label="3")), 0, 10, None)
    flag = ElementTree.fromstring(drawn)[0][1]
    assert (flag.get("class"), flag.get("y")) == ("mark__flag", "0.0")
