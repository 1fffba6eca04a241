"""Repeated cards and list items as grids: each card is a line, each place inside the cards a column.

Cards are at least `LEAST_CARDS` adjacent elements with the same tag and classes. A column is named by the path of tags and
classes from the card down to it: the price is where the prices of the other cards are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pagestrata.follow.grids.grid import EMPTY, Grid
from pagestrata.model.snapshot import NodeTable

LEAST_CARDS = 3
MOST_CARDS = 2_000
MOST_SLOTS = 40
LARGEST_CARD = 200
"""Rows of the node table in a card; a part of a page that has more is a section."""
CARD_SIZES = range(2, LARGEST_CARD + 1)
HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
NO_CARDS = frozenset({"tr", "td", "th", "dt", "dd", "tbody", "thead", "option", "br", "script", "style", "path", "col"})


def cards_around(nodes: NodeTable, row: int) -> tuple[int, ...]:
    """Return the innermost list of cards around this element; empty outside lists."""
    while row > 0:
        parent = int(nodes.parent[row])
        if parent < 0 or int(nodes.end[row]) - row > LARGEST_CARD:
            return ()
        if nodes.tag_of(row) not in NO_CARDS and len(cards := cards_like(nodes, row)) >= LEAST_CARDS:
            return cards
        row = parent
    return ()


def cards_like(nodes: NodeTable, row: int) -> tuple[int, ...]:
    """Return the element and its siblings of the same kind, without empty ones."""
    kind = kind_of(nodes, row)
    siblings = nodes.children_of(int(nodes.parent[row]))[:MOST_CARDS]
    return tuple(other for other in siblings if kind_of(nodes, other) == kind and int(nodes.end[other]) - other > 1)


def kind_of(nodes: NodeTable, row: int) -> tuple[str, str]:
    """Return tag and first class; later classes often mark a single card."""
    return nodes.tag_of(row), nodes.attributes[row].get("class", "").partition(" ")[0]


def all_cards(nodes: NodeTable) -> Iterator[tuple[int, ...]]:
    """All lists of cards of a page: siblings of the same kind that say something."""
    lists: dict[tuple[int, str, str], list[int]] = {}
    for row in range(1, len(nodes)):
        if not nodes.text[row] and int(nodes.end[row]) - row in CARD_SIZES and nodes.tag_of(row) not in NO_CARDS:
            lists.setdefault((int(nodes.parent[row]), *kind_of(nodes, row)), []).append(row)
    yield from (tuple(cards[:MOST_CARDS]) for cards in lists.values() if len(cards) > 1)


def read_cards(nodes: NodeTable, cards: tuple[int, ...], title: str = "") -> Grid | None:
    """Return the grid of some cards, or None if they have no parts."""
    parts = [_slots_of(nodes, card) for card in cards]
    shared = Counter(slot for part in parts for slot in part)
    slots = [slot for slot, count in shared.most_common(MOST_SLOTS) if count > 1]
    if not slots:
        return None
    headings = {place for place, slot in enumerate(slots) if slot.rpartition("/")[2].split(".")[0] in HEADINGS}
    return Grid(
        nodes=nodes,
        top=int(nodes.parent[cards[0]]),
        kind="cards",
        lines=cards,
        cells=tuple(tuple(part.get(slot, EMPTY) for slot in slots) for part in parts),
        groups=(EMPTY,) * len(cards),
        named_columns=frozenset(headings),
        title=title,
        slots=tuple(slots),
    )


def _slots_of(nodes: NodeTable, card: int) -> dict[str, int]:
    """The elements in a card with words of their own, by the way down to them; of equal ways the first."""
    ways = {card: ""}
    found: dict[str, int] = {}
    for row in range(card + 1, min(int(nodes.end[card]), card + LARGEST_CARD)):
        if nodes.text[row]:
            holder = int(nodes.parent[row])
            found.setdefault(ways.get(holder, ""), holder)
        elif (parent := int(nodes.parent[row])) in ways:
            tag, first = kind_of(nodes, row)
            ways[row] = f"{ways[parent]}/{tag}.{first}" if first else f"{ways[parent]}/{tag}"
    return found
