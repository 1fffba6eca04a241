"""How far two texts are apart, in words (paper 1 §5; notes §4).

distance = words of the old text that the new one lost / words of the old text; above 0.5 the text is another one
(delete and insert), otherwise an update. Scripts that are written without spaces count every character as a word, and
where both texts are one unbroken string its pairs of characters count, or any change would be a change of everything.
"""

from __future__ import annotations

from collections import Counter

from pagestrata.model.words import words_as_written

MAX_UPDATE_DISTANCE = 0.5


def distance(old: str, new: str) -> float:
    """The share of the old text's words that the new text lost; 1 when there is no old text."""
    if old == new:
        return 0.0
    before, after = words_as_written(old), words_as_written(new)
    if len(before) == len(after) == 1 and len(before[0]) > 1:
        before, after = _pairs(before[0]), _pairs(after[0])
    if not before:
        return 1.0
    kept = Counter(after)
    lost = [count - kept.get(word, 0) for word, count in Counter(before).items()]
    return sum([count for count in lost if count > 0]) / len(before)


def _pairs(word: str) -> list[str]:
    return [word[i : i + 2] for i in range(len(word) - 1)]


def is_update(old: str, new: str) -> bool:
    """Whether the new text still is the old one, changed."""
    if not old or not new:
        return False
    before = words_as_written(old)
    if len(before) > 1:
        # Words that are gone bound the distance from below; words said twice may be lost once without being gone.
        once = set(before)
        repeated = len(before) - len(once)
        lost = once.difference(words_as_written(new))
        gone = len([word for word in before if word in lost]) if repeated else len(lost)
        if gone > MAX_UPDATE_DISTANCE * len(before):
            return False
        if gone + repeated <= MAX_UPDATE_DISTANCE * len(before):
            return True
    return distance(old, new) <= MAX_UPDATE_DISTANCE
