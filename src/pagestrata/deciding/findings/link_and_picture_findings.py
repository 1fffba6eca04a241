"""Links that lead elsewhere, other pictures and another look in a block that is there in both versions."""

from __future__ import annotations

from collections.abc import Iterator

from pagestrata.deciding.findings.finding_record import Finding
from pagestrata.deciding.findings.page_context import PageWords
from pagestrata.deciding.surroundings.document_addresses import document_of, is_same_document
from pagestrata.model.blocks import Block
from pagestrata.model.deltas import Operation
from pagestrata.weighing.noise.noise_context import FRAME

LINK_CHANCE, FRAME_LINK_CHANCE = 0.7, 0.3
PICTURE_CHANCE, SMALL_PICTURE_CHANCE = 0.8, 0.3
"""Another picture at another address counts as much as one behind the same address (`always_keep`)."""
STYLE_CHANCE = 0.25
LEAST_PICTURE_AREA_PX = 15_000.0
DRAWN = "urn:pagestrata:svg:"
"""Where the address of an SVG in the page's own markup begins; its digest follows."""


def link_findings(before: Block, after: Block, words: PageWords) -> Iterator[Finding]:
    """Links of the same name that lead to a document the other version does not know."""
    for was, now in zip(before.links, after.links, strict=False):
        if was.name != now.name or not any(map(str.isalpha, now.name)) or is_same_document(was.address, now.address):
            continue
        if document_of(now.address) in words.old_addresses:
            continue
        frame = after.role in FRAME or after.role == "ad"
        yield Finding(
            kind="link", chance=FRAME_LINK_CHANCE if frame else LINK_CHANCE, op="update", element="link", block=after,
            old=was.address, new=now.address, label=now.name, old_ref=before.ref,
        )  # fmt: skip


def picture_findings(before: Block, after: Block) -> Iterator[Finding]:
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


def _pictures_of(block: Block) -> list[str]:
    """The addresses of a block's pictures. Drawings inside the page are icons where the block has words."""
    return [
        document_of(image.address).split("?")[0]
        for image in block.images
        if not (block.text and image.address.startswith(DRAWN))
    ]


def _name_of_picture(block: Block) -> str:
    return next((image.name or image.address.rsplit("/", 1)[-1] for image in block.images), "")


def is_restyled(before: Block, after: Block) -> bool:
    """Whether fonts or colours of a block differ; False where those of one are not known."""
    return before.style is not None and after.style is not None and before.style != after.style


def restyle_finding(before: Block, after: Block) -> Finding:
    """That a block says the same and looks different."""
    return Finding(kind="style", chance=STYLE_CHANCE, op="update", element="style", block=after, old_ref=before.ref)
