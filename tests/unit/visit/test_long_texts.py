from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from pagestrata.comparing.vidiff import compare
from pagestrata.deciding.sides import Side
from pagestrata.model.blocks import Link
from pagestrata.visit.judge import judge
from pagestrata.visit.long_texts import LONGEST_TEXT, ShortTexts, differing_parts
from trees import leaf, page

STORY = " ".join(f"word{number}" for number in range(20_000))
PLACES = st.lists(st.tuples(st.integers(0, 400), st.sampled_from(["", "new", "two words", "x" * 50])), max_size=8)


def test_of_a_long_text_the_places_that_differ_are_left() -> None:
    new = STORY.replace("word1500 ", "word1500 costs 7 euros ").replace("word17000", "nothing")
    old, found = differing_parts(STORY, new)
    assert max(len(old), len(found)) <= LONGEST_TEXT
    assert "costs 7 euros" in found
    assert "costs" not in old
    assert ("word17000" in old, "nothing" in found) == (True, True)
    assert old.replace("word17000", "") == found.replace("costs 7 euros ", "").replace("nothing", "")


def test_texts_that_differ_all_over_are_cut() -> None:
    old, new = differing_parts(STORY, STORY[::-1])
    assert 0 < len(old) <= LONGEST_TEXT
    assert 0 < len(new) <= LONGEST_TEXT
    assert old != new


@settings(max_examples=50, deadline=None)
@given(PLACES)
def test_short_parts_differ_where_the_texts_do(places: list[tuple[int, str]]) -> None:
    words = [f"w{number}" for number in range(401)]
    before = " ".join(words)
    for place, said in places:
        words[place] = said
    after = " ".join(words)
    old, new = differing_parts(before, after, longest=400)
    assert max(len(old), len(new)) <= 400
    assert (old == new) == (before == after)


def test_a_delta_without_long_texts_and_its_trees_stay_as_they_are() -> None:
    old, new = page(leaf("1.1", "one"), leaf("1.2", "two")), page(leaf("1.1", "one"), leaf("1.2", "three"))
    delta = compare(old, new)
    short = ShortTexts.of(delta)
    side = Side(tree=old)
    assert short.delta is delta
    assert short.old(side) is side


def test_names_of_links_and_texts_that_did_not_change_are_cut_on_both_sides_alike() -> None:
    old = page(leaf("1.1", STORY), leaf("1.2", "two"))
    named = page(leaf("1.1", STORY), replace(leaf("1.2", "three"), links=(Link(STORY, "/a"),)))
    short = ShortTexts.of(compare(old, named))
    before, after = short.old(Side(tree=old)).tree, short.new(Side(tree=named)).tree
    assert next(before.leaves()).text == next(after.leaves()).text
    assert [len(link.name) for block in after.leaves() for link in block.links] == [LONGEST_TEXT]
    assert all(len(block.text) <= LONGEST_TEXT for block in (*before.leaves(), *after.leaves()))


def test_a_price_far_down_a_long_text_is_still_heard() -> None:
    before, after = f"{STORY} The ticket costs 12 euros. {STORY}", f"{STORY} The ticket costs 14 euros. {STORY}"
    old, new = page(leaf("1.1", "Title"), leaf("1.2", before)), page(leaf("1.1", "Title"), leaf("1.2", after))
    verdict = judge(Side(tree=old), Side(tree=new))
    assert not verdict.decision.similar
    assert "14 euros" in " ".join(reason.text for reason in verdict.decision.reasons)
    (change,) = [one for one in verdict.delta.changes if one.element == "text"]
    assert change.new == after  # the delta has all of it
