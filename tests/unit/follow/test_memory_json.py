import json

import numpy as np
import pytest

from followed_pages import news_page
from pagestrata.errors import InputError
from pagestrata.follow.memory import Memory
from pagestrata.follow.memory_json import memory_from_json, memory_to_json
from pagestrata.follow.portraits.item_page import ItemPage
from pagestrata.follow.portraits.portrait import portrait_of
from pagestrata.follow.select import select_row

SNAPSHOT = news_page()
PORTRAIT = portrait_of(ItemPage(SNAPSHOT.nodes), select_row(SNAPSHOT, css=".shop"))


def test_a_memory_is_the_same_after_json():
    memory = Memory(templates=(PORTRAIT,), pending=PORTRAIT, versions=3, corrections=1)
    copy = memory_from_json(json.loads(json.dumps(memory_to_json(memory))))
    assert (copy.versions, copy.corrections) == (3, 1)
    for one in (copy.newest, copy.pending):
        assert one.own == PORTRAIT.own
        assert one.sibling_bags == PORTRAIT.sibling_bags
        assert np.array_equal(one.lineage_signatures, PORTRAIT.lineage_signatures)
        assert np.array_equal(one.items.hashes, PORTRAIT.items.hashes)
        assert np.allclose(one.items.inside, PORTRAIT.items.inside, atol=0.001)
        assert (one.items.count, one.items.total) == (PORTRAIT.items.count, PORTRAIT.items.total)


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
