"""What matters however little of it there is: a price, a score, a version number, 'sold out', a block that now says
something else, a picture swapped in place, and a new design around the same words.

A linear model over amounts of change cannot see them: '$19.99' that becomes '$24.99' is one word of a page, 'Major
outage' for 'All systems operational' are three, and a picture behind the same address is none at all, yet they are what
people watch pages for. So these lift the decision by rule: the probability is at least `PROBABILITY`, and the sentence
says what it saw. A rule only ever lifts, it is asked for content alone (never menus, footers, advertisements), and only for
blocks that are there in both versions; what came or went as a whole is the model's to judge. How often the rules are
right on labelled pairs is in the card.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from pagestrata.deciding.content_change import BlockWords, ContentChange
from pagestrata.deciding.pairing import Pairing
from pagestrata.deciding.places import UNKNOWN, Worth
from pagestrata.deciding.visual_blocks import Look, resized
from pagestrata.model.blocks import Block
from pagestrata.weighing.noise import telling_numbers
from pagestrata.weighing.noise_words import AVAILABILITY
from pagestrata.weighing.wording import in_short

PROBABILITY = 0.8
"""At least this probable is what a rule saw; a watch with a higher threshold leaves the rules to the model."""
MOST_NAMED = 3
MOST_CHARACTERS = 20_000
SHORT_CHARACTERS = 400
EXCERPT_WORDS = 8
LEAST_WORDS = 2
REWRITTEN = 0.6
"""A block says something else when this share of its words went and as much came."""
REDESIGNED = 0.5
"""A page with this share in other fonts or colours is a new design, worth keeping for its looks."""
SWAPPED = 0.5
"""A block with pictures that looks this different, of 1, shows another picture."""
LEAST_AREA_PX = 15_000.0
"""A block smaller than this shows an icon."""
RESTYLED = 0.1
"""Where the blocks without pictures look this different too, the page was restyled or moved; no picture was swapped."""

_DIGITS = re.compile(r"\d+")


def content_lifts(pairing: Pairing, change: ContentChange, worths: Mapping[int, Worth]) -> list[str]:
    """One sentence for each rule that fires on the blocks of content that are there in both versions."""
    pairs = [
        (old, new)
        for old, new in pairing.changed
        if worths.get(id(new), UNKNOWN).is_content and worths.get(id(old), UNKNOWN).is_content
    ]
    surplus = {id(part.block): part for part in (*change.added, *change.removed)}
    rules: dict[str, Callable[[Block, Block], list[str]]] = {
        "a price, score or version number changed": _exchanged,
        "availability changed": _availability,
        "content was rewritten": lambda old, new: _rewritten(old, new, surplus),
    }
    sentences = []
    for title, rule in rules.items():
        found = [one for old, new in pairs for one in rule(old, new)]
        more = f" and {len(found) - MOST_NAMED} more" if len(found) > MOST_NAMED else ""
        sentences += [f"{title}: {', '.join(found[:MOST_NAMED])}{more}"] if found else []
    return sentences


def _exchanged(old: Block, new: Block) -> list[str]:
    """'$19.99 -> $24.99' for numbers of one block that gave way to others."""
    if _DIGITS.findall(old.text) == _DIGITS.findall(new.text):
        return []
    before, after = (telling_numbers(block.text[:MOST_CHARACTERS]) for block in (old, new))
    gone, come = _without(before, after), _without(after, before)
    return [f"{was} -> {now}" for was, now in zip(gone, come, strict=False)]


def _availability(old: Block, new: Block) -> list[str]:
    """'in stock -> sold out' for what a shop says of one thing; of long texts nothing is asked."""
    if max(len(old.text), len(new.text)) > SHORT_CHARACTERS:
        return []
    before, after = ({word for word in AVAILABILITY if word in text} for text in (old.text.lower(), new.text.lower()))
    if before == after:
        return []
    was, now = (" and ".join(sorted(words)) or "nothing" for words in (before - after, after - before))
    return [f"{was} -> {now}"]


def _rewritten(old: Block, new: Block, surplus: Mapping[int, BlockWords]) -> list[str]:
    """The beginning of both texts when most words of a block gave way to others."""
    parts = [surplus.get(id(block)) for block in (old, new)]
    if not all(part and part.count >= max(LEAST_WORDS, REWRITTEN * len(part.words)) for part in parts):
        return []
    was, now = (shortened(block.text) for block in (old, new))
    return [f"'{was}' -> '{now}'"]


def shortened(text: str) -> str:
    words = text.split()
    return in_short(" ".join(words[:EXCERPT_WORDS])) + (" …" if len(words) > EXCERPT_WORDS else "")


def _without(numbers: list[str], others: list[str]) -> list[str]:
    """The numbers that the others lack, in order."""
    left = Counter(others)
    found = []
    for number in numbers:
        if left[number] > 0:
            left[number] -= 1
        else:
            found.append(number)
    return found


def restyled(pairing: Pairing, importance: Mapping[int, float]) -> float:
    """How much of the page, by importance, has other fonts or colours than before, though its content is the same."""
    return sum(
        importance.get(id(new), 0.0)
        for old, new in pairing.equal
        if old.style is not None and new.style is not None and old.style != new.style
    )


def redesign_lifts(pairing: Pairing, importance: Mapping[int, float]) -> list[str]:
    """One sentence when most of the page was given other fonts or colours, else nothing."""
    share = restyled(pairing, importance)
    return [f"a redesign: {share:.0%} of the page has other fonts or colours"] if share >= REDESIGNED else []


def could_be_swapped(pairing: Pairing, worths: Mapping[int, Worth]) -> bool:
    """Whether there is a picture in content that may have been swapped: else no screenshot need be opened."""
    return any(
        bool(new.images)
        and new.box.area >= LEAST_AREA_PX
        and worths.get(id(new), UNKNOWN).is_content
        and not resized(old.box, new.box)
        for old, new in pairing.equal
    )


def picture_lifts(looks: Sequence[Look], worths: Mapping[int, Worth]) -> list[str]:
    """One sentence when a picture in content was swapped behind the same address, else nothing."""
    plain = [look for look in looks if not look.block.images]
    around = sum(look.share * look.difference for look in plain) / max(1e-9, sum(look.share for look in plain))
    if around > RESTYLED:
        return []
    swapped = [
        look
        for look in looks
        if look.block.images
        and not look.resized
        and look.difference >= SWAPPED
        and look.block.box.area >= LEAST_AREA_PX
        and worths.get(id(look.block), UNKNOWN).is_content
    ]
    if not swapped:
        return []
    names = ", ".join(_picture_name(look.block) for look in swapped[:MOST_NAMED])
    return [f"another picture behind the same address: {names}"]


def _picture_name(block: Block) -> str:
    image = block.images[0]
    return f"'{image.name or image.address.rsplit('/', 1)[-1]}' in block {block.ref}"
