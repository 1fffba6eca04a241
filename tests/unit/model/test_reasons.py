import copy
import json
import pickle

from pagestrata.model.reasons import Reason

REASON = Reason("Kept: the price changed", kind="price", block="1.2", operation="update")


def test_a_reason_is_its_sentence_and_points_at_its_block() -> None:
    assert REASON == "Kept: the price changed"
    assert str(REASON) == REASON.text == f"{REASON}" == "Kept: the price changed"
    assert json.dumps([REASON]) == '["Kept: the price changed"]'
    assert (REASON.kind, REASON.block, REASON.operation) == ("price", "1.2", "update")
    assert (Reason("imported").kind, Reason("imported").block) == ("note", "")


def test_copies_keep_what_it_points_at() -> None:
    for other in (copy.deepcopy(REASON), pickle.loads(pickle.dumps(REASON))):
        assert (other, other.kind, other.block, other.operation) == (REASON, "price", "1.2", "update")
