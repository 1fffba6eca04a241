import json

import numpy as np
import pytest

from benchmarks.plain_pages import plain_snapshot
from followed_pages import news_page
from pagestrata.errors import InputError
from pagestrata.follow.follower import Follower
from pagestrata.follow.memory import (
    REMEMBERED,
    Memory,
    memory_from_json,
    memory_to_json,
    place_from_json,
    place_to_json,
    template_key,
)
from pagestrata.follow.portraits.item_page import ItemPage
from pagestrata.follow.portraits.portrait import portrait_of
from pagestrata.follow.select import select_row

SNAPSHOT = news_page()
PORTRAIT = portrait_of(ItemPage(SNAPSHOT.nodes), select_row(SNAPSHOT, css=".shop"))


PAGE = plain_snapshot(
    "<html><body><table><tr><th>Item</th><th>2026</th></tr><tr><td>Roads</td><td>1</td></tr><tr><td>Parks</td><td>2</td></tr></table></body></html>"
)
FOLLOWER = Follower.from_block(PAGE, "tr:nth-child(2) td:nth-child(2)")


def test_a_memory_is_the_same_after_json():
    memory = Memory(templates=(PORTRAIT,), versions=3, corrections=1)
    copy = memory_from_json(json.loads(json.dumps(memory_to_json(memory))))
    assert (copy.versions, copy.corrections) == (3, 1)
    one = copy.newest
    assert one.own == PORTRAIT.own
    assert one.sibling_bags == PORTRAIT.sibling_bags
    assert np.array_equal(one.lineage_signatures, PORTRAIT.lineage_signatures)
    assert np.array_equal(one.items.hashes, PORTRAIT.items.hashes)
    assert np.allclose(one.items.inside, PORTRAIT.items.inside, atol=0.001)
    assert (one.items.count, one.items.total) == (PORTRAIT.items.count, PORTRAIT.items.total)


def test_a_match_that_waited_in_an_archive_of_an_earlier_release_is_left_out():
    stored = memory_to_json(Memory(templates=(PORTRAIT,), versions=3))
    waited = stored | {"pending": stored["templates"][0]}
    assert len(memory_from_json(waited).templates) == 1


def test_archives_call_the_columns_as_they_always_did():
    stored = memory_to_json(Memory(templates=(PORTRAIT,)))["templates"][0]
    assert {"sign", "sign_rank", "sign_count", "lineage_signs", "sibling_signs"} <= set(stored)
    assert not [name for name in stored if "signature" in name]


def test_a_damaged_column_is_refused():
    stored = memory_to_json(Memory(templates=(PORTRAIT,)))
    stored["templates"][0]["lineage_tags"] = "not base64!"
    with pytest.raises(InputError, match="cannot be read"):
        memory_from_json(stored)


def test_a_state_stays_small():
    assert len(json.dumps(memory_to_json(Memory(templates=(PORTRAIT,))))) < 20_000


def as_an_earlier_release_wrote_it(page: ItemPage, row: int) -> dict:
    """A state of format 2: texts as they are written, no traits."""
    stored = memory_to_json(Memory(templates=(portrait_of(page, row),)))
    stored["format"] = 2
    traits = ("family", "landmark", "address", "field_name", "parts", "words_near", "page_sketch", "written")
    stored["templates"] = [{k: v for k, v in entry.items() if k not in traits} for entry in stored["templates"]]
    return stored


def test_a_state_of_an_earlier_release_is_read_and_learned_again():
    row = select_row(SNAPSHOT, css=".shop")
    stored = as_an_earlier_release_wrote_it(ItemPage(SNAPSHOT.nodes, written=True), row)
    follower = Follower.from_state(stored)
    assert follower.memory.newest.written
    found = follower.find(news_page(banner=True))
    assert (found.state, found.text) == ("found", "Price of the week Rubber boots, green 99.00 €")
    assert not follower.memory.newest.written
    assert follower.state["format"] == 3
    assert len(follower.memory.newest.page_sketch) > 0


def test_traits_are_the_same_after_json():
    copy = memory_from_json(json.loads(json.dumps(memory_to_json(Memory(templates=(PORTRAIT,)))))).newest
    assert (copy.family, copy.landmark, copy.address) == (PORTRAIT.family, PORTRAIT.landmark, PORTRAIT.address)
    for name in ("parts", "words_near", "page_sketch"):
        assert np.array_equal(getattr(copy, name), getattr(PORTRAIT, name))


def test_a_portrait_without_what_was_added_later_is_read():
    stored = memory_to_json(Memory(templates=(PORTRAIT,)))
    for name in ("spelling", "anchors", "anchor_steps", "control", "said_count", "address_count"):
        del stored["templates"][0][name]
    read = memory_from_json(stored).newest
    assert not read.written
    assert (len(read.anchors), read.control) == (0, 0)
    found = Follower(Memory(templates=(read,))).find(news_page(price="2"))
    assert found.state == "found"


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


def portrait(css=".shop", **options):
    page = news_page(**options)
    return portrait_of(ItemPage(page.nodes), select_row(page, css=css))


def test_the_newest_portrait_of_a_template_replaces_the_one_before():
    memory = Memory(templates=(portrait(),)).learned(portrait(price="1 €"))
    assert len(memory.templates) == 1
    assert memory.versions == 2


def test_another_way_to_the_block_is_another_template_and_moves_to_the_front():
    plain, wrapped = portrait(), portrait(wrapped=True)
    memory = Memory(templates=(plain,)).learned(wrapped).learned(portrait(price="2 €"))
    assert [template_key(known) for known in memory.templates] == [template_key(plain), template_key(wrapped)]


def test_only_a_few_templates_are_remembered():
    memory = Memory(templates=(portrait(),))
    for css in (".header", ".stories", ".footer", "h1", ".price", ".header a"):
        memory = memory.learned(portrait(css))
    assert len(memory.templates) == REMEMBERED


def test_a_withheld_match_is_no_template():
    memory = Memory(templates=(portrait(),)).withheld()
    assert (len(memory.templates), memory.versions, memory.missed) == (1, 2, 1)
    assert memory.seen().missed == 0
