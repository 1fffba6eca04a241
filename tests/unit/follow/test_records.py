import json
<<<<<<< HEAD
from dataclasses import fields
from typing import Any
=======
>>>>>>> follow

import numpy as np
import pytest

from followed_pages import news_page
from pagestrata.errors import InputError
<<<<<<< HEAD
from pagestrata.follow.items import ItemPage
from pagestrata.follow.portrait import KindPortrait, Portrait, portrait_of
from pagestrata.follow.records import FORMAT, memory_from_json, memory_to_json
from pagestrata.follow.select import select_row
from pagestrata.follow.templates import Memory


def portrait(css: str = ".shop", **options: Any) -> Portrait:
    taken = news_page(**options)
    assert taken.nodes is not None
    return portrait_of(ItemPage(taken.nodes), select_row(taken, css=css))


def memory() -> Memory:
    return Memory(
        templates=(portrait(), portrait(wrapped=True, ids=True)),
        pending=portrait(".stories"),
        password_fields=1,
        versions=7,
        corrections=2,
    )


def assert_same(first: Portrait | KindPortrait, second: Portrait | KindPortrait) -> None:
    for entry in fields(first):
        old, new = getattr(first, entry.name), getattr(second, entry.name)
        if entry.name == "kinds":
            assert old.keys() == new.keys()
            for kind in old:
                assert_same(old[kind], new[kind])
        elif isinstance(old, np.ndarray):
            assert old.dtype == new.dtype, entry.name
            assert np.allclose(old, new, rtol=1e-3), entry.name  # shares are kept in half precision
        else:
            assert old == new, entry.name


def test_a_memory_comes_back_from_json_text() -> None:
    before = memory()
    after = memory_from_json(json.loads(json.dumps(memory_to_json(before))))
    for old, new in zip(before.templates, after.templates, strict=True):
        assert_same(old, new)
    assert before.pending is not None
    assert after.pending is not None
    assert_same(before.pending, after.pending)
    assert (after.password_fields, after.versions, after.corrections) == (1, 7, 2)


def test_a_memory_without_a_pending_match_has_none_again() -> None:
    stored = memory_to_json(Memory(templates=(portrait(),)))
    assert stored["pending"] is None
    assert memory_from_json(stored).pending is None


def damaged(**values: Any) -> dict[str, Any]:
    return {**memory_to_json(memory()), **values}


@pytest.mark.parametrize(
    ("stored", "why"),
    [
        ({}, "'format'"),
        (damaged(format=FORMAT + 1), f"format {FORMAT + 1}, this program reads format {FORMAT}"),
        (damaged(templates=[]), "no template"),
        (damaged(templates=[{}]), "'tag'"),
        (damaged(versions="many"), "many"),
        (damaged(pending={**memory_to_json(memory())["pending"], "texts_before": "!"}), ""),
        (damaged(pending={**memory_to_json(memory())["pending"], "texts_before": "QUJD"}), "buffer size"),
    ],
)
def test_anything_else_is_an_input_error(stored: dict[str, Any], why: str) -> None:
    with pytest.raises(InputError, match=r"cannot be read .*; correct the block once to start it anew") as found:
        memory_from_json(stored)
    assert why in str(found.value)


def test_a_record_is_small_enough_to_keep_with_every_version() -> None:
    assert len(json.dumps(memory_to_json(Memory(templates=(portrait(),))))) < 8000
=======
from pagestrata.follow.item_page import ItemPage
from pagestrata.follow.portrait import portrait_of
from pagestrata.follow.records import memory_from_json, memory_to_json
from pagestrata.follow.select import select_row
from pagestrata.follow.templates import Memory

SNAPSHOT = news_page()
PORTRAIT = portrait_of(ItemPage(SNAPSHOT.nodes), select_row(SNAPSHOT, css=".shop"))


def test_a_memory_is_the_same_after_json():
    memory = Memory(templates=(PORTRAIT,), pending=PORTRAIT, versions=3, corrections=1)
    copy = memory_from_json(json.loads(json.dumps(memory_to_json(memory))))
    assert (copy.versions, copy.corrections) == (3, 1)
    for one in (copy.newest, copy.pending):
        assert one.own == PORTRAIT.own
        assert one.sibling_bags == PORTRAIT.sibling_bags
        assert np.array_equal(one.lineage_signs, PORTRAIT.lineage_signs)
        for kind, part in one.kinds.items():
            assert np.array_equal(part.hashes, PORTRAIT.kinds[kind].hashes)
            assert np.allclose(part.inside, PORTRAIT.kinds[kind].inside, atol=0.001)


def test_a_damaged_column_is_refused():
    stored = memory_to_json(Memory(templates=(PORTRAIT,)))
    stored["templates"][0]["lineage_tags"] = "not base64!"
    with pytest.raises(InputError, match="cannot be read"):
        memory_from_json(stored)


def test_a_state_stays_small():
    assert len(json.dumps(memory_to_json(Memory(templates=(PORTRAIT,))))) < 20_000
>>>>>>> follow
