"""Blocks and pages of a few words, and what is found between two of them."""

from __future__ import annotations

from pagestrata.judging.context import pair_blocks
from pagestrata.judging.findings import Finding, findings_of, speaking
from pagestrata.model.blocks import Block, BlockTree, Image, Link
from pagestrata.model.geometry import Box

BOX = Box(0, 0, 400, 300)


def found(old: Block | None, new: Block | None) -> list[Finding]:
    trees = [BlockTree(blocks=(block,) if block else ()) for block in (old, new)]
    return findings_of(*trees, pair_blocks(*trees))


def block(text: str = "", role: str = "article", links: tuple[Link, ...] = (), images: tuple[str, ...] = ()) -> Block:
    return Block(ref="1", role=role, text=text, links=links, images=tuple(Image("", name) for name in images), box=BOX)


def heard(old: str, new: str, role: str = "article") -> list[str]:
    return [finding.kind for finding in speaking(found(block(old, role), block(new, role))) if finding.chance > 0.5]


def page_of(*lined: str) -> BlockTree:
    return BlockTree(
        blocks=tuple(
            Block(
                ref=str(place), text=text.replace("\n", " "), box=BOX, role="article",
                line_ends=tuple(at for at, sign in enumerate(text) if sign == "\n"),
            )
            for place, text in enumerate(lined, start=1)
        )
    )  # fmt: skip


def saying(texts: list[str]) -> BlockTree:
    return BlockTree(blocks=tuple(Block(ref=str(number), text=text) for number, text in enumerate(texts)))
