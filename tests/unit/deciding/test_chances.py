"""One number out of findings and model, in which what a person says is monotone."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.deciding.chances import likeliest, probability_of, with_importance, with_operations
from pagestrata.judging.finding import Finding
from pagestrata.model.blocks import Block
from pagestrata.weighing.change_importance import PAPER_WEIGHTS, OperationWeights

BLOCK = Block(ref="2", role="article")
PRICE = Finding(kind="price", chance=0.9, op="update", element="text", block=BLOCK, old_ref="1")
CLOCK = PRICE.silenced("clock")


def test_noise_alone_stays_below_every_threshold() -> None:
    assert probability_of([CLOCK]) < 0.1
    assert probability_of([CLOCK], 0.9) < 0.1
    assert probability_of([], 0.9) < 0.1


def test_the_likeliest_finding_is_the_number() -> None:
    faint = replace(PRICE, kind="link", chance=0.3)
    assert probability_of([CLOCK, faint, PRICE]) == likeliest([CLOCK, faint, PRICE]) == 0.9
    assert probability_of([faint]) == 0.3


def test_a_persons_own_model_has_the_last_word_but_not_on_noise() -> None:
    assert probability_of([PRICE], 0.2) == 0.2
    assert probability_of([PRICE], 0.95) == 0.95
    assert probability_of([replace(PRICE, chance=1.0)], 0.2) == 1.0


@pytest.mark.parametrize("name", ["2", "1", "article"])
def test_refs_old_and_new_and_roles_are_known(name: str) -> None:
    (silent,) = with_importance([PRICE], {name: 0.0})
    assert (silent.chance, silent.silent_because) == (0.0, "importance")
    assert with_importance([PRICE], {name: 1.0})[0].chance == 1.0
    assert with_importance([CLOCK], {name: 1.0})[0].is_noise


@given(st.floats(0.01, 0.99), st.lists(st.floats(0.0, 1.0), min_size=2, max_size=5))
def test_importance_is_monotone(chance: float, values: list[float]) -> None:
    finding = replace(PRICE, chance=chance)
    found = [with_importance([finding], {"2": value})[0].chance for value in sorted(values)]
    assert found == sorted(found)


@given(st.lists(st.floats(0.0, 1.0), min_size=2, max_size=5))
def test_weights_of_operations_are_monotone(values: list[float]) -> None:
    weights = [OperationWeights(pairs={("update", "text"): value}) for value in sorted(values)]
    found = [probability_of(with_operations([PRICE], one), 0.6, one) for one in weights]
    assert found == sorted(found)
    assert with_operations([PRICE], PAPER_WEIGHTS) == [PRICE]
