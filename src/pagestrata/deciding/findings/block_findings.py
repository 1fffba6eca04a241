"""A whole block that came or went: news, rotated, moved from elsewhere, or an entry of a menu."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pagestrata.deciding.findings.author_signs import is_rotating_place
from pagestrata.deciding.findings.finding_record import Finding
from pagestrata.deciding.findings.link_and_picture_findings import LEAST_PICTURE_AREA_PX, SMALL_PICTURE_CHANCE
from pagestrata.deciding.findings.page_context import MOVED_CHANCE, PageWords, Places
from pagestrata.deciding.findings.rotated_content import is_labelled
from pagestrata.deciding.surroundings.document_addresses import document_of
from pagestrata.deciding.surroundings.link_lists import MENU_CHANCE, is_all_links
from pagestrata.model.blocks import Block
from pagestrata.model.deltas import Operation
from pagestrata.weighing.noise.noise_context import FRAME, Place
from pagestrata.weighing.noise.noisy_texts import without_noise
from pagestrata.weighing.noise.rotating_labels import begins_with_label, ends_with_label
from pagestrata.weighing.texts.text_edits import word_keys

BLOCK_CHANCES = {"ad": 0.1, "menu": 0.35, "search": 0.2, "header": 0.6, "footer": 0.6}
BLOCK_CHANCE = 0.8
QUOTED_CHARACTERS = 160
LABEL_WORDS = 2


def block_findings(block: Block, op: Operation, places: Places, words: PageWords) -> Iterator[Finding]:
    """A block that came or went."""
    place = places.of(block)
    said = without_noise(block.lined_text, place)
    chance = BLOCK_CHANCES.get(block.role, BLOCK_CHANCE)
    quote = said[:QUOTED_CHARACTERS]
    found = Finding(
        kind="block", chance=chance, op=op, element="block", block=block, old_ref=block.ref if op == "delete" else "",
        old=quote if op == "delete" else "", new=quote if op == "insert" else "",
    )  # fmt: skip
    keys = word_keys(said)
    if len(keys) <= LABEL_WORDS and len(keys) < len(word_keys(block.text)):  # 'Updated', and the time is taken out
        yield found.silenced("clock")
    elif keys:
        yield _with_words(found, keys, said, place, words)
    elif block.images and block.box.area >= LEAST_PICTURE_AREA_PX and block.role != "ad":
        picture = replace(found, kind="picture", element="image", chance=SMALL_PICTURE_CHANCE)
        yield picture.silenced("rotation") if is_labelled(block, place) or is_rotating_place(block) else picture


def _with_words(found: Finding, keys: Sequence[str], said: str, place: Place, words: PageWords) -> Finding:
    """What a block that came or went with these words is: rotated, moved, an entry of a menu, or news."""
    block, op = found.block, found.op
    labelled = ends_with_label(place.before) or begins_with_label(said)
    if labelled or block.role == "ad" or is_rotating_place(block):
        return found.silenced("rotation")
    linked = is_all_links(block)
    known = linked and all(document_of(link.address) in _other(words, op) for link in block.links)
    if known or words.only_moved(keys):
        return replace(found, kind="moved", op="move", chance=MOVED_CHANCE)
    if block.role in FRAME and linked:
        return replace(found, kind="link", element="link", chance=MENU_CHANCE)
    return found


def _other(words: PageWords, op: Operation) -> frozenset[str]:
    return words.old_addresses if op == "insert" else words.new_addresses
