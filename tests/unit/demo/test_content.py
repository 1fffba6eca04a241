import copy

import pytest

from pagestrata.demo import classic, modern
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


def test_a_redesign_keeps_the_content() -> None:
    state = SiteState(cookie_banner=True)
    old, new = classic.home(state), modern.home(state)
    told = [state.lead_title, *state.lead_paragraphs, "€ 18.50", "18,204 page views", "214 partners"]
    told += [line.title for line in state.headlines]
    for text in told:
        assert text.replace("'", "&#x27;") in old
        assert text.replace("'", "&#x27;") in new
    assert 'class="hero"' in new
    assert 'class="hero"' not in old
