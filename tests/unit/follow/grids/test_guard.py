from benchmarks.plain_pages import plain_snapshot
from pagestrata.follow.follower import Follower
from pagestrata.follow.grids.guard import names_its_row
from pagestrata.follow.select import select_row

TABLE = plain_snapshot(
    "<html><body><table><tr><th>Item</th><th>2026</th></tr><tr><td>Roads</td><td>11</td></tr><tr><td>Parks</td><td>22</td></tr></table></body></html>"
)
CARDS = plain_snapshot("<html><body><div><p>Roads</p><b>12</b></div><div><p>Parks</p><i>23</i></div></body></html>")


def test_an_element_is_of_the_row_that_stands_beside_it():
    place = Follower.from_block(TABLE, "tr:nth-child(2) td:nth-child(2)").memory.place
    assert names_its_row(place, CARDS.nodes, select_row(CARDS, css="b"))
    assert not names_its_row(place, CARDS.nodes, select_row(CARDS, css="i"))
