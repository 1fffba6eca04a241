"""Pairs of versions of a chosen size: pages like real ones, changed by the paper's simulator."""

from __future__ import annotations

import random
from typing import NamedTuple

from pagestrata.comparing.simulate.simulator import Proportions, simulate
from pagestrata.formats.vixml import write_vixml
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
