from benchmarks.plain_pages import plain_snapshot
from pagestrata.follow.grids.definitions import read_definitions


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
