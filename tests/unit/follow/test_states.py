import numpy as np
import pytest

from pagestrata.follow.states import THRESHOLDS, Found, Ranking, Thresholds, merged
from pagestrata.model.geometry import Box


def ranking(*logits):
    return Ranking(rows=np.arange(10, 10 + len(logits)), logits=np.array(logits, float))


def test_belief_is_shared_with_none_of_them():
    row, confidence, gap = ranking(float(np.log(THRESHOLDS.none_odds))).best()
    assert row == 10
    assert confidence == gap == pytest.approx(0.5)


def test_equal_candidates_halve_each_others_confidence():
    row, confidence, gap = ranking(9.0, 9.0).best()
    assert row == 10
    assert confidence == pytest.approx(0.5, abs=0.001)
    assert gap == 0.0


def test_no_candidate_means_no_confidence():
    assert ranking().best() == (None, 0.0, 0.0)


def test_beliefs_stay_finite_for_extreme_odds():
    assert np.isfinite(ranking(1e6, -1e6).beliefs()).all()


def test_merging_keeps_the_best_odds_of_each_row():
    both = merged([ranking(1.0, 2.0), ranking(3.0)])
    assert both.rows.tolist() == [10, 11]
    assert both.logits.tolist() == [3.0, 2.0]


@pytest.mark.parametrize(("confidence", "state"), [(0.95, "found"), (0.4, "uncertain"), (0.001, "lost")])
def test_states(confidence, state):
    assert Thresholds().state_of(confidence) == state


def test_json_has_the_pinned_keys():
    found = Found(state="found", confidence=0.94123, gap=0.3, path="body[1]", box=Box(1, 2, 3, 4), text="x", row=1)
    assert found.as_json() == {
        "id": None, "state": "found", "confidence": 0.9412, "gap": 0.3, "path": "body[1]", "box": [1, 2, 3, 4],
        "text": "x", "reasons": [], "alerts": [],
    }  # fmt: skip
