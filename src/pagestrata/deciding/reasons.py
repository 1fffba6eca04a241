"""Why a pair of versions was judged as it was, in plain sentences, the weightiest first."""

from __future__ import annotations

import re
from collections import Counter

from pagestrata.deciding.always_keep import restyled
from pagestrata.deciding.content_change import BlockWords, ContentChange
from pagestrata.deciding.pair_features import PairFeatures
from pagestrata.deciding.places import UNKNOWN, worth_of
from pagestrata.model.blocks import Block
from pagestrata.model.words import DECISION_MODEL_WORD
from pagestrata.weighing.volatility import Volatility
from pagestrata.weighing.wording import in_short, is_telling

MOST_BLOCKS = 3
MOST_HEADLINES = 3
EXCERPT_WORDS = 10
LOOKS_CHANGED = 0.15

NO_CHANGE = "no visible change"


def content_reasons(features: PairFeatures) -> list[str]:
    """What changed, for a person: blocks with their words, headlines, looks; or that nothing did."""
    change = features.change
    found = [*_block_sentences(change), *_headline_sentences(change)]
    looks = max(
        (features.pictures or {}).get("look of equal blocks changed", 0.0),
        restyled(features.pairing, features.importance),
    )
    if looks >= LOOKS_CHANGED:
        found.append(
            f"{looks:.0%} of the unchanged content looks different: a restyle, or new pictures at old addresses"
        )
    if change.pictures > 0 and not found:
        found.append("only pictures changed")
    if change.noise_words:
        only = "only " if not found else "also "
        found.append(f"{only}dates, clocks or counters changed ({change.noise_words} words, not counted)")
    return found or [NO_CHANGE]


def silenced_reasons(features: PairFeatures, history: Volatility | None) -> list[str]:
    """What the archive knows to change at nearly every visit and therefore counted little, block by block."""
    if history is None:
        return []
    differing = {block.ref: block for block in (*features.pairing.old_differing(), *features.pairing.new_differing())}
    notes = [(history.note(ref), block) for ref, block in differing.items() if _is_silenced(features, block)]
    return [f"block {block.ref} ({block.role}) {note}" for note, block in notes if note][:MOST_BLOCKS]


def _is_silenced(features: PairFeatures, block: Block) -> bool:
    """Whether a block counts less than half of what its place alone is worth."""
    return features.worths.get(id(block), UNKNOWN).words < 0.5 * worth_of(block).words


def _block_sentences(change: ContentChange) -> list[str]:
    """One sentence per role, the weightiest roles first: 'article: 12 words added, 3 removed ('...')'."""
    weight: Counter[str] = Counter()
    for part in (*change.added, *change.removed):
        weight[part.block.role] += part.value * part.count  # type: ignore[assignment]
    return [_role_sentence(role, change) for role, _ in weight.most_common(MOST_BLOCKS)]


def _role_sentence(role: str, change: ContentChange) -> str:
    added = [part for part in change.added if part.block.role == role]
    removed = [part for part in change.removed if part.block.role == role]
    came, went = sum(part.count for part in added), sum(part.count for part in removed)
    name = "content" if role == "other" else role
    words = " and ".join(
        f"{count} {'word' if count == 1 else 'words'} {verb}"
        for count, verb in ((came, "added"), (went, "removed"))
        if count
    )
    telling = max(added or removed, key=lambda part: part.count)
    return f"{name} changed: {words} ('{excerpt(telling)}')"


def excerpt(part: BlockWords) -> str:
    """The longest stretch of words of a block that the other version lacks, as the page writes it."""
    left, best, start, end = Counter(part.surplus), (0, 0, 0), 0, 0
    count = 0
    for found in DECISION_MODEL_WORD.finditer(part.block.text):
        word = found.group().casefold()
        if not is_telling(word):
            continue
        if left.get(word, 0) > 0:
            left[word] -= 1
            start = found.start() if not count else start
            end, count = found.end(), count + 1
            best = max(best, (min(count, EXCERPT_WORDS), -start, end)) if count <= EXCERPT_WORDS else best
        else:
            count = 0
    return in_short(re.sub(r"\s+", " ", part.block.text[-best[1] : best[2]]))


def _headline_sentences(change: ContentChange) -> list[str]:
    if not change.new_headlines:
        return []
    ranked = sorted(change.new_headlines, key=lambda item: -item[1])
    shown = ", ".join(f"'{_short(name)}'" for name, _ in ranked[:MOST_HEADLINES])
    more = ", …" if len(ranked) > MOST_HEADLINES else ""
    noun = "new linked title" if len(ranked) == 1 else "new linked titles"
    return [f"{len(ranked)} {noun}: {shown}{more}"]


def _short(name: str) -> str:
    words = name.split()
    return in_short(" ".join(words[:EXCERPT_WORDS])) + (" …" if len(words) > EXCERPT_WORDS else "")
