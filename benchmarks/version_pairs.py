"""Pairs of versions of a chosen size: pages like real ones, changed by the paper's simulator."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import NamedTuple

from pagestrata.comparing.simulate.simulator import Proportions, simulate
from pagestrata.formats.trees.vixml import write_vixml
from pagestrata.model.blocks import Block, BlockTree, Image, Link
from pagestrata.model.geometry import Box

BYTES_PER_LEAF = 1_300
TEN_PERCENT = Proportions(insert=0.1, delete=0.1, update=0.1, move=0.1, update_text=0.1)
"""The paper's setting (§7.2): 10 % of the leaf blocks by each operation on links and images, and 10 % of the texts."""


class Pair(NamedTuple):
    old: BlockTree
    new: BlockTree
    old_vixml: bytes
    new_vixml: bytes


def made_pair(kilobytes: int, *, seed: int = 1) -> Pair:
    """Two versions whose Vi-XML has about that size."""
    old = made_tree(max(1, kilobytes * 1_000 // BYTES_PER_LEAF), seed=seed)
    new = simulate(old, TEN_PERCENT, seed=seed).tree
    return Pair(old, new, write_vixml(old), write_vixml(new))


def foreign_pair(*, seed: int = 1, blocks: int = 60, changed: float = 0.1) -> Pair:
    """Two versions of a page as others make them: a flat list of blocks of ten links and sixty words, some changed.

    Nothing of it comes from the simulator: words of an ordinary length, addresses that share most of their letters.
    """
    chance = random.Random(seed)
    letters = "etaoinshrdlu"

    def words(count: int) -> str:
        return " ".join("".join(chance.choices(letters, k=chance.randint(3, 9))) for _ in range(count))

    def block(number: int) -> Block:
        links = tuple(
            Link(words(4), f"https://www.example.org/section/{number}/article-{chance.getrandbits(32)}.html?from=front")
            for _ in range(10)
        )
        return Block(ref=f"1.{number}", links=links, text=words(60), box=Box(0, number * 200.0, 1000, 190), doc=8)

    def other(old: Block) -> Block:
        links = list(old.links)
        links[chance.randrange(10)] = Link(words(4), f"https://www.example.org/new/{chance.getrandbits(32)}.html")
        said = old.text.split()
        said[chance.randrange(len(said))] = words(1)
        return replace(old, links=tuple(links), text=" ".join(said))

    before = [block(number) for number in range(1, blocks + 1)]
    hit = set(chance.sample(range(blocks), round(changed * blocks)))
    after = [other(found) if place in hit else found for place, found in enumerate(before)]
    old, new = (_whole_page(tuple(leaves)) for leaves in (before, after))
    return Pair(old, new, _written_elsewhere(old), _written_elsewhere(new))


def _written_elsewhere(tree: BlockTree) -> bytes:
    """Vi-XML as another program writes it: attributes in another order, no empty elements in short, no line ends."""
    from lxml import etree

    parsed = etree.fromstring(write_vixml(tree), etree.XMLParser(remove_blank_text=True))
    return b'<?xml version="1.0" encoding="UTF-8"?>' + etree.tostring(parsed, method="c14n")


def _whole_page(leaves: tuple[Block, ...]) -> BlockTree:
    root = Block(ref="1", children=leaves, box=Box(0, 0, 1000, 200.0 * len(leaves)), doc=1)
    return BlockTree(blocks=(root,), url="https://www.example.org/", viewport=(1366, 768), page_size=(1366.0, 12_000.0))


def made_tree(leaves: int, *, seed: int) -> BlockTree:
    """Groups of ten teasers: six links, a picture and forty words each."""
    chance = random.Random(seed)

    def words(count: int) -> str:
        return " ".join(f"w{chance.getrandbits(14):x}" for _ in range(count))

    groups = []
    for g in range(1, (leaves + 9) // 10 + 1):
        members = tuple(
            Block(
                ref=f"1.{g}.{i}",
                links=tuple(Link(words(3), f"http://site.test/news/{chance.getrandbits(48):x}") for _ in range(6)),
                images=(Image(words(2), f"http://site.test/i/{chance.getrandbits(40):x}.png"),),
                text=words(40),
                box=Box(10.5, g * 1_000.0 + i * 100, 300, 100),
                doc=9,
                role="article",
            )
            for i in range(1, min(10, leaves - 10 * (g - 1)) + 1)
        )
        groups.append(Block(ref=f"1.{g}", children=members, box=Box(10, g * 1_000.0, 300, 1_000), doc=5))
    root = Block(ref="1", children=tuple(groups), box=Box(0, 0, 1366, 4_000), doc=1)
    return BlockTree(blocks=(root,), url="http://site.test/", viewport=(1366, 768), page_size=(1366.0, 4_000.0))
