"""Decision models as files: read back exactly, refused when damaged or foreign."""

import json

import pytest

from pagestrata.deciding.learning.linear_model import DecisionModel, LinearModel, Term, read_decision_model
from pagestrata.errors import InputError

KNOWN = frozenset({"words", "links"})
MODEL = DecisionModel(
    content=LinearModel(terms=(Term(name="words", weight=2.0, mean=1.0, scale=0.5),), bias=-1.0, platt_slope=2.0),
    card={"pairs": 12},
)


def changed(**fields: object) -> bytes:
    return json.dumps({**json.loads(MODEL.to_json()), **fields}).encode()


def test_a_model_survives_its_file() -> None:
    assert read_decision_model(MODEL.to_json(), known_features=KNOWN) == MODEL


def test_score_and_probability() -> None:
    score = MODEL.content.score({"words": 2.0})
    assert score == -1.0 + 2.0 * (2.0 - 1.0) / 0.5
    assert MODEL.content.probability(0.0) == 0.5
    assert MODEL.content.probability(1e9) == pytest.approx(1.0)
    assert MODEL.content.probability(score) > 0.99


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"\x00\x01", "not readable"),
        (b"[]", "this file is something else"),
        (changed(kind="other"), "this file is something else"),
        (changed(format=99), "format 99, this version reads 1"),
        (changed(card={"pairs": 13}), "its digest does not match"),
        (MODEL.to_json()[:-40], "not readable"),
    ],
)
def test_what_is_damaged_or_foreign_is_refused_with_advice(data: bytes, says: str) -> None:
    with pytest.raises(InputError, match=says) as caught:
        read_decision_model(data, known_features=KNOWN)
    assert "pagestrata train" in str(caught.value)


def test_a_model_for_unknown_features_is_refused() -> None:
    with pytest.raises(InputError, match=r"features this version does not know \(words\)"):
        read_decision_model(MODEL.to_json(), known_features=frozenset())


@pytest.mark.parametrize("scale", [0.0, float("nan")])
def test_a_model_with_impossible_numbers_is_refused(scale: float) -> None:
    terms = (Term(name="words", weight=1.0, mean=0.0, scale=scale),)
    with pytest.raises(InputError, match="incomplete"):
        read_decision_model(DecisionModel(content=LinearModel(terms=terms, bias=0.0)).to_json(), known_features=KNOWN)
