import pytest

from benchmarks.plain_pages import plain_snapshot
from pagestrata.follow.follower import Follower

ROWS = [("Roads", "11", "12", "13"), ("Parks", "21", "22", "23"), ("Pool", "31", "32", "33"), ("Zoo", "41", "42", "43")]


def page(head, rows=ROWS):
    lines = "".join(f"<tr>{''.join(f'<td>{text}</td>' for text in row)}</tr>" for row in rows)
    header = "".join(f"<tr>{''.join(line)}</tr>" for line in head)
    return plain_snapshot(f"<html><body><p>Before it</p><table id=t>{header}{lines}</table></body></html>")


def names(*texts):
    return [f"<th>{text}</th>" for text in texts]


PLAIN = [names("Item", "Plan", "Spent", "Left")]
ABOVE = ["<th></th>", "<th colspan=3>2026</th>"]
TWO_YEARS = [["<th></th>", "<th colspan=2>2025</th>", "<th>2026</th>"], names("Item", "Plan", "Spent", "Plan")]


def find(before, after, rows=ROWS, column=3, first=ROWS):
    place = len(before) + 2
    return Follower.from_block(page(before, first), f"#t tr:nth-child({place}) td:nth-child({column})").find(
        page(after, rows)
    )


@pytest.mark.parametrize(("before", "after"), [(PLAIN, [ABOVE, *PLAIN]), ([ABOVE, *PLAIN], PLAIN)])
def test_a_line_of_headers_that_comes_or_goes(before, after):
    found = find(before, after)
    assert (found.state, found.text) == ("found", "22")


def test_the_same_name_under_another_header_is_another_column():
    found = find(TWO_YEARS, [names("", "2026", "2026", "2027"), names("Item", "Plan", "Spent", "Plan")], column=2)
    assert found.state != "found" or found.text == "21"
    last = find(TWO_YEARS, [names("Item", "Plan")], rows=[(row[0], row[3]) for row in ROWS], column=2)
    assert last.state != "found"


def test_without_headers_the_column_that_says_the_same():
    moved = [(name, "x", one, two, three) for name, one, two, three in ROWS]
    found = find([], [], rows=moved)
    assert (found.state, found.text) == ("found", "22")
    shorter = [(name, one, three) for name, one, _, three in ROWS]
    assert find([], [], rows=shorter).state != "found"
