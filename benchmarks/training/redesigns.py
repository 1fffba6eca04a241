"""A page made again: the same elements under other classes, tags, wrappers, texts, addresses and places.

Real pages that are years apart are rare, and those that are here keep their ids on few kinds of elements. A redesign is
consistent: a class is renamed wherever it stands, most links keep their path and lose their query, a share of the texts is
written again and everything moves. How much of all this happens is drawn for each page.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from pagestrata.follow.page import nodes_of
from pagestrata.model.snapshot import TEXT, NodeTable, PageImage, Snapshot

SWAPS = {
    "a": "button", "button": "a", "h1": "h2", "h2": "h3", "h3": "h2", "h4": "h3", "span": "p", "p": "div", "div": "section",
    "section": "div", "ul": "div", "li": "div", "b": "strong", "i": "span", "article": "div",
}  # fmt: skip
SHUFFLED, WRAPPED = 0.08, 0.06
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
MOST_NAMED = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Strength:
    """The share of each thing that changes."""

    classes: float
    tags: float
    texts: float
    addresses: float
    structure: float
    shift: float

    @classmethod
    def drawn(cls, chance: random.Random) -> Strength:
        much = chance.choice([0.15, 0.4, 0.8])
        return cls(
            classes=chance.random() * min(1.0, 1.3 * much),
            tags=chance.choice([0.0, 0.1, 0.25]) * much,
            texts=chance.random() * much,
            addresses=chance.random() * much,
            structure=chance.random() * much,
            shift=chance.random() * 1500 * much,
        )


def redesigned(snapshot: Snapshot, chance: random.Random) -> tuple[Snapshot, dict[int, int]]:
    """The page made again, and the new row of each old one."""
    nodes, strength = nodes_of(snapshot), Strength.drawn(chance)
    source, parents = _order(nodes, strength, chance)
    made = _table(nodes, source, parents)
    made = replace(made, **_rewritten(made, strength, chance))
    places = {row: place for place, row in enumerate(source) if row >= 0}
    return replace(snapshot, nodes=made, dom="", screenshot_png=None, responses=()), places


def _order(nodes: NodeTable, strength: Strength, chance: random.Random) -> tuple[list[int], list[int]]:
    """Old rows in their new order, -1 for a new wrapper, and the new place of each one's parent."""
    source, parents = list[int](), list[int]()
    todo = [(0, -1)]
    while todo:
        row, parent = todo.pop()
        if row > 0 and nodes.tag_of(row) != TEXT and chance.random() < WRAPPED * strength.structure:
            source.append(-1)
            parents.append(parent)
            parent = len(source) - 1
        source.append(row)
        parents.append(parent)
        children = nodes.children_of(row)
        if len(children) > 2 and chance.random() < SHUFFLED * strength.structure:
            chance.shuffle(children)
        place = len(source) - 1
        todo += [(child, place) for child in reversed(children)]
    return source, parents


def _table(nodes: NodeTable, source: list[int], parents: list[int]) -> NodeTable:
    count = len(source)
    origin = np.array(source)
    for place in range(count - 1, -1, -1):  # a wrapper looks like what it wraps, which stands right behind it
        if origin[place] < 0:
            origin[place] = origin[place + 1]
    end, depth = np.arange(1, count + 1), np.zeros(count, np.int32)
    for place in range(count - 1, 0, -1):
        end[parents[place]] = max(end[parents[place]], end[place])
    for place in range(1, count):
        depth[place] = depth[parents[place]] + 1
    is_new = np.array(source) < 0
    tags = nodes.tags if "div" in nodes.tags else (*nodes.tags, "div")
    first = {row: place for place, row in enumerate(source) if row >= 0}
    columns = {
        name: getattr(nodes, name)[origin]
        for name in ("box", "clipped", "visible", "display", "position", "background", "colour", "font_size", "font_weight",
                     "border", "paint_order", "dom_start", "dom_end")
    }  # fmt: skip
    return replace(
        nodes, **columns, parent=np.array(parents, np.int32), end=end.astype(np.int32), depth=depth, tags=tags,
        tag=np.where(is_new, tags.index("div"), nodes.tag[origin]).astype(np.int32),
        attributes=tuple({} if new else nodes.attributes[row] for row, new in zip(origin.tolist(), is_new, strict=True)),
        text=tuple("" if new else nodes.text[row] for row, new in zip(origin.tolist(), is_new, strict=True)),
        rect_start=np.zeros(count + 1, np.int32), rects=np.zeros((0, 4), np.float32),
        links={first[row]: address for row, address in nodes.links.items() if row in first},
        images={first[row]: image for row, image in nodes.images.items() if row in first},
    )  # fmt: skip


def _rewritten(nodes: NodeTable, strength: Strength, chance: random.Random) -> Mapping[str, object]:
    classes = _Renamed(strength.classes, chance)
    attributes = tuple(_attributes(own, classes, strength, chance) if own else own for own in nodes.attributes)
    links = {row: _address(address, strength, chance) for row, address in nodes.links.items()}
    attributes = tuple(
        {**own, "href": links[row]} if row in links and "href" in own else own for row, own in enumerate(attributes)
    )
    images = {
        row: PageImage(address=_address(image.address, strength, chance), name=image.name, kind=image.kind)
        for row, image in nodes.images.items()
    }
    tags, codes = _tags(nodes, strength, chance)
    box = nodes.box.astype(np.float64)
    scale = chance.uniform(0.8, 1.25)
    box[:, 0] = box[:, 0] * scale + chance.uniform(-1, 1) * strength.shift * 0.1
    box[:, 1] = box[:, 1] * chance.uniform(0.7, 1.4) + chance.uniform(-0.2, 1) * strength.shift
    box[:, 2] *= scale * chance.uniform(0.9, 1.1)
    moved = box.astype(np.float32)
    looks = {name: getattr(nodes, name).copy() for name in ("font_size", "font_weight", "colour", "background")}
    if chance.random() < strength.classes:
        looks["font_size"] = looks["font_size"] + chance.choice([-2, -1, 1, 2, 4])
        looks["colour"] = looks["colour"] ^ np.uint32(chance.choice([0x11111100, 0x33000000]))
    return {
        "attributes": attributes, "links": links, "images": images, "tags": tags, "tag": codes,
        "text": _texts(nodes, strength, chance), "box": moved, "clipped": moved, **looks,
    }  # fmt: skip


class _Renamed(dict[str, str]):
    """Class by class what it is called now, '' for gone; the same wherever it stands."""

    def __init__(self, share: float, chance: random.Random) -> None:
        self._share, self._chance = share, chance

    def __missing__(self, token: str) -> str:
        chance = self._chance
        value = token
        if chance.random() < self._share:
            value = chance.choice(
                ["", "".join(chance.choices(LETTERS, k=6)), f"{token}-{chance.choice(['v2', 'inner', 'item', 'new'])}",
                 token.split("-")[-1], token.split("_")[0]]
            )  # fmt: skip
        self[token] = value
        return value


def _attributes(
    own: Mapping[str, str], classes: _Renamed, strength: Strength, chance: random.Random
) -> Mapping[str, str]:
    kept = {name: value for name, value in own.items() if name == "href" or chance.random() > 0.2 * strength.classes}
    if "class" in kept:
        kept["class"] = " ".join(filter(None, (classes[token] for token in kept["class"].split()[:MOST_NAMED])))
    return kept


def _address(address: str, strength: Strength, chance: random.Random) -> str:
    if chance.random() > strength.addresses:
        return address
    bare = address.partition("?")[0]
    kind = chance.random()
    if kind < 0.4:
        return bare.rstrip("/")
    if kind < 0.7:
        return f"{bare}?ref={chance.randrange(10**6)}"
    head, _, tail = bare.rstrip("/").rpartition("/")
    return f"{head}/{chance.choice(['en', 'new', 'pages'])}/{tail}"


def _tags(nodes: NodeTable, strength: Strength, chance: random.Random) -> tuple[tuple[str, ...], np.ndarray]:
    """Other tags for some classes of elements, the same for all with the same classes."""
    tags = tuple(dict.fromkeys([*nodes.tags, *SWAPS.values()]))
    decided: dict[tuple[str, str], str] = {}
    codes = nodes.tag.copy()
    for row, own in enumerate(nodes.attributes):
        tag = nodes.tag_of(row)
        key = tag, own.get("class", "")
        if key not in decided:
            decided[key] = SWAPS.get(tag, tag) if chance.random() < strength.tags else tag
        codes[row] = tags.index(decided[key])
    return tags, codes


def _texts(nodes: NodeTable, strength: Strength, chance: random.Random) -> tuple[str, ...]:
    vocabulary = [word for text in nodes.text for word in text.split()] or ["word"]
    return tuple(_text(text, vocabulary, strength, chance) if text else text for text in nodes.text)


def _text(text: str, vocabulary: list[str], strength: Strength, chance: random.Random) -> str:
    kind = chance.random()
    if kind < 0.1:
        return chance.choice([text.upper(), text.lower(), text.title(), text + ":"])
    if kind > strength.texts:
        return text
    share = chance.choice([0.3, 1.0])
    return " ".join(chance.choice(vocabulary) if chance.random() < share else word for word in text.split())
