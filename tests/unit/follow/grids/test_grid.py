from benchmarks.plain_pages import plain_snapshot
from pagestrata.follow.grids.grid import EMPTY
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
