"""A cell is identified by the names of its row and column, not by its position."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from benchmarks.plain_pages import plain_snapshot
from pagestrata.follow.follower import Follower, find_all
from pagestrata.follow.grids.locate import names_its_row
from pagestrata.follow.select import select_row
from pagestrata.model.snapshot import Snapshot

HEAD = ("Item", "2025", "2026")
ROWS = (
    ("Schools", "12,300,000", "12,900,000"),
    ("Road maintenance", "3,900,000", "4,050,000"),
    ("Parks", "1,800,000", "1,905,000"),
    ("Libraries", "700,000", "720,000"),
)
CELL = "#budget tr:nth-child(3) td:nth-child(3)"


def table(rows: Sequence[Sequence[str]], head: Sequence[str] = HEAD, name: str = "budget") -> str:
    header = f"<tr>{''.join(f'<th>{text}</th>' for text in head)}</tr>" if head else ""
    lines = "".join(f"<tr>{''.join(f'<td>{text}</td>' for text in row)}</tr>" for row in rows)
    return f"<table id={name}>{header}{lines}</table>"


def page(*parts: str) -> Snapshot:
    body = "".join(parts)
    return plain_snapshot(f"<html><body><h1>Town</h1><p>What we spend.</p>{body}<p>Imprint</p></body></html>")


def follower() -> Follower:
    return Follower.from_block(page(table(ROWS)), CELL)


def answer(*parts: str) -> tuple[str, str, str]:
    found = follower().find(page(*parts))
    return found.state, found.text, found.reasons[0]


def test_a_cell_whose_row_was_deleted_is_lost_and_not_the_cell_below():
    rows = [row for row in ROWS if row[0] != "Road maintenance"]
    assert answer(table(rows)) == ("lost", "", "the row Road maintenance is gone")


def test_a_row_inserted_above_together_with_a_new_figure():
    rows = [("Harbour", "290,000", "310,000"), ROWS[0], ("Road maintenance", "3,900,000", "4,100,000"), *ROWS[2:]]
    state, text, reason = answer(table(rows))
    assert (state, text) == ("found", "4,100,000")
    assert reason == "row ‘Road maintenance’, column ‘2026’"


@pytest.mark.parametrize("order", [sorted(ROWS), sorted(ROWS, key=lambda row: row[2]), ROWS[::-1]])
def test_sorted_rows_keep_their_cells(order):
    assert answer(table(order))[:2] == ("found", "4,050,000")


def test_a_renamed_row_is_uncertain_and_both_names_are_told():
    rows = [ROWS[0], ("Roads and paths", *ROWS[1][1:]), *ROWS[2:]]
    assert answer(table(rows)) == (
        "uncertain", "4,050,000", "the row Road maintenance is gone, or is now called Roads and paths",
    )  # fmt: skip


def test_a_doubt_is_not_learned_and_a_row_that_comes_back_is_found():
    known = follower()
    known.find(page(table([ROWS[0], ("Roads and paths", "3,900,000", "4,050,000"), *ROWS[2:]])))
    known.find(page(table([ROWS[0], *ROWS[2:]])))
    back = known.find(page(table([ROWS[0], ("Road maintenance", "1", "2"), *ROWS[2:]])))
    assert (back.state, back.text) == ("found", "2")


def test_a_person_says_what_the_row_is_called_now():
    known = follower()
    later = page(table([ROWS[0], ("Roads and paths", "3,900,000", "4,050,000"), *ROWS[2:]]))
    known.find(later)
    known.correct(later, CELL)
    found = known.find(page(table([("Roads and paths", "3", "5"), ROWS[0], *ROWS[2:]])))
    assert (found.state, found.text) == ("found", "5")


def test_a_new_column_moves_the_cell():
    rows = [(name, f"note on {name}", old, new) for name, old, new in ROWS]
    assert answer(table(rows, ("Item", "Note", "2025", "2026")))[:2] == ("found", "4,050,000")


def test_a_column_that_is_gone_is_lost():
    assert answer(table([row[:2] for row in ROWS], HEAD[:2])) == ("lost", "", "the column 2026 is gone")


def test_a_column_with_another_header_is_uncertain():
    state, text, reason = answer(table(ROWS, ("Item", "2025", "Planned")))
    assert (state, text, reason) == ("uncertain", "4,050,000", "the column 2026 is gone, or is now called Planned")


def test_a_transposed_table():
    turned = list(zip(HEAD, *ROWS, strict=True))
    assert answer(table(turned[1:], turned[0]))[:2] == ("found", "4,050,000")


def test_another_page_of_the_table_shows_other_rows():
    rows = [(f"Item {number}", f"{number},000", f"{number},500") for number in range(5)]
    assert answer(table(rows)) == ("lost", "", "the row Road maintenance is gone: the table shows other rows")


def test_headers_in_another_language_are_no_other_columns():
    state, text, reason = answer(table(ROWS, ("Posten", "Vorjahr", "Laufendes Jahr")))
    assert (state, text) == ("found", "4,050,000")
    assert "its header is now Laufendes Jahr" in reason


def test_swapped_tables_with_the_same_rows_and_columns():
    others = [(name, f"9{old}", f"9{new}") for name, old, new in ROWS]
    first, second = table(ROWS), table(others, name="other")
    known = Follower.from_block(page(first, second), CELL)
    changed = table([ROWS[0], ("Road maintenance", "3,900,000", "4,100,000"), *ROWS[2:]])
    found = known.find(page(second, changed))
    assert (found.state, found.text) == ("found", "4,100,000")
    assert known.find(page(second)).state != "found"


def test_rows_with_the_same_name_are_both_shown():
    double = [*ROWS, ("Road maintenance", "200", "300")]
    found = follower().find(page(table([ROWS[0], ("Parking", "1", "2"), *double[1:]])))
    assert (found.state, found.text, found.reasons[0]) == (
        "uncertain",
        "4,050,000",
        "2 rows are called Road maintenance",
    )
    assert found.other is not None
    assert found.other.text == "300"


def test_of_two_tables_that_look_alike_both_cells_are_shown():
    known = Follower.from_block(
        page(table(ROWS, name=""), table(ROWS, name="")), "table tr:nth-child(3) td:nth-child(3)", first=True
    )
    others = [[(name, f"{digit}{old}", f"{digit}{new}") for name, old, new in ROWS] for digit in "89"]
    found = known.find(page(*(table(rows, name="") for rows in others)))
    assert (found.state, found.text) == ("uncertain", "84,050,000")
    assert found.other is not None
    assert found.other.text == "94,050,000"


def test_a_table_that_becomes_a_list_of_definitions_and_back():
    pairs = [("Price", "18.50"), ("Length", "2 h"), ("Berth", "Pier 4")]
    listed = "".join(f"<dt>{term}</dt><dd>{detail}</dd>" for term, detail in [("Ship", "Aurora"), *pairs])
    known = Follower.from_block(page(table(pairs, ())), "#budget tr:nth-child(1) td:nth-child(2)")
    found = known.find(page(f"<dl>{listed}</dl>"))
    assert (found.state, found.text) == ("found", "18.50")
    assert known.find(page(table([("Length", "2 h"), ("Price", "19")], ()))).text == "19"


def test_an_aria_grid():
    def grid(rows):
        head = "".join(f"<div role=columnheader>{text}</div>" for text in HEAD)
        lines = "".join(
            f"<div role=row>{''.join(f'<div role=gridcell>{text}</div>' for text in row)}</div>" for row in rows
        )
        return f"<div role=grid id=budget><div role=row>{head}</div>{lines}</div>"

    known = Follower.from_block(page(grid(ROWS)), "#budget > div:nth-child(3) > div:nth-child(3)")
    assert known.find(page(grid(sorted(ROWS)))).text == "4,050,000"
    assert known.find(page(grid([ROWS[0], *ROWS[2:]]))).state == "lost"


def test_a_row_is_followed_by_its_key():
    known = Follower.from_block(page(table(ROWS)), "#budget tr:nth-child(3)")
    assert known.find(page(table([*ROWS[2:], ("Road maintenance", "1", "2"), ROWS[0]]))).text == "Road maintenance 1 2"
    assert known.find(page(table([ROWS[0], *ROWS[2:]]))).reasons == ("the row Road maintenance is gone",)


def test_an_element_inside_a_cell():
    rows = [(name, old, f"<span>{new}</span> <small>gross</small>") for name, old, new in ROWS]
    known = Follower.from_block(page(table(rows)), f"{CELL} span")
    assert known.find(page(table(rows[::-1]))).text == "4,050,000"


def test_the_key_is_the_column_that_stays():
    def rows(messages):
        return [(text, name, "1") for text, name in zip(messages, ("Ann", "Ben", "Cem", "Dora"), strict=True)]

    head = ("Said last", "Who", "Points")
    known = Follower.from_block(page(table(rows(("hello there", "see you", "what", "no")), head)), CELL)
    for number in range(3):
        said = [f"{word} {number}" for word in ("good", "bad", "new", "old")]
        found = known.find(page(table(rows(said)[::-1], head)))
        assert (found.state, found.reasons[0]) == ("found", "row ‘Ben’, column ‘Points’") if number else True
    assert known.find(page(table(rows("wxyz")[2:], head))).reasons == ("the row Ben is gone",)


def test_two_rows_of_the_same_name_in_two_groups():
    def grouped(north, south):
        parts = [
            f"<tr><th colspan=2>{group}</th></tr>" + "".join(f"<tr><td>{n}</td><td>{v}</td></tr>" for n, v in rows)
            for group, rows in (("North", north), ("South", south))
        ]
        return f"<table id=budget><tr><th>Place</th><th>Votes</th></tr>{''.join(parts)}</table>"

    first = page(grouped([("Hill", "10"), ("Total", "10")], [("Bay", "20"), ("Total", "20")]))
    known = Follower.from_block(first, "#budget tr:last-child td:nth-child(2)")
    later = page(grouped([("Hill", "11"), ("Moor", "5"), ("Total", "16")], [("Total", "21"), ("Bay", "21")]))
    found = known.find(later)
    assert (found.state, found.path[-11:], found.text) == ("found", "tr[7]/td[2]", "21")


def test_a_state_as_json():
    known = follower()
    assert Follower.from_state(json.loads(json.dumps(known.state))).memory.place == known.memory.place
    assert known.memory.place is not None
    assert known.memory.place.words == "row ‘Road maintenance’, column ‘2026’"


def test_a_row_that_is_gone_stays_lost_beside_cells_that_are_found():
    before = page(table(ROWS))
    cells = [f"#budget tr:nth-child({line}) td:nth-child(3)" for line in range(2, 6)]
    followers = [Follower.from_block(before, cell) for cell in cells]
    found = find_all(followers, page(table(ROWS[:1] + ROWS[2:])))
    assert [answer.state for answer in found] == ["found", "lost", "found", "found"]
    assert found[1].reasons == ("the row Road maintenance is gone",)


def test_a_row_that_is_gone_from_a_table_with_a_span_without_end():
    def spanned(*lines: tuple[str, ...]) -> str:
        return table(lines).replace("<tr><td>Schools", "<tr><td rowspan=100000 colspan=100000>All</td><td>Schools")

    later = page(spanned(*ROWS[:1], *ROWS[2:]))
    cell = Follower.from_block(page(spanned(*ROWS)), CELL)
    assert cell.find(later).state != "found"
    assert follower().find(later).state != "found"


BUDGET = plain_snapshot(
    "<html><body><table><tr><th>Item</th><th>2026</th></tr><tr><td>Roads</td><td>11</td></tr><tr><td>Parks</td><td>22</td></tr></table></body></html>"
)
CARDS = plain_snapshot("<html><body><div><p>Roads</p><b>12</b></div><div><p>Parks</p><i>23</i></div></body></html>")


def test_an_element_is_of_the_row_that_stands_beside_it():
    place = Follower.from_block(BUDGET, "tr:nth-child(2) td:nth-child(2)").memory.place
    assert names_its_row(place, CARDS.nodes, select_row(CARDS, css="b"))
    assert not names_its_row(place, CARDS.nodes, select_row(CARDS, css="i"))


LINES = [
    ("Roads", "11", "12", "13"),
    ("Parks", "21", "22", "23"),
    ("Pool", "31", "32", "33"),
    ("Zoo", "41", "42", "43"),
]


def page_of(head, rows=LINES):
    lines = "".join(f"<tr>{''.join(f'<td>{text}</td>' for text in row)}</tr>" for row in rows)
    header = "".join(f"<tr>{''.join(line)}</tr>" for line in head)
    return plain_snapshot(f"<html><body><p>Before it</p><table id=t>{header}{lines}</table></body></html>")


def names(*texts):
    return [f"<th>{text}</th>" for text in texts]


PLAIN = [names("Item", "Plan", "Spent", "Left")]
ABOVE = ["<th></th>", "<th colspan=3>2026</th>"]
TWO_YEARS = [["<th></th>", "<th colspan=2>2025</th>", "<th>2026</th>"], names("Item", "Plan", "Spent", "Plan")]


def find(before, after, rows=LINES, column=3, first=LINES):
    place = len(before) + 2
    return Follower.from_block(page_of(before, first), f"#t tr:nth-child({place}) td:nth-child({column})").find(
        page_of(after, rows)
    )


@pytest.mark.parametrize(("before", "after"), [(PLAIN, [ABOVE, *PLAIN]), ([ABOVE, *PLAIN], PLAIN)])
def test_a_line_of_headers_that_comes_or_goes(before, after):
    found = find(before, after)
    assert (found.state, found.text) == ("found", "22")


def test_the_same_name_under_another_header_is_another_column():
    found = find(TWO_YEARS, [names("", "2026", "2026", "2027"), names("Item", "Plan", "Spent", "Plan")], column=2)
    assert found.state != "found" or found.text == "21"
    last = find(TWO_YEARS, [names("Item", "Plan")], rows=[(row[0], row[3]) for row in LINES], column=2)
    assert last.state != "found"


def test_without_headers_the_column_that_says_the_same():
    moved = [(name, "x", one, two, three) for name, one, two, three in LINES]
    found = find([], [], rows=moved)
    assert (found.state, found.text) == ("found", "22")
    shorter = [(name, one, three) for name, one, _, three in LINES]
    assert find([], [], rows=shorter).state != "found"
