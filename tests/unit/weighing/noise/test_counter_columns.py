"""Figures under the names of counters, and figures under anything else."""

from pagestrata.weighing.noise.counter_columns import counter_columns


def columns(text: str) -> list[str]:
    return [text[start:end] for start, end in counter_columns(text)]


def test_figures_under_the_names_of_counters() -> None:
    assert columns("Topic Replies Views\nSails 4 312\nAnchors 12 1,904") == ["4 312", "12 1,904"]


def test_other_columns_are_facts() -> None:
    assert columns("Town Cases Deaths\nOslo 4 312") == []
    assert columns("Topic Replies Views\nSails four 312") == []
    assert columns("Topic Replies Views") == []
