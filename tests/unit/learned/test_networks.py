from __future__ import annotations

import io
from dataclasses import replace

import numpy as np
import pytest

from pagestrata.errors import InputError
from pagestrata.learned.networks import (
    ROWS_AT_ONCE,
    Blend,
    Networks,
    Scale,
    read_networks,
    write_networks,
)
from pagestrata.learned.trees import Ensemble

# The first feature has three knots, the second only two.
SCALE = Scale(
    knots=np.array([[0.0, 0.0], [10.0, 1.0], [30.0, np.inf]]), scores=np.array([[-3.0, -1.0], [0.0, 1.0], [3.0, 0.0]])
)
# The mean of two: one says the first score where it is positive, the other the second.
NETWORKS = Networks(
    scale=SCALE,
    inner=np.eye(2, dtype=np.float32),
    inner_base=np.zeros(2, np.float32),
    outer=np.full(2, 0.5, np.float32),
    outer_base=-0.5,
)
ALWAYS_THREE = Ensemble(
    names=("x", "y"),
    feature=np.zeros(1, np.int32),
    threshold=np.zeros(1),
    left=np.zeros(1, np.int32),
    right=np.zeros(1, np.int32),
    value=np.full(1, 3.0),
    roots=np.zeros(1, np.int32),
    depth=0,
)


@pytest.mark.parametrize(
    ("value", "score"), [(0.0, -3.0), (5.0, -1.5), (10.0, 0.0), (20.0, 1.5), (30.0, 3.0), (31.0, 3.0), (-1.0, -3.0)]
)
def test_a_value_between_two_knots_is_scored_between_them(value: float, score: float) -> None:
    assert SCALE.of(np.array([[value, 0.0]]))[0, 0] == pytest.approx(score)


@pytest.mark.parametrize(("value", "score"), [(0.0, -1.0), (0.5, 0.0), (1.0, 1.0), (7.0, 1.0)])
def test_knots_at_infinity_are_out_of_reach(value: float, score: float) -> None:
    assert SCALE.of(np.array([[0.0, value]]))[0, 1] == pytest.approx(score)


def test_what_is_no_number_has_a_score() -> None:
    rows = np.array([[np.nan, np.inf], [-np.inf, np.nan]])
    assert SCALE.of(rows).tolist() == [[3.0, 1.0], [-3.0, 1.0]]


def test_networks_answer_with_their_mean() -> None:
    rows = np.array([[30.0, 1.0], [0.0, 1.0], [0.0, 0.0]])
    assert NETWORKS.predict(rows).tolist() == [1.5, 0.0, -0.5]


def test_many_rows_are_answered_as_few_are() -> None:
    rows = np.random.RandomState(0).uniform(-5, 40, (ROWS_AT_ONCE + 5, 2))
    assert NETWORKS.predict(rows).tolist() == [float(NETWORKS.predict(row[None])[0]) for row in rows]
    assert NETWORKS.predict(np.zeros((0, 2))).shape == (0,)


def test_networks_with_several_answers_give_all_of_them_for_each_row() -> None:
    both = replace(NETWORKS, outer=np.eye(2, dtype=np.float32), outer_base=np.array([0.0, 10.0]))
    rows = np.array([[30.0, 1.0], [0.0, 1.0]])
    assert both.predict(rows).tolist() == [[3.0, 11.0], [0.0, 11.0]]
    assert read_networks(write_networks(both)).predict(rows).tolist() == both.predict(rows).tolist()


def test_a_blend_is_the_mean_of_trees_and_networks() -> None:
    blend = Blend(trees=ALWAYS_THREE, networks=NETWORKS)
    assert blend.predict(np.array([[30.0, 1.0]])).tolist() == [2.25]
    assert blend.names == ("x", "y")


def test_networks_survive_writing_and_reading() -> None:
    data = write_networks(NETWORKS)
    found = read_networks(data)
    rows = np.array([[12.0, 0.3]])
    assert found.predict(rows) == NETWORKS.predict(rows)
    assert write_networks(found) == data


def pickled() -> bytes:
    target = io.BytesIO()
    np.savez(target, knots=np.array([{}], object))
    return target.getvalue()


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (write_networks(replace(NETWORKS, scale=replace(SCALE, knots=SCALE.knots[:, :1]))), "knots has the shape"),
        (write_networks(replace(NETWORKS, outer=np.ones(3, np.float32))), "outer has the shape"),
        (b"something else", "not a file of networks"),
        (pickled(), "not a file of networks"),
    ],
)
def test_a_damaged_file_is_refused(data: bytes, says: str) -> None:
    with pytest.raises(InputError, match=says):
        read_networks(data)
