"""What a second look would show of a written page: the noise that turns at every look is another one, all else stays.

The authors of the written sets did not say what a second look shows. It is inferred from the edits: a text without figures
of which most words were replaced (a quote, an advertisement, a teaser) turns at every look, and so does a code (a session, a
token). Clocks, ages, dates and counters hardly move between two looks seconds apart, so they stay. This is a guess: the
photo of the day is replaced, too, and stays for a day.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

Edit = tuple[str, str]
MOST_WORDS_KEPT = 0.5
SHORTEST_CODE = 6
_CODE = re.compile(r"[0-9a-z-]+")
_DATE = re.compile(r"\d{4}-\d\d")
_TAG = re.compile(r"<[^>]*>")


def second_body(body: str, edits: Sequence[Edit], *, fact: bool, noise: Collection[str] = ()) -> str | None:
    """The body of the page at the second look; None where nothing on it turns.

    Of the edits of a fact only those turn whose old text is in `noise`: texts that change in a noisy case of the same page.
    """
    turning = [turns(*edit) and (not fact or edit[0] in noise) for edit in edits]
    if not any(turning):
        return None
    for (old, new), is_turning in zip(edits, turning, strict=True):
        if not is_turning:
            body = body.replace(old, new)
    return body


def turns(old: str, new: str) -> bool:
    """Whether one text in the place of the other looks as if a third one came at the next look."""
    before, after = _words(old), _words(new)
    if not before or not after:
        return False
    if any(_has_figure(word) for word in before + after):
        return _only_codes_differ(before, after)
    shared = len(set(before) & set(after))
    return shared <= MOST_WORDS_KEPT * min(len(set(before)), len(set(after)))


def _only_codes_differ(before: list[str], after: list[str]) -> bool:
    if len(before) != len(after):
        return False
    other = [pair for pair in zip(before, after, strict=True) if pair[0] != pair[1]]
    return bool(other) and all(_is_code(word) for pair in other for word in pair)


def _is_code(word: str) -> bool:
    is_plain = _CODE.fullmatch(word) is not None and _DATE.match(word) is None
    return is_plain and len(word) >= SHORTEST_CODE and _has_figure(word) and any(sign.isalpha() for sign in word)


def _has_figure(word: str) -> bool:
    return any(sign.isdigit() for sign in word)


def _words(text: str) -> list[str]:
    return [word.strip(".,:;!?()\"'«»„“”·") for word in _TAG.sub(" ", text).casefold().split()]
