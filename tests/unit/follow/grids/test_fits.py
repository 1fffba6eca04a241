from benchmarks.plain_pages import plain_snapshot
from pagestrata.follow.grids.fits import fits_of, value_share
from pagestrata.follow.grids.page_grids import PageGrids
from pagestrata.follow.grids.place import place_at
from pagestrata.follow.select import select_row


def table(*rows, head=("Item", "2026")):
    lines = "".join(f"<tr>{''.join(f'<td>{text}</td>' for text in row)}</tr>" for row in rows)
    return f"<table><tr>{''.join(f'<th>{text}</th>' for text in head)}</tr>{lines}</table>"


def page(*parts):
    return plain_snapshot(f"<html><body>{''.join(parts)}</body></html>")


BUDGET = table(("Roads", "1"), ("Parks", "2"), ("Pool", "3"))


def place():
    first = page(BUDGET)
    grids = PageGrids(first.nodes)
    return place_at(grids, grids.spot_of(select_row(first, css="tr:nth-child(2) td:nth-child(2)")))


def fits(*parts):
    return fits_of(place(), PageGrids(page(*parts).nodes))


def test_the_grid_with_the_same_lines_and_columns_comes_first():
    other = table(("Ann", "1"), ("Ben", "2"), head=("Who", "Age"))
    found = fits(other, BUDGET)
    assert len(found) == 1
    assert (found[0].kinship, found[0].headers, found[0].is_proven) == (1.0, 1.0, True)
    assert value_share(place(), found[0]) == 1.0


def test_the_same_columns_and_other_lines_prove_nothing():
    (found,) = fits(table(("Ann", "1"), ("Ben", "2")))
    assert (found.kinship, found.is_proven) == (0.0, False)


def test_one_name_in_common_is_chance():
    (found,) = fits(table(("Roads", "9"), *((f"Other {number}", "1") for number in range(8))))
    assert found.kinship < 0.5
    assert fits(table(("x", "y"), ("z", "w"), head=("P", "Q"))) == []
