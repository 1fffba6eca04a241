"""Features of words, style and addresses that hint at the kind of a block, beyond those of Song et al.

The texts of all blocks are joined and searched together: searching a hundred short texts for thirty words takes three
thousand calls, searching the joined text thirty. The positions found identify the blocks. Characters are counted in one array
of code points.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple
from urllib.parse import urlsplit

import numpy as np
import numpy.typing as npt

from pagestrata.model.blocks import Block, BlockStyle

Counts = npt.NDArray[np.float64]

BETWEEN = "\n"
"""Ends every text, so that no match spans two of them. Words that are searched for must not contain it."""

_DIGIT, _CAPITAL, _COMMA, _STOP, _WIDE_STOP, _ALL = range(1, 7)
_KINDS = np.zeros(0x10000, np.uint8)
_KINDS[ord("0") : ord("9") + 1] = _DIGIT


for _first, _last in ("AZ", "ÀÞ", "АЯ"):
    _KINDS[ord(_first) : ord(_last) + 1] = _CAPITAL
_KINDS[[ord(mark) for mark in ",、"]] = _COMMA
_KINDS[[ord(mark) for mark in ".!?"]] = _STOP
_KINDS[ord("。")] = _WIDE_STOP


class CharacterCounts(NamedTuple):
    """One number per text."""

    digits: Counts
    capitals: Counts
    commas: Counts
    sentences: Counts  # full stops, question and exclamation marks that end a word, and wide stops


class Passages:
    """Texts in the order of their blocks, searched together."""

    __slots__ = ("_ends", "_joined")

    def __init__(self, texts: Sequence[str]) -> None:
        lengths = np.fromiter(map(len, texts), np.int64, len(texts))
        self._ends: list[int] = (lengths + 1).cumsum().tolist()
        self._joined = BETWEEN.join([*texts, ""])

    def __len__(self) -> int:
        return len(self._ends)

    def holding(self, words: Iterable[str]) -> Counts:
        """Return 1 for every text that contains one of the words, else 0."""
        found, joined, ends = np.zeros(len(self)), self._joined, self._ends
        for word in words:
            at = joined.find(word)
            while at >= 0:
                owner = bisect_right(ends, at)
                found[owner] = 1.0
                at = joined.find(word, ends[owner])
        return found

    def counting(self, words: Iterable[str], *, whole: bool = False, from_start: bool = False) -> Counts:
        """Return how often the words occur in every text: anywhere, only at the start of words, or only as whole words."""
        found, joined, ends = np.zeros(len(self)), self._joined, self._ends
        for word in words:
            at = joined.find(word)
            while at >= 0:
                behind = at + len(word)
                inside = (whole or from_start) and at > 0 and _is_word_character(joined[at - 1])
                if not inside and not (whole and _is_word_character(joined[behind])):
                    found[bisect_right(ends, at)] += 1.0
                at = joined.find(word, behind)
        return found

    def characters(self) -> CharacterCounts:
        """Count the digits, capitals, commas and sentence ends of each text."""
        points = np.frombuffer(self._joined.encode("utf-32-le", "surrogatepass"), np.uint32)
        kinds = _KINDS.take(points, mode="clip")
        stops = np.flatnonzero(kinds == _STOP)
        behind = points.take(stops + 1)  # never out of range: the last character follows the last text
        kinds[stops[(behind != ord(" ")) & (behind != ord(BETWEEN))]] = 0  # 3.5, example.org
        places = np.flatnonzero(kinds)
        owner = np.searchsorted(self._ends, places, side="right")
        table = np.bincount(owner * _ALL + kinds.take(places), minlength=len(self) * _ALL).reshape(-1, _ALL)
        digits, capitals, commas, stops, wide_stops = table[:, 1:].T.astype(np.float64)
        return CharacterCounts(digits, capitals, commas, stops + wide_stops)


def _is_word_character(character: str) -> bool:
    return character.isalnum() or character == "_"


Features = npt.NDArray[np.float64]

LOOKED_AT_CHARACTERS = 500
ENDS_CHARACTERS = 150
LOOKED_AT_ADDRESSES = 6
SHORT_CHARACTERS = 120
HINTS: tuple[str, ...] = (
    "words", "word length", "sentences", "commas", "digits", "capitals", "words per link", "external links",
    "font size", "font of page", "font weight", "background", "background differs", "light text", "link coloured",
    "rights words", "search words", "ad words", "logo words", "ad size", "shows nothing", "only an image",
    "leads home", "asks", "mail or telephone",
)  # fmt: skip

# Lower case: texts are lowered once.
_RIGHTS = (
    "©", "(c)", "copyright", "rights reserved", "alle rechte", "tous droits", "derechos", "diritti", "privacy", "impr",
    "版权", "著作権",
)  # fmt: skip
_SEARCH = ("search", "suche", "recherche", "buscar", "cerca", "zoeken", "поиск", "検索", "搜索")
_AD_WORDS, _AD_BEGINNINGS = ("ad", "ads"), ("advert", "sponsor", "click")
_AD_ANYWHERE = ("anzeige", "publicit", "werbung", "doubleclick", "googlead", "affiliate")
_LOGO = ("logo", "header", "title", "brand", "masthead", "home")
_MAIL = ("@", "phone", "fax")
_TELEPHONE = ("tel",)
_PLAIN = BlockStyle()
AD_SIZES_PX = np.array(
    [(468, 60), (728, 90), (300, 250), (336, 280), (120, 600), (160, 600), (250, 250), (125, 125), (234, 60), (88, 31)]
)


def hints_of(leaves: Sequence[Block], boxes: Features, url: str) -> tuple[Features, ...]:
    """Return a row for each name in `HINTS` with a number per block."""
    host = urlsplit(url).hostname or ""
    texts = [leaf.text for leaf in leaves]
    ends = [_ends_of(text).lower() for text in texts]
    ends_passages = Passages(ends)
    size = np.abs(boxes[:, None, 2:] - AD_SIZES_PX[None, :, :]).max(axis=2).min(axis=1) <= 4
    return (
        *_words(texts),
        *_links(leaves, host),
        *_look(leaves, texts),
        *_naming(leaves, ends, ends_passages),
        size,
        *_showing(leaves, host, url),
        ends_passages.holding("?"),
        np.maximum(ends_passages.holding(_MAIL), ends_passages.counting(_TELEPHONE, whole=True) > 0),
    )


def _words(texts: Sequence[str]) -> tuple[Features, ...]:
    """Count the words of the whole text and the kinds of characters at its beginning."""
    beginnings = [text[:LOOKED_AT_CHARACTERS] for text in texts]
    counts = Passages(beginnings).characters()
    length = np.fromiter(map(len, beginnings), np.float64, len(texts))
    letters = np.maximum(1.0, length)
    spaces = np.array([text.count(" ") for text in beginnings], np.float64)
    looked_at = spaces + (length > 0)
    whole = np.array([text.count(" ") for text in texts], np.float64) + (length > 0)
    return (
        whole,
        np.where(looked_at > 0, (length - spaces) / np.maximum(1.0, looked_at), 0.0),
        counts.sentences,
        counts.commas / np.maximum(1.0, looked_at),
        counts.digits / letters,
        counts.capitals / letters,
    )


def _links(leaves: Sequence[Block], host: str) -> tuple[Features, Features]:
    """Return words per link, and the share of links to other sites."""
    links = [link for leaf in leaves for link in leaf.links]
    count = [len(leaf.links) for leaf in leaves]
    owner = np.repeat(np.arange(len(leaves)), count)
    spaces = np.array([name.count(" ") for name, _ in links], np.float64)
    away = np.array(["//" in address and host not in address for _, address in links], np.float64)
    sums = [np.bincount(owner, column, minlength=len(leaves)) / np.maximum(1.0, count) for column in (spaces, away)]
    return sums[0] + np.array(count, bool), sums[1]


def _look(leaves: Sequence[Block], texts: Sequence[str]) -> tuple[Features, ...]:
    """Return fonts and colours, absolute and relative to most of the page's text. A block without style counts as plain."""
    styles = [leaf.style or _PLAIN for leaf in leaves]
    known = np.array([leaf.style is not None for leaf in leaves])
    fonts = np.array([style.font_size for style in styles], np.float64)
    colours = np.array([(style.colour, style.background) for style in styles], np.int64).T
    characters = np.where(known, [len(text) for text in texts], -1)
    usual_font, usual_ground = _most_used(fonts, characters), _most_used(colours[1], characters)
    channels = colours[:, None, :] >> np.array([24, 16, 8])[None, :, None] & 255
    ink, ground = np.einsum("cri,r->ci", channels, (0.299, 0.587, 0.114)) / 255.0
    return (
        fonts,
        np.where(known, fonts / usual_font if usual_font else 1.0, 0.0),
        np.array([style.font_weight for style in styles], np.float64),
        ground,
        known & (colours[1] != usual_ground),
        ink > ground,
        (channels[0].max(axis=0) - channels[0].min(axis=0)) / 255.0,
    )


def _most_used(values: npt.NDArray[np.float64] | npt.NDArray[np.int64], characters: npt.NDArray[np.int64]) -> float:
    """Return the value of most characters; blocks without style have -1 characters and do not count."""
    votes: dict[float, int] = {}
    for value, count in zip(values.tolist(), characters.tolist(), strict=True):
        if count >= 0:
            votes[value] = votes.get(value, 0) + count
    return max(votes, key=votes.__getitem__, default=0.0)


def _naming(leaves: Sequence[Block], ends: Sequence[str], ends_passages: Passages) -> tuple[Features, ...]:
    """Search the beginning and end of texts, pictures and addresses for words typical of a kind of block."""
    images = [
        " ".join([part for image in leaf.images[:LOOKED_AT_ADDRESSES] for part in image]).lower() if leaf.images else ""
        for leaf in leaves
    ]
    targets = [" ".join([address for _, address in leaf.links[:LOOKED_AT_ADDRESSES]]) for leaf in leaves]
    named = Passages(
        [
            f"{text[:ENDS_CHARACTERS]} {pictures} {addresses.lower()}"
            for text, pictures, addresses in zip(ends, images, targets, strict=True)
        ]
    )
    short = Passages([text if len(text) < SHORT_CHARACTERS else "" for text in ends])
    advertising = named.counting(_AD_WORDS, whole=True) + named.counting(_AD_BEGINNINGS, from_start=True)
    return (
        ends_passages.holding(_RIGHTS),
        short.holding(_SEARCH),
        advertising + named.counting(_AD_ANYWHERE),
        Passages(images).holding(_LOGO),
    )


def _ends_of(text: str) -> str:
    return text if len(text) <= 2 * ENDS_CHARACTERS else f"{text[:ENDS_CHARACTERS]} {text[-ENDS_CHARACTERS:]}"


def _showing(leaves: Sequence[Block], host: str, url: str) -> tuple[Features, ...]:
    """Mark blocks that show nothing, only an image, or a link to the home page."""
    home = {f"https://{host}", f"http://{host}", f"https://{host}/", f"http://{host}/", url} if host else set()
    single = [leaf.links[0].address if len(leaf.links) == 1 else "" for leaf in leaves]
    text, image = np.array([(bool(leaf.text), bool(leaf.images)) for leaf in leaves]).T
    leads_home = [address in home or "index." in address for address in single]
    return (~text & ~image) * 1.0, (~text & image) * 1.0, np.array(leads_home, np.float64)
