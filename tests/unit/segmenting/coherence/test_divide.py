from __future__ import annotations

import numpy as np
import pytest

from pagestrata.learned.trees import Ensemble
from pagestrata.segmenting.coherence.candidates import Candidates
from pagestrata.segmenting.coherence.divide import Divider, bias_of, load_models

# 0 -> 1, 2; 1 -> 3, 4
TREE = Candidates(
    start=np.arange(5),
    stop=np.array([5, 5, 3, 4, 5]),
    parent=np.array([-1, 0, 0, 1, 1]),
    is_run=np.zeros(5, np.bool_),
    rows=((0,), (1,), (2,), (3,), (4,)),
    kind=np.array([0, 1, 1, 2, 3]),
)
# Says the only feature, as log odds: -2, or +2 above 0.
SIGN = Ensemble(
    names=("x",),
    feature=np.zeros(3, np.int32),
    threshold=np.zeros(3),
    left=np.array([1, 1, 2], np.int32),
    right=np.array([2, 1, 2], np.int32),
    value=np.array([0.0, -2.0, 2.0]),
    roots=np.zeros(1, np.int32),
    depth=1,
)


def leaves(*signs: float, bias: float = 0.0) -> list[int]:
    return Divider(SIGN, TREE, np.array(signs)[:, None], share_of_kind=0.0).leaves([0], bias=bias)[0]


def test_the_walk_stops_where_the_model_says_keep() -> None:
    assert leaves(-1, 1, 1, 1, 1) == [0]
    assert leaves(1, -1, 1, 1, 1) == [1, 2]
    assert leaves(1, 1, 1, 1, 1) == [2, 3, 4]


def test_the_bias_moves_the_border() -> None:
    assert leaves(1, 1, 1, 1, 1, bias=-3) == [0]
    assert leaves(-1, -1, -1, -1, -1, bias=np.inf) == [2, 3, 4]


def test_several_starts_are_walked_together() -> None:
    divider = Divider(SIGN, TREE, np.ones((5, 1)), share_of_kind=0.0)
    assert divider.leaves([1, 2], bias=0.0) == [[3, 4], [2]]


def test_only_candidates_on_the_way_are_asked_about() -> None:
    divider = Divider(SIGN, TREE, -np.ones((5, 1)), share_of_kind=0.0)
    divider.leaves([0], bias=0.0)
    assert np.isnan(divider.log_odds).tolist() == [False, True, True, True, True]


# 0 -> 1, 2, 3, each of one kind and with one child of another
ALIKE = Candidates(
    start=np.arange(7),
    stop=np.array([7, 3, 5, 7, 3, 5, 7]),
    parent=np.array([-1, 0, 0, 0, 1, 2, 3]),
    is_run=np.zeros(7, np.bool_),
    rows=tuple((row,) for row in range(7)),
    kind=np.array([0, 1, 1, 1, 2, 2, 2]),
)


def test_candidates_of_one_kind_are_divided_alike() -> None:
    signs = np.array([1.0, 1.0, 1.0, -1.0, 1.0, 1.0, 1.0])[:, None]
    assert Divider(SIGN, ALIKE, signs, share_of_kind=0.0).leaves([0], bias=0.0) == [[3, 4, 5]]
    agreed = Divider(SIGN, ALIKE, signs, share_of_kind=0.8)
    assert agreed.leaves([0], bias=0.0) == [[4, 5, 6]]
    assert agreed.log_odds[1:4].tolist() == pytest.approx([0.2 * 2 + 0.8 * 2 / 3] * 2 + [0.2 * -2 + 0.8 * 2 / 3])


def test_a_second_walk_with_another_bias_does_not_depend_on_the_first() -> None:
    signs = np.array([1.0, 1.0, 1.0, -1.0, 1.0, 1.0, 1.0])[:, None]
    divider = Divider(SIGN, ALIKE, signs, share_of_kind=0.8)
    divider.leaves([0], bias=-9.0)
    assert divider.leaves([0], bias=0.0) == [[4, 5, 6]]


def test_a_higher_pdoc_never_divides_less() -> None:
    pairs = [bias_of(pdoc) for pdoc in range(1, 11)]
    assert pairs == sorted(pairs)
    assert bias_of(3) == (0.0, -np.inf)
    assert bias_of(7) == (0.0, 0.0)
    assert bias_of(10) == (0.0, np.inf)


@pytest.mark.parametrize("name", ["coarse", "fine", "frames"])
def test_the_shipped_models_are_sound(name: str) -> None:
    models = load_models()
    answers = getattr(models, name).predict(np.zeros((3, len(models.coarse.names))))
    assert np.isfinite(answers).all()
