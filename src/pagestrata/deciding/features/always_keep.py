"""What matters although no word changed: a new design around the same words, and a picture swapped behind its address.

A linear model over amounts of change cannot see a picture behind the same address, yet it is what people watch pages for. So
these are findings of their own, asked for content alone (never menus, footers, advertisements), and only for blocks
that are there in both versions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pagestrata.deciding.features.places import UNKNOWN, Worth
from pagestrata.deciding.features.visual_blocks import Look, resized
from pagestrata.judging.finding import Finding
from pagestrata.judging.pairing import Pairing
from pagestrata.model.blocks import Block
from pagestrata.model.change_sentence import REDESIGN
from pagestrata.model.percent import percent

PROBABILITY = 0.8
"""The chance that such a finding matters."""
REDESIGNED = 0.5
"""A page with this share in other fonts or colours is a new design, worth keeping for its looks."""
SWAPPED = 0.5
"""A block with pictures that looks this different, of 1, shows another picture."""
LEAST_AREA_PX = 15_000.0
"""A block smaller than this shows an icon."""
RESTYLED = 0.1
"""Where the blocks without pictures look this different too, the page was restyled or moved; no picture was swapped."""


def restyled(pairing: Pairing, importance: Mapping[int, float]) -> float:
    """How much of the page, by importance, has other fonts or colours than before, though its content is the same."""
    return sum(
        importance.get(id(new), 0.0)
        for old, new in pairing.equal
        if old.style is not None and new.style is not None and old.style != new.style
    )


def redesigns(pairing: Pairing, importance: Mapping[int, float]) -> list[Finding]:
    """One finding when most of the page was given other fonts or colours, else nothing."""
    share = restyled(pairing, importance)
    if share < REDESIGNED:
        return []
    block = max((new for _, new in pairing.equal), key=lambda new: importance.get(id(new), 0.0))
    text = f"{REDESIGN}{percent(share)} of the page has other fonts or colours"
    return [Finding(kind="redesign", chance=PROBABILITY, op="update", element="style", block=block, new=text)]


def could_be_swapped(pairing: Pairing, worths: Mapping[int, Worth]) -> bool:
    """Whether there is a picture in content that may have been swapped: else no screenshot need be opened."""
    return any(
        bool(new.images)
        and new.box.area >= LEAST_AREA_PX
        and worths.get(id(new), UNKNOWN).is_content
        and not resized(old.box, new.box)
        for old, new in pairing.equal
    )


def swapped_pictures(looks: Sequence[Look], worths: Mapping[int, Worth]) -> list[Finding]:
    """The pictures in content that were swapped behind the same address."""
    plain = [look for look in looks if not look.block.images]
    around = sum(look.share * look.difference for look in plain) / max(1e-9, sum(look.share for look in plain))
    if around > RESTYLED:
        return []
    return [
        Finding(
            kind="picture", chance=PROBABILITY, op="update", element="image", block=look.block, new=_picture_name(look.block)
        )
        for look in looks
        if look.block.images
        and not look.resized
        and look.difference >= SWAPPED
        and look.block.box.area >= LEAST_AREA_PX
        and worths.get(id(look.block), UNKNOWN).is_content
    ]  # fmt: skip


def _picture_name(block: Block) -> str:
    image = block.images[0]
    return image.name or image.address.rsplit("/", 1)[-1]
