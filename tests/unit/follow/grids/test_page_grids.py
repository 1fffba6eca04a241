import pytest

from benchmarks.plain_pages import plain_snapshot
from pagestrata.follow.grids.page_grids import LINE, PageGrids, read_definitions, row_down, way_down
from pagestrata.follow.select import select_row

PAGE = plain_snapshot(
    "<html><body><h2>Budget</h2><table><tr><th>Item</th><th>2026</th></tr><tr><td>Roads</td><td><p>a <b>1</b></p></td></tr>"
    "<tr><td>Parks</td><td>2</td></tr></table><h2>Facts</h2><dl><dt>Town</dt><dd>Aldermouth</dd></dl>"
    "<table><caption>Sizes</caption><tr><td>a</td><td>1</td></tr></table></body></html>"
)
GRIDS = PageGrids(PAGE.nodes)


def spot(css):
    return GRIDS.spot_of(select_row(PAGE, css=css, first=True))


def test_the_grids_of_a_page_and_their_titles():
    assert [(grid.kind, GRIDS.title_of(grid)) for grid in GRIDS.all()] == [
        ("table", "Budget"), ("definitions", "Facts"), ("table", "Sizes"),
    ]  # fmt: skip


def test_where_an_element_is():
    inner = spot("b")
    assert (inner.line, inner.column, inner.inside) == (0, 1, ("p[1]", "b[1]"))
    assert spot("tr:nth-child(2)").column == LINE
    assert (spot("dd").line, spot("dd").column) == (0, 1)
    assert spot("th") is spot("h2") is spot("table") is None


def test_the_way_down_ends_where_there_is_nothing_more():
    cell, inner = (select_row(PAGE, css=css, first=True) for css in ("td:nth-child(2)", "b"))
    assert row_down(PAGE.nodes, cell, way_down(PAGE.nodes, cell, inner)) == inner
    assert row_down(PAGE.nodes, cell, ("p[1]", "i[1]")) == select_row(PAGE, css="td p")


LAYOUTS = (
    "<table><tr><td><a href=/a>Advanced search</a></td><td>Languages</td></tr></table>",
    "<table><tr><td>What</td><td>Where</td></tr><tr><td><input name=q></td><td><input name=l></td></tr></table>",
)
TABLES = (
    "<table><tr><th>Item</th><th>2026</th></tr><tr><td>Roads</td><td><input name=roads></td></tr></table>",
    "<table><tr><th>Roads</th><td>1</td></tr></table>",
    "<table><tr><td>Roads</td><td>1</td></tr><tr><td>Parks</td><td>2</td></tr></table>",
    "<table role=grid aria-label=Costs><tr><td>Roads</td><td>1</td></tr></table>",
)


@pytest.mark.parametrize("table", LAYOUTS)
def test_a_table_for_the_layout_has_no_cells_to_follow(table):
    page = plain_snapshot(f"<html><body>{table}</body></html>")
    assert PageGrids(page.nodes).spot_of(select_row(page, css="td", first=True)) is None


@pytest.mark.parametrize("table", TABLES)
def test_a_table_of_data_has_cells_whatever_its_size(table):
    page = plain_snapshot(f"<html><body>{table}</body></html>")
    assert PageGrids(page.nodes).spot_of(select_row(page, css="td", first=True)) is not None


def read(markup):
    nodes = plain_snapshot(f"<html><body><dl>{markup}</dl></body></html>").nodes
    return read_definitions(nodes, next(row for row in range(len(nodes)) if nodes.tag_of(row) == "dl"))


def test_terms_name_the_lines():
    found = read("<dt>Price</dt><dd>18</dd><dd>per day</dd><div><dt>Length</dt><dd>2 h</dd></div>")
    assert [[found.text(line, column) for column in range(3)] for line in range(2)] == [
        ["Price", "18", "per day"],
        ["Length", "2 h", ""],
    ]
    assert found.named_columns == {0}


def test_a_list_that_defines_nothing():
    assert read("") is None
    assert read("<dt>Alone</dt>") is None
    assert read("<dd>without a term</dd>") is None
