from __future__ import annotations

import pytest

from pagestrata.model.only_if import WishAnswer, with_wish

YES, NO = (WishAnswer(is_met=met, model="m", prompt_digest="0123456789abcdef") for met in (True, False))
NONE = WishAnswer(is_met=None, problem="the language model took longer than 30 s")


@pytest.mark.parametrize(
    ("keeps", "is_guarded", "overrules", "answer", "kept"),
    [
        (True, False, False, YES, True),
        (True, False, False, NO, False),
        (True, True, False, NO, True),  # a guarded fact is never silenced
        (True, True, True, NO, False),  # unless the person says so
        (False, False, False, YES, False),  # a wish brings nothing back
        (True, False, True, NONE, True),
        (False, True, True, NONE, False),
    ],
)
def test_a_wish_silences_only_what_it_may(
    keeps: bool, is_guarded: bool, overrules: bool, answer: WishAnswer, kept: bool
) -> None:
    found = with_wish(keeps=keeps, is_guarded=is_guarded, overrules=overrules, answer=answer)
    assert found.keeps is kept
    assert ("Decided without the language model" in found.reason) == (answer is NONE)
    assert answer is NONE or "record 0123456789ab" in found.reason
