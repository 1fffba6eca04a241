"""'The first headline' is a place, 'this article' an item."""

import json

import pytest

from benchmarks.plain_pages import plain_snapshot
from pagestrata.errors import UsageError
from pagestrata.follow.follower import Follower
from pagestrata.follow.grids.page_grids import PageGrids
from pagestrata.follow.grids.place import place_at
from pagestrata.follow.select import select_row

TABLE = (
    "<table id={0}><tr><th>Item</th><th>2026</th></tr><tr><td>Roads</td><td>1</td></tr>"
    "<tr><td>Parks</td><td>2</td></tr></table>"
)


def place(markup, css="#a tr:nth-child(2) td:nth-child(2)"):
    page = plain_snapshot(f"<html><body>{markup}</body></html>")
    grids = PageGrids(page.nodes)
    return place_at(grids, grids.spot_of(select_row(page, css=css)))


def test_a_cell_in_words():
    found = place(f"<h2>Budget</h2>{TABLE.format('a')}")
    assert (found.words, found.title, found.has_twin) == ("row ‘Roads’, column ‘2026’", "budget", False)
    assert found.neighbours == ("", "parks")


def test_a_title_that_two_grids_share_tells_nothing():
    found = place(f"<h2>Budget</h2>{TABLE.format('a')}{TABLE.format('b')}")
    assert (found.title, found.has_twin) == ("", True)
    assert found.identity != 0


def test_the_name_that_stays_comes_first():
    def page(said):
        rows = "".join(
            f"<tr><td>{text}</td><td>{name}</td><td>5</td></tr>"
            for text, name in zip(said, ("Ann", "Ben", "Cem"), strict=True)
        )
        return plain_snapshot(
            f"<html><body><table><tr><th>Said</th><th>Who</th><th>Points</th></tr>{rows}</table></body></html>"
        )

    follower = Follower.from_block(page(("one", "two", "three")), "tr:nth-child(3) td:nth-child(3)")
    assert follower.memory.place.row_words == "two"
    for said in (("four", "five", "six"), ("seven", "eight", "nine")):
        assert follower.find(page(said)).state == "found"
    key = follower.memory.place.keys[0]
    assert (key.words, key.stayed) == ("Ben", 2)


FIRST = [
    ("Storm hits the coast", "Ann"),
    ("Council votes", "Ben"),
    ("New ferry in May", "Cem"),
    ("Museum opens", "Dora"),
]
LATER = [("Harbour closed", "Eve"), *FIRST[:3]]
OTHERS = [(f"Quite other news {number}", f"X{number}") for number in range(4)]


def page(items):
    listed = "".join(f"<li class=story><h3>{title}</h3><p class=by>{who}</p></li>" for title, who in items)
    return plain_snapshot(
        f"<html><body><h1>Paper</h1><h2>News</h2><ul class=news>{listed}</ul><p>Imprint</p></body></html>"
    )


def follower(css, followed_as):
    first = page(FIRST)
    made = Follower.from_row(first, select_row(first, css=css), followed_as=followed_as)
    return Follower.from_state(json.loads(json.dumps(made.state)))


@pytest.mark.parametrize(("css", "count"), [("li:nth-child(1) h3", 0), ("li:nth-child(3) .by", 2)])
def test_a_place_shows_whatever_stands_there(css, count):
    known = follower(css, "place")
    part = 0 if css.endswith("h3") else 1
    for items in (LATER, OTHERS, FIRST[1:]):
        found = known.find(page(items))
        assert (found.state, found.text) == ("found", items[count][part])
        assert found.reasons == (f"place {count + 1} of the list",)
    assert known.find(page(OTHERS[:2])).state != "found" or count < 2


def test_an_item_goes_where_it_goes():
    known = follower("li:nth-child(1) .by", "item")
    found = known.find(page(LATER))
    assert (found.state, found.text, found.reasons) == ("found", "Ann", ("item ‘Storm hits the coast’, column ‘by’",))
    assert known.find(page(FIRST[1:])).reasons == ("the item Storm hits the coast is gone",)
    assert known.find(page(OTHERS)).state == "lost"
    assert known.find(page(FIRST)).state == "found"


@pytest.mark.parametrize("followed_as", ["place", "item"])
def test_what_is_in_no_list_has_neither(followed_as):
    first = page(FIRST)
    with pytest.raises(UsageError, match="omit --as"):
        Follower.from_row(first, select_row(first, css="h1"), followed_as=followed_as)
