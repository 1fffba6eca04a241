"""Single rows of a page's columns, worked out alone unless the whole column is there already.

Following one block asks for a dozen columns but only for a row or two of each; over a whole page they would take most
of the time. Each function gives what the column of `ItemPage` in its name says.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pagestrata.follow.portraits.item_page import ItemPage


def siblings_of(page: ItemPage, row: int) -> tuple[int, int, int]:
    """`previous_sibling`, `next_sibling` and `sibling_index` of one element."""
    if page.has("siblings"):
        return int(page.previous_sibling[row]), int(page.next_sibling[row]), int(page.sibling_index[row])
    nodes, parent = page.nodes, int(page.nodes.parent[row])
    begin, end = (0, len(page)) if parent < 0 else (parent + 1, int(nodes.end[parent]))
    found = np.flatnonzero((nodes.parent[begin:end] == parent) & page.is_element[begin:end]) + begin
    index = int(found.searchsorted(row))
    previous = int(found[index - 1]) if index else -1
    return previous, int(found[index + 1]) if index + 1 < len(found) else -1, index


def child_count_of(page: ItemPage, row: int) -> int:
    """`child_count` of one row."""
    if page.has("siblings"):
        return int(page.child_count[row])
    inside = slice(row + 1, int(page.nodes.end[row]))
    return int(np.count_nonzero((page.nodes.parent[inside] == row) & page.is_element[inside]))


def element_count_of(page: ItemPage, row: int) -> int:
    """`element_count` of one row."""
    if page.has("element_count"):
        return int(page.element_count[row])
    return int(np.count_nonzero(page.is_element[row : int(page.nodes.end[row])]))


def heading_of(page: ItemPage, row: int) -> int:
    """`heading_above` of one row."""
    if page.has("heading_above"):
        return int(page.heading_above[row])
    headings, ends = page.headings
    last = int(ends.searchsorted(row, side="right")) - 1
    return int(page.text_bag[headings[last]]) if last >= 0 else 0


def look_of(page: ItemPage, row: int) -> tuple[float, ...]:
    """`looks` of one row."""
    if page.has("looks"):
        return tuple(page.looks[row].tolist())
    nodes = page.nodes
    return tuple(float(column[row]) for column in (nodes.font_size, nodes.font_weight, nodes.colour, nodes.background))


def rows_with_signature_of(page: ItemPage, row: int) -> npt.NDArray[np.intp]:
    """`rows_with_signature` for that of one element; what it is made of is compared sooner than hashed."""
    if page.has("signature"):
        return page.rows_with_signature(int(page.signature[row]))
    attributes, own = page.nodes.attributes, page.nodes.attributes[row]
    classes, role, kind, is_bare = own.get("class", ""), own.get("role", ""), own.get("type", ""), not own
    found = [
        other
        for other in page.rows_with_tag(int(page.tag_hash[row])).tolist()
        if (its := attributes[other]).get("class", "") == classes
        and its.get("role", "") == role
        and its.get("type", "") == kind
        and (not its) == is_bare
    ]
    return np.array(found, np.intp)
