from benchmarks.plain_pages import plain_snapshot
from pagestrata.follow.grids.keys import figures_of, keys_of
from pagestrata.follow.grids.page_grids import PageGrids


def grid(head, *rows):
    lines = "".join(f"<tr>{''.join(f'<td>{text}</td>' for text in row)}</tr>" for row in rows)
    header = f"<tr>{''.join(f'<th>{text}</th>' for text in head)}</tr>" if head else ""
    (found,) = PageGrids(plain_snapshot(f"<html><body><table>{header}{lines}</table></body></html>").nodes).all()
    return found


def test_words_name_lines_and_ranks_do_not():
    found = grid(("", "Player", "Points"), ("1", "Ann", "40"), ("2", "Ben", "30"), ("3", "Cem", "20"))
    assert keys_of(found, 1, 2) == [(1,)]


def test_years_and_codes_name_lines():
    assert keys_of(grid(("Year", "Sum"), ("2024", "1"), ("2025", "2"), ("2026", "3")), 1, 1) == [(0,)]
    assert keys_of(grid(("Part no.", "Sum"), ("4711", "1"), ("4712", "2"), ("4813", "3")), 1, 1) == [(0,)]


def test_two_columns_together_where_one_is_not_enough():
    found = grid(("Area", "Kind", "Sum"), ("North", "Roads", "1"), ("North", "Parks", "2"), ("South", "Roads", "3"))
    assert keys_of(found, 0, 2) == [(0, 1)]


def test_the_followed_column_names_its_line_where_it_is_the_name():
    found = grid(("Item", "Sum"), ("Roads", "1"), ("Parks", "2"), ("Pool", "3"))
    assert keys_of(found, 0, 0) == [(0,)]
    heads = grid(("Office", "Head"), ("Roads", "Ann Baker"), ("Parks", "Ben Carter"), ("Pool", "Cem Demir"))
    assert keys_of(heads, 1, 1) == [(0,)]


def test_lines_of_figures_have_no_name():
    found = grid((), ("1.5", "2.5", "3.5"), ("4.5", "5.5", "6.5"), ("7.5", "8.5", "9.5"))
    assert keys_of(found, 1, 2) == []
    assert figures_of(found, 1, 2) == [(0, 1)]
