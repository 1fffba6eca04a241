from datetime import UTC, datetime
from xml.etree import ElementTree

from pagestrata.store.questions.overview import Mark
from pagestrata.web.views.sparks import spark

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
