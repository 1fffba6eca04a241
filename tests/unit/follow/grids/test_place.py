from benchmarks.plain_pages import plain_snapshot
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
