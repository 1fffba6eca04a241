import json

import pytest

from benchmarks.plain_pages import plain_snapshot
from pagestrata.errors import InputError
from pagestrata.follow.follower import Follower
from pagestrata.follow.grids.place_json import place_from_json, place_to_json

PAGE = plain_snapshot(
    "<html><body><table><tr><th>Item</th><th>2026</th></tr><tr><td>Roads</td><td>1</td></tr><tr><td>Parks</td><td>2</td></tr></table></body></html>"
)
FOLLOWER = Follower.from_block(PAGE, "tr:nth-child(2) td:nth-child(2)")


def test_a_place_as_json_and_back():
    place = FOLLOWER.memory.place
    assert place_from_json(json.loads(json.dumps(place_to_json(place)))) == place


@pytest.mark.parametrize("damage", [{"keys": []}, {"keys": None}, {"neighbours": ["a"]}, {"own_marks": ["x"]}])
def test_a_damaged_place_is_refused(damage):
    state = FOLLOWER.state
    with pytest.raises(InputError, match="cannot be read"):
        Follower.from_state({**state, "place": {**state["place"], **damage}})


def test_a_state_from_before_there_were_places():
    state = {name: value for name, value in FOLLOWER.state.items() if name not in ("place", "list_place", "as")}
    follower = Follower.from_state(state)
    assert follower.memory.place is None
    assert follower.find(PAGE).state == "found"
    assert follower.memory.place == FOLLOWER.memory.place
