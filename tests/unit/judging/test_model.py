"""The table of evidence and the model over it."""

from __future__ import annotations

import math

import numpy as np
import pytest

from judged_pages import block, evidence, page
from pagestrata.errors import InputError
from pagestrata.judging.model import (
    AT,
    NAMES,
    SILENT,
    EvidenceModel,
    Weights,
    default_model,
    expanded,
    is_guarded,
    read_model,
    write_model,
)


def test_a_model_is_stored_and_read() -> None:
    width = expanded(np.zeros((1, len(NAMES)))).shape[1]
    first, later = Weights(np.arange(width) / 8, -1.5), Weights(np.arange(width) / 4, 0.5)
    again = read_model(write_model(EvidenceModel(first_visits=first, later_visits=later), {"pages": 1}))
    for one, read in ((first, again.first_visits), (later, again.later_visits)):
        assert np.array_equal(read.of, one.of)
        assert read.bias == one.bias


@pytest.mark.parametrize("text", ["{}", "[]", '{"format": 1, "names": ["other"]}', "no json"])
def test_a_model_for_other_evidence_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        read_model(text)


def test_the_shares_of_an_edit_add_up_to_its_odds() -> None:
    row = evidence(page(block("1", "a word here")), page(block("1", "a term here"))).rows
    model, weights = default_model(), default_model().first_visits
    assert not is_guarded(row)[0]
    odds = float((expanded(row) @ weights.of)[0] + weights.bias)
    own = float(expanded(row)[0, -3:] @ weights.of[-3:])
    assert sum(model.shares(row[0]).values()) + own + weights.bias == pytest.approx(odds)


def test_a_price_is_guarded_whatever_its_history_until_its_line_turns_at_each_look() -> None:
    row = evidence(page(block("1", "Price € 12.00")), page(block("1", "Price € 13.00"))).rows
    assert is_guarded(row)[0]
    assert default_model().log_odds(row)[0] > 0
    row[0, AT["slot changes"]] = 0.9
    assert is_guarded(row)[0]
    row[0, AT["second look differs"]] = 1.0
    assert is_guarded(row)[0]
    row[0, AT["share of the line"]] = 1.0
    assert not is_guarded(row)[0]


def test_nothing_has_no_odds() -> None:
    assert len(default_model().log_odds(np.zeros((0, len(NAMES))))) == 0


def test_quotes_in_a_frame_that_change_at_every_visit_are_no_longer_guarded() -> None:
    def row(role: str, keeps: float) -> np.ndarray:
        rows = evidence(page(block("1", "Gold $ 12.00", role=role)), page(block("1", "Gold $ 13.00", role=role))).rows
        rows[0, AT["slot keeps changing"]] = keeps
        return rows

    assert is_guarded(row("footer", 0.0))[0]
    assert is_guarded(row("article", 5.0))[0]
    assert not is_guarded(row("footer", 5.0))[0]


def test_words_in_a_frame_that_come_and_go_are_no_longer_guarded() -> None:
    def row(role: str, returned: float) -> np.ndarray:
        old, new = (page(block("1", f"Already a partner? {said}", role=role)) for said in ("Log on", "Log off"))
        rows = evidence(old, new).rows
        rows[0, AT["says status"]] = 1.0
        rows[0, AT["comes and goes"]] = returned
        return rows

    assert is_guarded(row("header", 0.0))[0]
    assert is_guarded(row("article", 1.0))[0]
    assert not is_guarded(row("header", 1.0))[0]


def test_one_word_of_status_is_guarded_and_another_sentence_with_one_is_not() -> None:
    few = evidence(page(block("1", "The road is open.")), page(block("1", "The road is closed."))).rows
    old, new = "Did you know? Otters hold hands while they sleep.", "Did you know? Honey never spoils."
    many = evidence(page(block("1", old)), page(block("1", new))).rows
    assert is_guarded(few)[0]
    assert not is_guarded(many)[0]


def test_a_box_that_says_of_itself_that_it_turns_guards_no_word_of_status() -> None:
    old, new = (page(block("1", f"Quote of the day: {quote}.")) for quote in ("Less is more", "Haste makes waste"))
    rows = evidence(old, new).rows
    assert rows[0, AT["says status"]] == 1
    assert not is_guarded(rows)[0]


def test_what_is_explained_is_silent_whatever_else_speaks_for_it() -> None:
    rows = evidence(page(block("1", "Call at 10:00 today")), page(block("1", "Call at 11:00 today"), hours=1.0)).rows
    assert rows[0, AT["time is explained"]] == 1
    assert default_model().log_odds(rows)[0] <= SILENT


def test_a_page_with_history_has_weights_of_its_own() -> None:
    rows = evidence(page(block("1", "a word here")), page(block("1", "a term here"))).rows
    width = expanded(rows).shape[1]
    of = np.zeros(width)
    of[AT["visits known"]] = 1.0
    model = EvidenceModel(first_visits=Weights(np.zeros(width), 0.25), later_visits=Weights(of, -1.0))
    known = rows.copy()
    known[0, AT["visits known"]] = math.log1p(3)
    assert model.log_odds(rows)[0] == 0.25
    assert model.log_odds(known)[0] == pytest.approx(math.log1p(3) - 1.0)
    assert (model.shares(rows[0])["visits known"], model.shares(known[0])["visits known"]) == (0.0, math.log1p(3))


def test_every_edit_has_one_number_for_each_name() -> None:
    found = evidence(page(block("1", "5 views", "a text")), page(block("1", "6 views", "a text", "a new line")))
    assert found.rows.shape == (2, len(NAMES)) == (len(found.edits), len(set(NAMES)))
    assert np.isfinite(found.rows).all()


def test_equal_pages_have_no_rows() -> None:
    assert evidence(page(block("1", "a")), page(block("1", "a"))).rows.shape == (0, len(NAMES))
