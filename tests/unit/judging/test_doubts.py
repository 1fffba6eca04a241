"""The evidence that speaks most against telling an edit."""

import numpy as np

from pagestrata.judging.doubts import NOTHING_SPECIAL, SILENT, code_of, doubt_about
from pagestrata.judging.model import AT, EvidenceModel, default_model, expanded


def row(**given: float) -> np.ndarray:
    found = np.zeros(len(AT))
    for name, value in given.items():
        found[AT[name.replace("_", " ")]] = value
    return found


def model() -> EvidenceModel:
    size = expanded(np.zeros((1, len(AT)))).shape[1]
    weights = np.zeros(size)
    for name in (*SILENT, "siblings changed"):
        weights[AT[name]] = -1.0
    return EvidenceModel(weights=weights, bias=0.0)


def test_the_strongest_evidence_is_named() -> None:
    seen = row(was_here_before=1.0, slot_changes=0.4)
    assert (code_of(seen, model()), doubt_about(seen, model())) == SILENT["was here before"]


def test_items_that_changed_alike_are_counted() -> None:
    seen = row(siblings_changed=float(np.log1p(8)), slot_changes=0.4)
    assert (code_of(seen, model()), doubt_about(seen, model())) == (
        "counter", "the same kind of value changed in 9 items like it"
    )  # fmt: skip


def test_nothing_special_is_said_so() -> None:
    assert (code_of(row(), model()), doubt_about(row(), model())) == NOTHING_SPECIAL
    assert set(SILENT) <= set(AT)
    assert default_model().shares(row())
