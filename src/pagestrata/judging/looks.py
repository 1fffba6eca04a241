"""What changed on a page beside its text: links that lead elsewhere, other pictures, another look, blocks that moved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pagestrata.judging.addresses import document_of, is_same_document
from pagestrata.judging.finding import Finding
from pagestrata.judging.pairing import Pairing
from pagestrata.judging.words import FRAME
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.deltas import Operation

LINK_CHANCE, FRAME_LINK_CHANCE = 0.7, 0.3
PICTURE_CHANCE, SMALL_PICTURE_CHANCE = 0.8, 0.3
"""Another picture at another address counts as much as one behind the same address (`always_keep`)."""
STYLE_CHANCE = 0.25
REGROUPED_CHANCE = 0.05
"""Of a block that is only elsewhere, or cut otherwise: said, and never a reason to keep a version."""
LEAST_PICTURE_AREA_PX = 15_000.0
DRAWN = "urn:pagestrata:svg:"
"""Where the address of an SVG in the page's own markup begins; its digest follows."""


def look_findings(old: BlockTree, pairing: Pairing) -> Iterator[Finding]:
    """All findings of a page beside those in its text."""
    known = frozenset(document_of(link.address) for leaf in old.leaves() if not leaf.is_overlay for link in leaf.links)
    for before, after in pairing.changed:
        yield from _link_findings(before, after, known)
        yield from _picture_findings(before, after)
    yield from _picture_blocks(pairing.inserted, "insert")
    yield from _picture_blocks(pairing.deleted, "delete")
    for before, after in pairing.equal:
        if before.style is not None and after.style is not None and before.style != after.style:
            yield Finding(
                kind="style", chance=STYLE_CHANCE, op="update", element="style", block=after, old_ref=before.ref
            )
    for one in pairing.regrouped:
        yield Finding(
            kind="moved", chance=REGROUPED_CHANCE, op=one.op, element="block", block=one.block, old_ref=one.old_ref
        )


def _link_findings(before: Block, after: Block, known: frozenset[str]) -> Iterator[Finding]:
    """Links of the same name that lead to a document the other version does not know."""
    for was, now in zip(before.links, after.links, strict=False):
        if was.name != now.name or not any(map(str.isalpha, now.name)) or is_same_document(was.address, now.address):
            continue
        if document_of(now.address) in known:
            continue
        frame = after.role in FRAME or after.role == "ad"
        yield Finding(
            kind="link", chance=FRAME_LINK_CHANCE if frame else LINK_CHANCE, op="update", element="link", block=after,
            old=was.address, new=now.address, label=now.name, old_ref=before.ref,
        )  # fmt: skip


def _picture_findings(before: Block, after: Block) -> Iterator[Finding]:
    """That a block shows other pictures, at other addresses."""
    was, now = (_pictures_of(block) for block in (before, after))
    if sorted(was) == sorted(now) or after.role == "ad":
        return
    large = after.box.area >= LEAST_PICTURE_AREA_PX and after.role not in FRAME
    op: Operation = "update" if was and now else "insert" if now else "delete"
    yield Finding(
        kind="picture", chance=PICTURE_CHANCE if large and was and now else SMALL_PICTURE_CHANCE, op=op, element="image",
        block=after, old=_name_of_picture(before), new=_name_of_picture(after), old_ref=before.ref,
    )  # fmt: skip


def _picture_blocks(blocks: Iterable[Block], op: Operation) -> Iterator[Finding]:
    """Blocks of nothing but a picture that came or went."""
    for block in blocks:
        if block.images and not block.text and block.box.area >= LEAST_PICTURE_AREA_PX and block.role != "ad":
            name, old_ref = _name_of_picture(block), block.ref if op == "delete" else ""
            yield Finding(
                kind="picture", chance=SMALL_PICTURE_CHANCE, op=op, element="image", block=block, old_ref=old_ref,
                old=name if op == "delete" else "", new=name if op == "insert" else "",
            )  # fmt: skip


def _pictures_of(block: Block) -> list[str]:
    """The addresses of a block's pictures. Drawings inside the page are icons where the block has words."""
    return [
        document_of(image.address).split("?")[0]
        for image in block.images
        if not (block.text and image.address.startswith(DRAWN))
    ]


def _name_of_picture(block: Block) -> str:
    return next((image.name or image.address.rsplit("/", 1)[-1] for image in block.images), "")
