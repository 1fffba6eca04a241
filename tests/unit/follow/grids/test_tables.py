"""Tables as grids: spans, headers that are marked and not, headings in between, and tables that are made to hurt."""

import time

import pytest

from benchmarks.plain_pages import plain_snapshot
from pagestrata.follow.follower import Follower
from pagestrata.follow.grids.tables import MOST_COLUMNS, read_table
from pagestrata.follow.select import select_row


def grid(markup):
    nodes = plain_snapshot(f"<html><body>{markup}</body></html>").nodes
    top = next(
        row for row in range(len(nodes)) if nodes.tag_of(row) == "table" or nodes.attributes[row].get("role") == "grid"
    )
    return read_table(nodes, top)


def texts(found):
    return [[found.text(line, column) for column in range(found.width)] for line in range(len(found.lines))]


def test_spanned_cells_stand_in_each_of_their_slots():
    found = grid(
        "<table><tr><th rowspan=2>Item</th><th colspan=2>2026</th></tr><tr><th>Plan</th><th>Spent</th></tr>"
        "<tr><td rowspan=2>Roads</td><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>"
    )
    assert found.column_titles == ("Item", "2026 Plan", "2026 Spent")
    assert found.last_names == ("item", "plan", "spent")
    assert texts(found) == [["Roads", "1", "2"], ["Roads", "3", "4"]]


def test_a_header_without_marks_is_words_above_figures():
    found = grid(
        "<table><tr><td>Item</td><td>2026</td></tr><tr><td>Roads</td><td>1</td></tr><tr><td>Parks</td><td>2</td></tr></table>"
    )
    assert found.column_titles == ("Item", "2026")
    found = grid(
        "<table><tr><td>Roads</td><td>1</td></tr><tr><td>Parks</td><td>2</td></tr><tr><td>Pool</td><td>3</td></tr></table>"
    )
    assert found.headers == ()


def test_headings_in_between_name_the_lines_below():
    found = grid(
        "<table><tr><th>Place</th><th>Votes</th></tr><tr><th colspan=2>North</th></tr><tr><td>Hill</td><td>1</td></tr>"
        "<tr><th colspan=2>South</th></tr><tr><td>Bay</td><td>2</td></tr></table>"
    )
    assert texts(found) == [["Hill", "1"], ["Bay", "2"]]
    assert [found.text(line, -1) for line in range(2)] == ["North", "South"]


def test_a_header_that_only_counts_gives_way_to_the_names_below():
    found = grid(
        "<table><tr><th></th><th>1</th><th>2</th></tr><tr><td>Who</td><td>Ann</td><td>Ben</td></tr><tr><td>Won</td><td>3</td><td>4</td></tr></table>"
    )
    assert found.column_titles == ("Who", "Ann", "Ben")


def test_a_table_for_the_layout_is_none():
    assert grid("<table role=presentation><tr><td>a</td><td>b</td></tr></table>") is None
    assert grid("<table><tr><td>alone</td></tr></table>") is None
    assert grid("<table></table>") is None


def test_a_nested_table_is_not_part_of_the_outer_one():
    found = grid(
        "<table><tr><td>a</td><td><table><tr><td>x</td><td>y</td></tr></table></td></tr><tr><td>b</td><td>c</td></tr></table>"
    )
    assert [len(line) for line in found.cells] == [2, 2]


@pytest.mark.parametrize("span", ["100000", "99999999999999999999", "-3", "x", "0", ""])
def test_spans_that_no_table_has(span):
    found = grid(
        "<table><tr><th>Item</th><th>2026</th></tr>"
        f"<tr><td rowspan='{span}'>Roads</td><td>1</td></tr><tr><td>Parks</td><td>2</td></tr></table>"
    )
    assert found is not None
    wide = grid(f"<table><tr><td colspan='{span}'>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>")
    assert wide is None or wide.width <= MOST_COLUMNS


def large(rows):
    return "<table id=t><tr><th>Item</th><th>A</th><th>B</th></tr>" + "".join(rows) + "</table>"


def test_a_table_of_ten_thousand_rows():
    rows = [
        f"<tr><td>Item {number} of many</td><td>{number}</td><td>{number * 7}</td></tr>" for number in range(10_000)
    ]
    page = plain_snapshot(f"<html><body>{large(rows)}</body></html>")
    follower = Follower.from_row(page, select_row(page, css="#t tr:nth-child(5002) td:nth-child(3)"))
    later = plain_snapshot(f"<html><body>{large(rows[::-1])}</body></html>")
    gone = plain_snapshot(f"<html><body>{large(rows[:5000] + rows[5001:])}</body></html>")
    start = time.process_time()
    assert follower.find(later).text == str(5000 * 7)
    assert follower.find(gone).reasons == ("the row Item 5000 of many is gone",)
    assert time.process_time() - start < 30  # about two seconds on an idle machine


def test_tables_nested_ten_deep():
    rows = "<tr><td>Roads</td><td>{0}</td></tr><tr><td>Parks</td><td>9</td></tr>"
    inner = f"<table id=t><tr><th>Item</th><th>A</th></tr>{rows}</table>"
    for depth in range(10):
        inner = f"<table><tr><td>level {depth}</td><td>{inner}</td></tr></table>"
    page = plain_snapshot(f"<html><body>{inner.format(5)}</body></html>")
    follower = Follower.from_row(page, select_row(page, css="#t tr:nth-child(2) td:nth-child(2)"))
    assert follower.memory.place.words == "row ‘Roads’, column ‘A’"
    assert follower.find(plain_snapshot(f"<html><body>{inner.format(6)}</body></html>")).text == "6"
