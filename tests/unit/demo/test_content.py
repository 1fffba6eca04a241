import copy

import pytest

from pagestrata.demo.content import CHANGES, SiteState


@pytest.mark.parametrize("name", sorted(set(CHANGES) - {"cookies accepted", "restored"}))
def test_every_change_changes_the_state(name: str) -> None:
    state = SiteState()
    before = copy.deepcopy(state)
    CHANGES[name](state)
    assert state != before


def test_two_states_share_nothing() -> None:
    one, other = SiteState(), SiteState()
    CHANGES["new headline"](one)
    CHANGES["fixed typo"](one)
    assert other == SiteState()


def test_headlines_stay_five_and_are_numbered_on() -> None:
    state = SiteState()
    for _ in range(4):
        CHANGES["new headline"](state)
    assert [line.number for line in state.headlines] == [8, 7, 6, 5, 1]


def test_moving_blocks_keeps_them_all() -> None:
    state = SiteState()
    first = state.blocks
    CHANGES["moved block"](state)
    assert state.blocks != first
    assert sorted(state.blocks) == sorted(first)
