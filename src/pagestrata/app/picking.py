"""What the user sees of an element before following it: its text, its number, and parts that would raise false alarms."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pagestrata.app.chosen_blocks import Choice, mark_of, words_of_list
from pagestrata.follow.elements import has_box, kind_of
from pagestrata.follow.page import nodes_of
from pagestrata.follow.select import rows_within
from pagestrata.follow.series import Number, number_in
from pagestrata.judging.self_changing import changes_by_itself
from pagestrata.model.geometry import Box
from pagestrata.model.snapshot import NodeTable, Snapshot

LONGEST_LINE = 200
"""Characters of an element that is checked for noise on its own; longer ones are running text."""
MOST_NOISE, MOST_PARTS = 5, 12
MOST_LOOKED_AT = 2_000  # elements inside a chosen one that are searched for noise


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Another element that the user may mean."""

    path: str
    kind: str
    text: str
    number: Number | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PickedElement:
    """The element under the pointer."""

    row: int
    path: str
    kind: str
    text: str
    mark: str  # of the text, see `Choice.seen`
    box: Box | None  # None if it is invisible
    number: Number | None  # the one that thresholds are compared with
    of_list: str  # 'item 1 of 12'; '' for what is in no list
    noise: tuple[str, ...] = ()  # texts in it that change by themselves
    smaller: Part | None = None  # the best part of it without them
    parts: tuple[Part, ...] = ()  # of a rectangle around several elements: each of them
    holds_more: bool = False  # than the rectangle that was drawn


def picked_element(snapshot: Snapshot, choice: Choice) -> PickedElement:
    """The element that would be followed. Raises NotFoundError and UsageError as `follow add` does."""
    row = choice.row(snapshot)
    nodes = nodes_of(snapshot)
    text = nodes.text_of(row)
    noisy = _noisy_rows(nodes, row)
    drawn = rows_within(snapshot, Box(*choice.within)) if choice.within is not None else [row]
    return PickedElement(
        row=row,
        path=nodes.path_of(row),
        kind=kind_of(nodes, row),
        text=text,
        mark=mark_of(text),
        box=nodes.clipped_of(row) if has_box(nodes, row) else None,
        number=number_in(text),
        of_list=words_of_list(snapshot, row),
        noise=tuple(dict.fromkeys(nodes.text_of(found) for found in noisy))[:MOST_NOISE],
        smaller=_best_without(nodes, row, noisy),
        parts=tuple(part_of(nodes, found) for found in drawn[:MOST_PARTS]) if len(drawn) > 1 else (),
        holds_more=_length(text) > sum(_length(nodes.text_of(found)) for found in drawn),
    )


def part_of(nodes: NodeTable, row: int) -> Part:
    text = nodes.text_of(row)
    return Part(path=nodes.path_of(row), kind=kind_of(nodes, row), text=text, number=number_in(text))


def _length(text: str) -> int:
    return len(text.replace(" ", ""))


def _noisy_rows(nodes: NodeTable, row: int) -> list[int]:
    """The smallest elements at or below a row whose words change by themselves, in document order."""
    found: list[int] = []
    for inner in _with_own_words(nodes, row):
        text = nodes.text_of(inner)
        if len(text) <= LONGEST_LINE and changes_by_itself(text):
            found = [*(known for known in found if not known <= inner < nodes.end[known]), inner]
    return found


def _with_own_words(nodes: NodeTable, row: int) -> Iterator[int]:
    """Elements at or below a row that have text of their own, not only in elements inside them."""
    seen = -1
    for inner in range(row, min(int(nodes.end[row]), row + MOST_LOOKED_AT)):
        around = int(nodes.parent[inner])
        if nodes.text[inner] and around >= row and around != seen and nodes.visible[inner]:
            seen = around
            yield around


def _best_without(nodes: NodeTable, row: int, noisy: list[int]) -> Part | None:
    """The best part of an element without its noise: the one with its number, else the longest."""
    if not noisy or row in noisy:
        return None
    around = {ancestor for found in noisy for ancestor in _ancestors(nodes, found, row)}
    clean = [
        child
        for ancestor in sorted(around)
        for child in nodes.children_of(ancestor)
        if child not in around and child not in noisy and not nodes.text[child] and nodes.text_of(child)
    ]
    return part_of(nodes, max(clean, key=lambda found: _worth(nodes, found))) if clean else None


def _ancestors(nodes: NodeTable, row: int, top: int) -> Iterator[int]:
    """The ancestors of a row, up to and including `top`."""
    while row > top:
        row = int(nodes.parent[row])
        yield row


def _worth(nodes: NodeTable, row: int) -> tuple[bool, int]:
    text = nodes.text_of(row)
    number = number_in(text)
    return (number is not None and bool(number.unit), _length(text))
