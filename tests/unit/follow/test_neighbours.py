from dataclasses import replace

import numpy as np
import pytest

from builders import Spec, element, snapshot, words
from followed_pages import news_page
from pagestrata.follow.entrance import Entrance
from pagestrata.follow.follower import Follower, find_all
from pagestrata.follow.memory import Memory
from pagestrata.follow.neighbours import MOST_DOUBTFUL, FoundBlocks, Neighbour
from pagestrata.follow.portraits.item_page import ItemPage, item_page_of
from pagestrata.follow.portraits.portrait import Portrait, portrait_of
from pagestrata.follow.ranker import default_ranker
from pagestrata.follow.states import THRESHOLDS, Thresholds
from pagestrata.follow.verdicts import Judge, Verdict, likeliest
from pagestrata.model.snapshot import Snapshot

NAMES = ("Harbour office", "Tide tables", "Ferry times", "Lost property")
WIDE = (0, 0, 800, 900)
WEIGHTS = THRESHOLDS.position


def link(name: str, place: int, *, right: int = 0, down: int = 0, kind: str = "top") -> Spec:
    box = (100 * place + right, 20 + down, 90, 20)
    return element("li", box, element("a", box, *([words(name, box)] if name else []), classes=kind))


def page(*names: str, right: int = 0, down: int = 0) -> Snapshot:
    """A row of links and, far below, a row of links of another kind."""
    menu = element("ul", WIDE, *(link(name, place, right=right, down=down) for place, name in enumerate(names)))
    footer = element("div", WIDE, *(link("", place, down=700, kind="foot") for place in range(4)))
    return snapshot(element("html", WIDE, element("body", WIDE, menu, footer)))


def links(items: ItemPage) -> list[int]:
    return [row for row in items.candidates.tolist() if items.nodes.tag_of(row) == "a"]


def seen(items: ItemPage, place: int) -> Portrait:
    return portrait_of(items, links(items)[place])


BEFORE = item_page_of(page(*NAMES))
AFTER = item_page_of(page(*NAMES, right=40, down=100))


def found(*places: int) -> FoundBlocks:
    neighbours = [Neighbour(portrait=seen(BEFORE, place), row=links(AFTER)[place]) for place in places]
    return FoundBlocks(AFTER, neighbours)


def test_a_candidate_that_stands_between_the_same_blocks_kept_its_order():
    rows = np.array(links(AFTER))
    assert found(0, 2).order_kept(seen(BEFORE, 1), rows).tolist() == [0.5, 1.0, 1.0] + 5 * [0.5]


def test_a_candidate_in_another_list_is_farther_through_the_tree():
    rows = np.array(links(AFTER))
    kept = found(0, 2).nesting_kept(seen(BEFORE, 1), rows).tolist()
    assert kept[1] == 1.0
    assert kept[1] > max(kept[4:])


def test_elements_that_moved_with_their_neighbours_are_expected():
    expected = found(0, 2).rows_expected(seen(BEFORE, 1)).tolist()
    assert links(AFTER)[1] in expected
    assert not set(expected) & set(links(AFTER)[4:])


def test_a_block_without_size_is_expected_nowhere():
    nowhere = replace(seen(BEFORE, 1), box=(0.0, 0.0, 0.0, 0.0))
    assert not len(found(0, 2).rows_expected(nowhere))


def test_without_found_blocks_nothing_is_said():
    rows = np.array(links(AFTER))
    assert not found().logits(seen(BEFORE, 1), rows).any()
    assert not len(found().rows_expected(seen(BEFORE, 1)))


def test_a_block_that_is_followed_twice_is_not_beside_itself():
    assert found(0, 1, 2).others_than(seen(BEFORE, 1)).tolist() == [0, 2]


def test_what_kept_everything_gains_a_little_and_the_rest_loses():
    rows = np.array(links(AFTER))
    logits = found(0, 2).logits(seen(BEFORE, 1), rows)
    assert abs(logits[1] - (WEIGHTS.base + WEIGHTS.order + WEIGHTS.nesting)) < 1e-9
    assert logits[1] > 0
    assert logits[1] > max(np.delete(logits, 1)) + 0.5
    assert max(logits[4:]) < 0


def memories_of(before: Snapshot) -> list[Memory]:
    items = item_page_of(before)
    return [Follower.from_row(before, row).memory for row in links(items)[:4]]


def test_a_block_that_is_gone_is_not_found_in_the_place_between_its_neighbours():
    after = page("Harbour office", "Ferry times", "Lost property", right=40)
    answers = find_all([Follower(memory) for memory in memories_of(page(*NAMES))], after)
    assert [answers[place].state for place in (0, 2, 3)] == ["found"] * 3
    assert answers[1].state != "found"


def test_candidates_are_looked_for_beside_found_blocks_only_for_those_of_the_same_version():
    before, after = page(*NAMES), page(*NAMES, right=40)
    memories = memories_of(before)
    judge = Judge(item_page_of(after), default_ranker())
    sure = {n: v for n, v in enumerate(judge.verdicts(memories, Entrance(), None)) if n != 1}
    ranking = judge.candidates_near(memories, [1], judge.found_blocks(memories, sure))[1]
    assert links(item_page_of(after))[1] in ranking.rows
    assert len(judge.found_blocks(memories, sure).others_than(memories[1].newest)) == 3
    missed = [memories[0], memories[1], *(replace(memory, missed=1) for memory in memories[2:])]
    assert len(judge.found_blocks(missed, sure).others_than(memories[1].newest)) == 1
    every = [replace(memory, missed=1) for memory in memories]
    assert judge.candidates_near(every, [1], judge.found_blocks(memories, sure)) == {}
    assert judge.candidates_near(memories, [1], judge.found_blocks(every, sure)) == {}


def test_only_the_likeliest_of_many_in_doubt_are_judged_again():
    doubts = {n: Verdict(state="uncertain", confidence=n / 100, gap=0.0) for n in range(30)}
    doubts[40] = Verdict(state="lost", confidence=0.99, gap=0.0)
    assert likeliest([*doubts], doubts) == list(range(30 - MOST_DOUBTFUL, 30))
    assert likeliest([3, 40], doubts) == [3, 40]


def test_versions_without_the_block_are_counted_until_it_is_found_again():
    follower = Follower.from_block(news_page(), ".shop")
    for missed in (1, 2):
        assert follower.find(news_page(with_price=False)).state == "lost"
        assert follower.memory.missed == missed
    assert Follower.from_state(follower.state).memory.missed == 2
    assert follower.find(news_page(price="1 €")).state == "found"
    assert follower.memory.missed == 0


def test_a_wall_in_the_place_of_the_page_is_no_version_without_the_block():
    follower = Follower.from_block(news_page(), ".shop")
    follower.find(replace(news_page(), status=403))
    assert follower.memory.missed == 0


LONG_NAMES = ("Harbour office and pilots", "Tide tables by month", "Ferry times in winter", "Lost property and parcels")
"""Long enough that an unchanged link is known by its words alone."""


def directory(*footer: Spec, first: Spec | None = None) -> Snapshot:
    """Four links in a list, the first of them in another list item where it is given, and a footer."""
    items = [linked(name, 40 * place) for place, name in enumerate(LONG_NAMES)]
    menu = element("ul", WIDE, *([first, *items[1:]] if first else items[1:]))
    below = element("footer", WIDE, *footer, element("p", (0, 800, 90, 20), words("Imprint", (0, 800, 90, 20))))
    return snapshot(element("html", WIDE, element("body", WIDE, menu, element("div", WIDE, below))))


def linked(name: str, down: float, *, kind: str = "top", tag: str = "li") -> Spec:
    box = (0, down, 90, 20)
    own = {"href": f"http://port.test/{name.lower().replace(' ', '-')}", "class": kind}
    return element(tag, box, element("a", box, words(name, box), attributes=own))


@pytest.mark.parametrize(
    ("later", "state"),
    [
        (directory(first=linked(LONG_NAMES[0], 0, kind="plain wide")), "found"),
        (directory(linked(LONG_NAMES[0], 780, kind="small", tag="div")), "uncertain"),
    ],
)
def test_the_only_link_of_its_words_is_found_where_it_stood_and_nowhere_else(later: Snapshot, state: str) -> None:
    before = directory(first=linked(LONG_NAMES[0], 0))
    strict = Thresholds(found_from=1.1, far_found_from=1.1, learn_from=1.1, lost_below=0.0)
    rows = links(item_page_of(before))
    followers = [Follower(Follower.from_row(before, row).memory, thresholds=strict) for row in rows]
    for follower in followers:
        follower.memory = replace(follower.memory, place=None)
    found, *others = find_all(followers, later)
    assert [other.state for other in others] == ["found"] * 3
    assert (found.state, found.text) == (state, LONG_NAMES[0])
