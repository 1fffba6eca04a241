"""How the words of a short text are spelled, as runs of three letters: 'Videos' is nearly 'Video', '登录/注册' holds '注册'.

Words that are written a little differently share nothing as words and most of their runs. Runs are numbers made of the
letters themselves, so an archive can keep them.
"""

from __future__ import annotations

from functools import lru_cache

from pagestrata.model.words import follow_model_words

LONGEST_SPELLED = 80
"""Characters of a text; what a longer one keeps is seen in its words."""
MOST_TEXTS = 4
RUN_LETTERS = 3
_LETTER_BITS = 21


@lru_cache(maxsize=1 << 14)
def runs_of(text: str) -> frozenset[int]:
    """The runs of letters in a short text, a space at both ends of each word; none for a long one."""
    if not text or len(text) > LONGEST_SPELLED:
        return frozenset()
    codes = list(map(ord, f" {' '.join(follow_model_words(text))} "))
    runs = zip(codes, codes[1:], codes[2:], strict=False)
    return frozenset((one << 2 * _LETTER_BITS) | (two << _LETTER_BITS) | three for one, two, three in runs)
