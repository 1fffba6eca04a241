from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from builders import element, snapshot, table, words
from pagestrata.model.snapshot import Response

PAGE = element(
    "html", (0, 0, 800, 600),
    element("head", (0, 0, 0, 0)),
    element(
        "body", (0, 0, 800, 600),
        element("div", (0, 0, 800, 100), words("Top", (0, 0, 40, 20))),
        element(
            "div", (0, 100, 800, 500),
            element("p", (0, 100, 800, 20), words("One", (0, 100, 40, 20))),
            element(
                "p", (0, 120, 800, 20),
                words("Two ", (0, 120, 40, 20)),
                element("b", (40, 120, 40, 20), words("three", (40, 120, 40, 20))),
            ),
        ),
    ),
)  # fmt: skip


def test_subtrees_are_slices() -> None:
    nodes = table(PAGE)
    body = nodes.row_at_path("body[1]")
    assert body is not None
    assert nodes.end[body] == len(nodes)
    assert [nodes.tag_of(child) for child in nodes.children_of(body)] == ["div", "div"]
    for row in range(1, len(nodes)):
        parent = int(nodes.parent[row])
        assert parent < row < nodes.end[parent]
        assert nodes.depth[row] == nodes.depth[parent] + 1


def test_paths_go_both_ways() -> None:
    nodes = table(PAGE)
    assert nodes.path_of(nodes.row_at_path("body[1]/div[2]/p[2]/b[1]") or 0) == "body[1]/div[2]/p[2]/b[1]"
    for row in range(1, len(nodes)):
        assert nodes.row_at_path(nodes.path_of(row)) == row
    assert nodes.row_at_path("body[1]/div[3]") is None
    assert nodes.row_at_path("body[1]/table[1]") is None


@pytest.mark.parametrize("count", [3_000, 70_000])  # the second has more rows than sixteen bits can number
def test_same_tag_indexes_count_siblings_of_the_same_tag(count: int) -> None:
    chance = np.random.default_rng(count)
    parent = np.maximum(chance.integers(0, np.arange(count) + 1) - 1, 0).astype(np.int32)
    parent[0], tag = -1, chance.integers(0, 5, count).astype(np.int32)
    nodes = replace(table(PAGE), parent=parent, tag=tag)
    seen: Counter[tuple[int, int]] = Counter()
    expected = []
    for key in zip(parent.tolist(), tag.tolist(), strict=True):
        seen[key] += 1
        expected.append(seen[key])
    assert nodes.same_tag_index.tolist() == expected


def test_text_of_a_subtree_is_folded() -> None:
    nodes = table(PAGE)
    assert nodes.text_of(nodes.row_at_path("body[1]/div[2]") or 0) == "One Two three"


def test_rows_as_records() -> None:
    nodes = table(PAGE)
    node = nodes[nodes.row_at_path("body[1]/div[1]") or 0]
    assert (node.tag, node.visible, node.box.height) == ("div", True, 100)
    assert len(list(nodes)) == len(nodes)
    assert nodes.tag_code("table") == -1
    assert np.array_equal(np.flatnonzero(nodes.is_text), [row for row, node in enumerate(nodes) if node.tag == "#text"])


def test_content_type_and_headers_ignore_case() -> None:
    page = snapshot(PAGE, headers=(("Content-Type", "Text/HTML; charset=utf-8"),))
    assert page.content_type == "text/html"
    response = Response(url="http://site.test/", status=200, headers=(("ETag", "x"),), body=b"")
    assert response.header("etag") == "x"
    assert response.header("missing") is None
