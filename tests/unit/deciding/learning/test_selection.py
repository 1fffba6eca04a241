"""Features are added while sites held back are judged better, and no more than the marks allow."""

from __future__ import annotations

import numpy as np

from pagestrata.deciding.learning.selection import joined_groups, most_added, select_features

NAMES = [f"feature {number}" for number in range(12)]


def made(seed: int = 1, rows: int = 60) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Rows in which two features tell the label, each half of it, and the others are chance."""
    random = np.random.default_rng(seed)
    table = random.random((rows, len(NAMES)))
    return table, table[:, 3] + table[:, 7] > 1.0, np.array([str(row % 5) for row in range(rows)])


def test_what_tells_the_label_is_added_and_nothing_else() -> None:
    table, labels, groups = made()
    found = select_features(table, labels, groups, NAMES, usual=(), most=6)
    assert {one.name for one in found.added[:2]} == {"feature 3", "feature 7"}
    assert all(one.after < one.before for one in found.added)


def test_no_more_are_added_than_allowed_and_the_usual_ones_stay() -> None:
    table, labels, groups = made()
    found = select_features(table, labels, groups, NAMES, usual=("feature 0",), most=1)
    assert found.names[0] == "feature 0"
    assert len(found.added) == 1
    assert select_features(table, labels, groups, NAMES, usual=("feature 0",), most=0).names == ("feature 0",)


def test_chance_alone_adds_nothing() -> None:
    random = np.random.default_rng(5)
    table, labels = np.full((40, len(NAMES)), 0.5), random.random(40) > 0.5
    found = select_features(table, labels, np.array(["a", "b"] * 20), NAMES, usual=(), most=5)
    assert found.added == ()


def test_few_marks_allow_few_features() -> None:
    assert [most_added(count) for count in (0, 6, 8, 40)] == [0, 0, 1, 5]


def test_sites_are_never_parted_but_for_one_alone() -> None:
    groups = np.array(["a", "b", "a", "c"])
    folds = joined_groups(groups)
    assert folds[0] == folds[2] != folds[1]
    assert len(set(joined_groups(np.array(["a"] * 9)).tolist())) == 6
