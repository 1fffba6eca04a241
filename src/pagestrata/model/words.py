"""Texts as words: every way of cutting them, in one place.

There are several because each has a promise to keep. What compares two versions goes by the words as they are written.
A stored index and a trained model know words of one form only, so theirs bear the names of what depends on them: to
change such a function is to index, or to train, again.

    words_as_written        comparing: distances of texts, shared words         free to change
    lossless_pieces         stored and shown edits of texts                     free to change: edits count characters
    search_index_words      the full text index of archives                     archives must be indexed again
    topic_words             the topics of blocks, kept with their contents      equal contents would get other topics
    decision_model_words    features of the similar-or-dissimilar decision      the model must be trained again
    follow_model_words      features of the model that finds blocks again       the model must be trained again
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cache

from pagestrata.model.patterns import pattern

# Thai, Lao, Myanmar, Khmer, kana, CJK ideographs and their planes: no spaces between words.
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"


# Compiled when first asked for: such classes take as long to compile as the rest of a short command takes to run.
@cache
def _has_unspaced() -> re.Pattern[str]:
    return re.compile(f"[{_UNSPACED}]")


@cache
def _as_written() -> re.Pattern[str]:
    return re.compile(rf"[{_UNSPACED}]|[^\s{_UNSPACED}]+")


@cache
def _pieces() -> re.Pattern[str]:
    return re.compile(rf"\s+|[{_UNSPACED}]|[^\W{_UNSPACED}]{{1,40}}|.", re.DOTALL)


def words_as_written(text: str) -> list[str]:
    """Split at white space, keep case and punctuation; in scripts without spaces, every character."""
    if text.isascii() or not _has_unspaced().search(text):
        return text.split()
    return _as_written().findall(text)


def lossless_pieces(text: str) -> list[str]:
    """Words, white space and single signs that give the text again when joined; no piece is very long."""
    return _pieces().findall(text)


MAX_INDEXED_CHARACTERS = 64
_SEPARATORS = pattern(r"[\W_]+")


@cache
def _ideographs() -> re.Pattern[str]:
    return re.compile(r"([\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff])")


class _NoAccents(dict[int, int | None]):
    """A translation table that removes accents, filled on first use of each character."""

    def __missing__(self, code: int) -> int | None:
        found = self[code] = None if unicodedata.combining(chr(code)) else code
        return found


_NO_ACCENTS = _NoAccents()


def search_index_words(text: str) -> list[str]:
    """Letters and digits only, without case, accents and compatibility forms; East Asian characters one by one."""
    folded = text.lower()
    if not text.isascii():
        plain = unicodedata.normalize("NFKD", text.casefold()).translate(_NO_ACCENTS)
        folded = _ideographs().sub(r" \1 ", unicodedata.normalize("NFC", plain))
    return [word[:MAX_INDEXED_CHARACTERS] for word in _SEPARATORS.sub(" ", folded).split()]


TOPIC_WORD = pattern(r"[^\W_]+(?:['’\-][^\W_]+)*")
_JAPANESE_TOPIC_WORD = r"[\u3400-\u4dbf\u4e00-\u9fff々]+|[\u30a0-\u30ffー]{2,}|[A-Za-z0-9]+"
_CHINESE_RUN = r"[\u3400-\u4dbf\u4e00-\u9fff]+|[A-Za-z0-9]+"


def topic_words(text: str, language: str, *, cut_chinese: Callable[[str], list[str]]) -> list[str]:
    """Words as a heading writes them, hyphens and apostrophes inside; Japanese is cut where its scripts change.

    A run of Chinese characters is cut by the given function, since that takes a dictionary.
    """
    if language == "zh":
        runs = re.findall(_CHINESE_RUN, text)
        return [word for run in runs for word in ([run] if run.isascii() else cut_chinese(run))]
    return re.findall(_JAPANESE_TOPIC_WORD, text) if language == "ja" else TOPIC_WORD.findall(text)


_EAST_ASIAN = r"\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"


@cache
def _decision_model_word() -> re.Pattern[str]:
    return re.compile(rf"\d+(?:[.,:/]\d+)*|[{_EAST_ASIAN}]|[^\W\d_{_EAST_ASIAN}]+")


def decision_model_words(text: str) -> list[str]:
    """Runs of letters, numbers with their points and commas ('2.5.28'), East Asian characters one by one.

    Case and punctuation are ignored: a smart quote that turns straight, or an encoding error, is not a change.
    """
    return _decision_model_word().findall(text.casefold())


_FOLLOW_MODEL_WORD = pattern(r"\w+")


@cache
def _unspaced_follow_word() -> re.Pattern[str]:
    return re.compile(rf"[{_UNSPACED}]|[^\W{_UNSPACED}]+")


def follow_model_words(text: str) -> list[str]:
    """Runs of letters, digits and underscores in lower case; without spaces between words, every character."""
    if text.isascii() or not _has_unspaced().search(text):
        return _FOLLOW_MODEL_WORD.findall(text.lower())
    return _unspaced_follow_word().findall(text.lower())


def follow_model_runs(text: str) -> list[str]:
    """The words of blocks that were followed before November 2026: runs of letters, digits and underscores."""
    return _FOLLOW_MODEL_WORD.findall(text.lower())
