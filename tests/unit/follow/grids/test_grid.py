import pytest

from benchmarks.plain_pages import plain_snapshot
from pagestrata.follow.grids.grid import EMPTY, cell_text, is_number, is_time, name_of
from pagestrata.follow.grids.page_grids import PageGrids

MARKUP = (
    "<table><tr><th>Item</th><th>2025</th><th>2026</th></tr>"
    "<tr><td>Roads</td><td>1</td><td>2</td></tr><tr><td>Parks</td><td>3</td></tr></table>"
)


def grid():
    (found,) = PageGrids(plain_snapshot(f"<html><body>{MARKUP}</body></html>").nodes).all()
    return found


def test_names_of_lines_and_columns():
    found = grid()
    assert found.column_names == ("item", "2025", "2026")
    assert found.names(0) == ("roads", "parks")
    assert found.lines_named((0,), ("parks",)) == [1]
    assert found.lines_named((0, 1), ("parks", "1")) == []
    assert found.element(1, 2) == EMPTY
    assert found.text(1, 2) == ""


def test_lines_and_columns_exchanged():
    turned = grid().turned(1)
    assert turned.column_titles == ("Item", "Roads", "Parks")
    assert [turned.text(line, 0) for line in range(2)] == ["2025", "2026"]
    assert turned.text(1, 1) == "2"
    assert turned.is_turned


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Road maintenance [1]", "ROAD MAINTENANCE:"),
        ("Schools*", "schools"),
        ("Parks²", "Parks"),
        ("2026 ▲", "2026"),
        ("Café\u00a0bar", "café bar"),
    ],
)
def test_the_same_name(one, other):
    assert name_of(one) == name_of(other)


@pytest.mark.parametrize(
    ("one", "other"), [("m²", "m³"), ("Bond [EUR]", "Bond [USD]"), ("Class (1)", "Class (2)"), ("+", "-")]
)
def test_another_name(one, other):
    assert name_of(one) != name_of(other)


def test_figures_years_and_words():
    assert all(map(is_number, ["4,050,000", "18.50 €", "12 %", "EUR 7", "1.2bn", "-3"]))
    assert not any(map(is_number, ["2026", "2025/26", "1.2.2026", "A-101", "open", "–"]))
    assert is_time("1999")
    assert not is_time("4,050")


def test_a_cell_without_words_says_the_name_of_its_picture():
    nodes = plain_snapshot(
        "<html><body><table><tr><td><img alt='In stock'></td><td></td></tr></table></body></html>"
    ).nodes
    cells = [row for row in range(len(nodes)) if nodes.tag_of(row) == "td"]
    assert [cell_text(nodes, cell) for cell in cells] == ["In stock", ""]
