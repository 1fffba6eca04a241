from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pagestrata.errors import InputError
from pagestrata.learned.trees import DEEP, ROWS_AT_ONCE, Ensemble, read_ensembles, write_ensembles

# x <= 1 ? (y <= 5 ? 10 : 20) : 30, and a tree that always adds 100.
FOREST = Ensemble(
    names=("x", "y"),
    feature=np.array([0, 1, 0, 0, 0, 0], np.int32),
    threshold=np.array([1.0, 5.0, 0.0, 0.0, 0.0, 0.0]),
    left=np.array([1, 2, 2, 3, 4, 5], np.int32),
    right=np.array([4, 3, 2, 3, 4, 5], np.int32),
    value=np.array([0.0, 0.0, 10.0, 20.0, 30.0, 100.0]),
    roots=np.array([0, 5], np.int32),
    depth=2,
    base=0.5,
)


def test_every_row_goes_its_way_through_every_tree() -> None:
    rows = np.array([[1.0, 5.0], [0.0, 6.0], [2.0, 0.0]])
    assert FOREST.predict(rows).tolist() == [110.5, 120.5, 130.5]


def test_many_rows_are_taken_in_slices() -> None:
    answers = FOREST.predict(np.zeros((2 * ROWS_AT_ONCE + 3, 2)))
    assert len(answers) == 2 * ROWS_AT_ONCE + 3
    assert set(answers.tolist()) == {110.5}


def test_no_rows_have_no_answers() -> None:
    assert len(FOREST.predict(np.zeros((0, 2)))) == 0


def test_the_wrong_features_are_refused() -> None:
    with pytest.raises(InputError, match=r"wants 2 features and got an array of shape \(1, 3\); train it again"):
        FOREST.predict(np.zeros((1, 3)))


def test_what_is_written_is_read_back() -> None:
    data = write_ensembles({"a": FOREST, "b": replace(FOREST, base=7.0)})
    found = read_ensembles(data)
    assert set(found) == {"a", "b"}
    assert found["a"].names == ("x", "y")
    rows = np.array([[0.0, 6.0]])
    assert found["b"].predict(rows).tolist() == [127.0]
    assert write_ensembles(found) == data


@pytest.mark.parametrize(
    "damaged",
    [
        replace(FOREST, left=np.array([1, 2, 2, 3, 4, 99], np.int32)),
        replace(FOREST, roots=np.array([-1], np.int32)),
        replace(FOREST, feature=np.array([0, 7, 0, 0, 0, 0], np.int32)),
    ],
)
def test_trees_that_leave_their_table_are_refused(damaged: Ensemble) -> None:
    with pytest.raises(InputError, match="train it again"):
        read_ensembles(write_ensembles({"a": damaged}))


def test_other_files_are_refused() -> None:
    with pytest.raises(InputError, match="not a file of learned trees"):
        read_ensembles(b"something else")


def chain(depth: int) -> Ensemble:
    """A lopsided tree: step i asks whether the only feature is at most i, and ends there if it is."""
    inner = np.arange(depth)
    leaves = np.arange(depth, 2 * depth + 1)
    return Ensemble(
        names=("x",),
        feature=np.zeros(2 * depth + 1, np.int32),
        threshold=np.append(inner, np.zeros(depth + 1)).astype(float),
        left=np.append(inner + depth, leaves).astype(np.int32),
        right=np.append(np.append(inner[1:], 2 * depth), leaves).astype(np.int32),
        value=np.stack([np.append(np.zeros(depth), np.arange(depth + 1)), np.ones(2 * depth + 1)], axis=1),
        roots=np.zeros(1, np.int32),
        depth=depth,
    )


@pytest.mark.parametrize("depth", [3, DEEP + 1, 30])
def test_deep_and_shallow_trees_end_at_the_same_leaves_with_all_their_answers(depth: int) -> None:
    asked = np.array([[-1.0], [0.5], [2.0], [1000.0]])
    assert chain(depth).predict(asked).tolist() == [[0, 1], [1, 1], [2, 1], [depth, 1]]


@pytest.mark.parametrize("depth", [2, DEEP + 1])
def test_what_is_no_number_goes_to_the_right(depth: int) -> None:
    rows = np.array([[np.nan, 0.0], [0.0, np.nan]])
    assert replace(FOREST, depth=depth).predict(rows).tolist() == [130.5, 120.5]
