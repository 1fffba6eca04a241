import dataclasses

import pytest

from pagestrata.model.weights import Decision, Share, Weights


def test_no_change_has_no_shares() -> None:
    found = Weights(total=0.0)
    assert (found.shares, found.change_importance, dict(found.block_importance)) == ((), (), {})
    assert found.block_importance is not Weights(total=0.0).block_importance


def test_weights_are_equal_when_all_they_are_made_of_is() -> None:
    share = Share(block="1", importance=0.5, amount=0.5, share=0.25)
    assert Weights(total=0.25, shares=(share,)) == Weights(total=0.25, shares=(dataclasses.replace(share),))
    assert Weights(total=0.25, shares=(share,)) != Weights(total=0.25, shares=(dataclasses.replace(share, reason="x"),))


@pytest.mark.parametrize("record", [Share, Weights, Decision])
def test_weights_are_frozen_and_built_by_name(record: type) -> None:
    assert all(field.kw_only for field in dataclasses.fields(record))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="positional"):
        record(1.0)


def test_a_decision_cannot_be_turned_round() -> None:
    decision = Decision(similar=True, score=-1.0, probability=0.1)
    with pytest.raises(dataclasses.FrozenInstanceError):
        decision.similar = False  # type: ignore[misc]
    assert decision.reasons == ()
