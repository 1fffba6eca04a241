from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.comparing.quick.feed_items import compare_feeds, item_similarity
from pagestrata.comparing.quick.quick_compare import quick_compare
from pagestrata.formats.documents.feeds import Feed, FeedItem

RAIN = FeedItem("1", "Rain in the north", "It will rain all day in the north")
BOOTS = FeedItem("2", "Boots are cheap", "Boots cost 99 crowns in every shop")
SNOW = FeedItem("3", "Snow", "Nobody expected this much of it")


def pairs(old: list[FeedItem], new: list[FeedItem]) -> list[tuple[str | None, str | None, bool]]:
    result = compare_feeds(Feed("", tuple(old)), Feed("", tuple(new)))
    return [(pair.old, pair.new, pair.changed) for pair in result.subtrees]


def test_the_title_counts_30_percent_and_the_description_70() -> None:
    assert item_similarity(RAIN, RAIN) == pytest.approx(1.0)
    assert item_similarity(RAIN, RAIN._replace(title="x")) == pytest.approx(-1 + 2 * 0.7)
    assert item_similarity(RAIN, RAIN._replace(text="x")) == pytest.approx(-1 + 2 * 0.3)


def test_items_are_added_removed_and_changed() -> None:
    changed = BOOTS._replace(text="Boots cost 79 crowns in every shop")
    assert pairs([RAIN, BOOTS], [SNOW, changed]) == [
        ("item[1]", None, True),
        ("item[2]", "item[2]", True),
        (None, "item[1]", True),
    ]


def test_without_ids_the_most_alike_is_the_same_item() -> None:
    old = [item._replace(id="") for item in (RAIN, BOOTS)]
    new = [BOOTS._replace(id="", text="Boots cost 79 crowns in every shop"), SNOW._replace(id="")]
    assert pairs(old, new) == [("item[1]", None, True), ("item[2]", "item[1]", True), (None, "item[2]", True)]


def test_another_order_and_another_id_show_nothing() -> None:
    assert not any(changed for *_, changed in pairs([RAIN, BOOTS], [BOOTS, RAIN._replace(id="9")]))


def test_quick_compare_knows_feeds() -> None:
    feed = "<rss version='2.0'><channel><title>t</title>%s</channel></rss>"
    items = ["<item><title>one</title></item>", "<item><title>two</title></item>"]
    result = quick_compare((feed % items[0]).encode(), (feed % "".join(items)).encode())
    assert (result.kind, result.changed) == ("feed", True)
    assert [pair.new for pair in result.subtrees if pair.changed] == ["item[2]"]


WORDS = st.sampled_from(["rain", "boots", "snow", "north", ""])
ITEMS = st.builds(FeedItem, st.sampled_from(["", "1", "2"]), WORDS, st.lists(WORDS, max_size=4).map(" ".join))


@given(st.lists(ITEMS, max_size=6), st.lists(ITEMS, max_size=6))
def test_every_item_is_there_once(old: list[FeedItem], new: list[FeedItem]) -> None:
    found = pairs(old, new)
    assert [name for name, _, _ in found if name] == [f"item[{n + 1}]" for n in range(len(old))]
    assert sorted(name for _, name, _ in found if name) == sorted(f"item[{n + 1}]" for n in range(len(new)))
    assert not any(changed for *_, changed in pairs(old, old))
