"""The 25 structural similarities of paper 4 §2.2, in terms of blocks: Jaccard indices and what Vi-DIFF reports.

'Nodes' are blocks, inner ones included; an identical node is one whose content hash occurs in the other version. Counts
of operations n are taken as n / (n + 3), since one insert more matters less among a hundred.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from pagestrata.judging.pairing import Pairing
from pagestrata.measures import jaccard
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.weighing.blocks.block_importance import is_overlay

ALIKE = frozenset(
    (
        "Jaccard of link addresses", "Jaccard of links", "Jaccard of image addresses", "Jaccard of images",
        "old links contain the new", "new links contain the old", "same structure",
        *(f"identical {name}, of {side}" for name in ("nodes", "leaves") for side in ("the old", "the new", "both")),
    )
)  # fmt: skip
"""The features that are 1, not 0, for two equal versions."""


def structural_features(old: BlockTree, new: BlockTree, pairing: Pairing) -> dict[str, float]:
    """All 25, by name. 1 means alike for the indices and ratios of identical nodes, 0 for the operations."""
    old_nodes, new_nodes = list(old.walk()), list(new.walk())
    before, after = _leaves(old_nodes), _leaves(new_nodes)
    contents = _contents((*reversed(old_nodes), *reversed(new_nodes)))  # what is inside a block stands behind it
    return {
        **_jaccards(before, after),
        **_identical("nodes", old_nodes, new_nodes, contents),
        **_identical("leaves", before, after, contents),
        **_operations(len(old_nodes), len(new_nodes), pairing),
        "same structure": float(_outline(old_nodes) == _outline(new_nodes)),
    }


def _leaves(nodes: list[Block]) -> list[Block]:
    return [block for block in nodes if not block.children and not is_overlay(block)]


def _jaccards(before: list[Block], after: list[Block]) -> dict[str, float]:
    old_links, new_links = _links(before), _links(after)
    old_images, new_images = _images(before), _images(after)
    old_addresses, new_addresses = {a for _, a in old_links}, {a for _, a in new_links}
    return {
        "Jaccard of link addresses": jaccard(old_addresses, new_addresses),
        "Jaccard of links": jaccard(old_links, new_links),
        "Jaccard of image addresses": jaccard({a for _, a in old_images}, {a for _, a in new_images}),
        "Jaccard of images": jaccard(old_images, new_images),
        "old links contain the new": float(new_addresses <= old_addresses),
        "new links contain the old": float(old_addresses <= new_addresses),
    }


def _links(leaves: Iterable[Block]) -> set[tuple[str, str]]:
    return {(link.name, link.address) for leaf in leaves for link in leaf.links}


def _images(leaves: Iterable[Block]) -> set[tuple[str, str]]:
    return {(image.name, image.address) for leaf in leaves for image in leaf.images}


def _identical(name: str, before: list[Block], after: list[Block], contents: Mapping[int, int]) -> dict[str, float]:
    """Shares of identical nodes: of the old version, of the new one, and of both together."""
    old, new = (Counter([contents[id(block)] for block in blocks]) for blocks in (before, after))
    shared = (old & new).total()
    return {
        f"identical {name}, of the old": shared / len(before) if before else 1.0,
        f"identical {name}, of the new": shared / len(after) if after else 1.0,
        f"identical {name}, of both": 2 * shared / (len(before) + len(after)) if before or after else 1.0,
    }


def _contents(nodes: Iterable[Block]) -> dict[int, int]:
    """id(block) -> a number that blocks of the same content share, as they share their hash, which takes longer to make."""
    numbers: dict[object, int] = {}
    found: dict[int, int] = {}
    for block in nodes:
        if id(block) not in found:
            inside = tuple([found[id(child)] for child in block.children])
            found[id(block)] = numbers.setdefault((block.text, block.links, block.images, inside), len(numbers))
    return found


def _operations(old_count: int, new_count: int, pairing: Pairing) -> dict[str, float]:
    """Inserts, deletes and updates of leaf blocks: their number, and their share of the smaller and larger version."""
    sizes = (old_count, new_count)
    leaves = (pairing.old_count, pairing.new_count)
    counts = {"inserts": len(pairing.inserted), "deletes": len(pairing.deleted), "updates": len(pairing.changed)}
    found = {name: count / (count + 3.0) for name, count in counts.items()}
    for name, count in counts.items():
        found[f"{name} per node, larger version"] = count / max(1, *sizes)
        found[f"{name} per leaf, larger version"] = count / max(1, *leaves)
    found["operations per leaf, smaller version"] = min(4.0, sum(counts.values()) / max(1, min(leaves)))
    found["operations per node, smaller version"] = min(4.0, sum(counts.values()) / max(1, min(sizes)))
    found["difference in leaves"] = abs(leaves[0] - leaves[1]) / max(1, *leaves)
    return found


def _outline(nodes: list[Block]) -> list[tuple[str, int]]:
    return [(block.ref, len(block.children)) for block in nodes if not is_overlay(block)]
