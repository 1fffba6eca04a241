"""What the words, the look and the addresses in a block give away about its kind, beside the features of Song et al."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import urlsplit

import numpy as np
import numpy.typing as npt

from pagestrata.model.blocks import Block

Features = npt.NDArray[np.float64]

LOOKED_AT_CHARACTERS = 500
ENDS_CHARACTERS = 150
HINTS: tuple[str, ...] = (
    "words", "word length", "sentences", "commas", "digits", "capitals", "words per link", "external links",
    "font size", "font of page", "font weight", "background", "background differs", "light text", "link coloured",
    "rights words", "search words", "ad words", "logo words", "ad size", "shows nothing", "only an image",
    "leads home", "asks", "mail or telephone",
)  # fmt: skip

# Small letters on purpose: the texts are lowered once. Plain words are looked for one by one: several times faster than
# one pattern with alternatives.
_RIGHTS = (
    "©", "(c)", "copyright", "rights reserved", "alle rechte", "tous droits", "derechos", "diritti", "privacy", "impr",
    "版权", "著作権",
)  # fmt: skip
_SEARCH = ("search", "suche", "recherche", "buscar", "cerca", "zoeken", "поиск", "検索", "搜索")
_AD = re.compile(
    r"\badvert|\bsponsor|\bads?\b|anzeige|publicit|werbung|doubleclick|googlead|/ads?[/.?]|affiliate|\bclick"
)
_AD_PARTS = ("ad", "sponsor", "anzeige", "publicit", "werbung", "click", "affiliate")
"""Without one of these no word of an advertisement is there."""
_LOGO = ("logo", "header", "title", "brand", "masthead", "home")
_CAPITALS = re.compile(r"[A-ZÀ-ÞА-Я]")
_MAIL = re.compile(r"@|\btel\b|phone|fax")
AD_SIZES_PX = np.array(
    [(468, 60), (728, 90), (300, 250), (336, 280), (120, 600), (160, 600), (250, 250), (125, 125), (234, 60), (88, 31)]
)


def hints_of(leaves: Sequence[Block], boxes: Features, url: str) -> Features:
    """One row of `HINTS` per block."""
    host = urlsplit(url).hostname or ""
    usual_font, usual_background = _usual_look(leaves)
    rows = [
        [*_words(leaf), *_addresses(leaf, host), *_look(leaf, usual_font, usual_background), *_naming(leaf)]
        for leaf in leaves
    ]
    words, addresses, look, naming = 7, 1, 7, 4
    table = np.array(rows, np.float64)
    split = np.split(table, np.cumsum((words, addresses, look, naming)), axis=1)
    size = np.abs(boxes[:, None, 2:] - AD_SIZES_PX[None, :, :]).max(axis=2).min(axis=1) <= 4
    ends = np.array([_ends(leaf, host, url) for leaf in leaves], np.float64)
    return np.column_stack((*split[:4], size, ends))


def _words(leaf: Block) -> tuple[float, ...]:
    text = leaf.text[:LOOKED_AT_CHARACTERS]
    words = text.split()
    count = len(words)
    letters = max(1, len(text))
    return (
        float(leaf.text.count(" ") + bool(leaf.text)),
        (len(text) - count + 1) / count if count else 0.0,
        float(sum(text.count(mark) for mark in (". ", "! ", "? ", "。")) + text.endswith((".", "!", "?"))),
        float(text.count(",") + text.count("、")) / max(1, count),
        sum(map(text.count, "0123456789")) / letters,
        len(_CAPITALS.findall(text)) / letters,
        sum(link.name.count(" ") + 1 for link in leaf.links) / len(leaf.links) if leaf.links else 0.0,
    )


def _addresses(leaf: Block, host: str) -> tuple[float, ...]:
    addresses = [link.address for link in leaf.links]
    away = sum(1 for address in addresses if "//" in address and host not in address)
    return (away / len(addresses) if addresses else 0.0,)


def _look(leaf: Block, usual_font: float, usual_background: int) -> tuple[float, ...]:
    style = leaf.style
    if style is None:
        return (0.0, 0.0, 400.0, 1.0, 0.0, 0.0, 0.0)
    ground, ink = _luminance(style.background), _luminance(style.colour)
    red, green, blue = style.colour >> 24, style.colour >> 16 & 255, style.colour >> 8 & 255
    return (
        style.font_size,
        style.font_size / usual_font if usual_font else 1.0,
        float(style.font_weight),
        ground,
        float(style.background != usual_background),
        float(ink > ground),
        (max(red, green, blue) - min(red, green, blue)) / 255.0,
    )


def _usual_look(leaves: Sequence[Block]) -> tuple[float, int]:
    """Font size and background of most of the page's text."""
    sizes: dict[float, int] = {}
    grounds: dict[int, int] = {}
    for leaf in leaves:
        if leaf.style is not None:
            sizes[leaf.style.font_size] = sizes.get(leaf.style.font_size, 0) + len(leaf.text)
            grounds[leaf.style.background] = grounds.get(leaf.style.background, 0) + len(leaf.text)
    return max(sizes, key=sizes.__getitem__, default=0.0), max(grounds, key=grounds.__getitem__, default=0xFFFFFFFF)


def _luminance(colour: int) -> float:
    return (0.299 * (colour >> 24) + 0.587 * (colour >> 16 & 255) + 0.114 * (colour >> 8 & 255)) / 255.0


def _naming(leaf: Block) -> tuple[float, ...]:
    """What kind of block the words at its beginning and end, its pictures and its addresses speak of."""
    text = _ends_of(leaf.text).lower()
    images = " ".join([f"{image.name} {image.address}" for image in leaf.images[:6]]).lower()
    targets = " ".join([link.address for link in leaf.links[:6]]).lower()
    named = f"{text[:ENDS_CHARACTERS]} {images} {targets}"
    return (
        float(_has_any(text, _RIGHTS)),
        float(len(leaf.text) < 120 and _has_any(text, _SEARCH)),
        float(len(_AD.findall(named))) if _has_any(named, _AD_PARTS) else 0.0,
        float(_has_any(images, _LOGO)),
    )


def _has_any(text: str, words: tuple[str, ...]) -> bool:
    return any(map(text.__contains__, words))


def _ends_of(text: str) -> str:
    return text if len(text) <= 2 * ENDS_CHARACTERS else f"{text[:ENDS_CHARACTERS]} {text[-ENDS_CHARACTERS:]}"


def _ends(leaf: Block, host: str, url: str) -> tuple[float, ...]:
    """Blocks that show nothing, only an image, a way home, a question, a mail address."""
    home = {f"https://{host}", f"http://{host}", f"https://{host}/", f"http://{host}/", url} if host else set()
    ends = _ends_of(leaf.text)
    return (
        float(not leaf.text and not leaf.images),
        float(not leaf.text and bool(leaf.images)),
        float(len(leaf.links) == 1 and (leaf.links[0].address in home or "index." in leaf.links[0].address)),
        float("?" in ends),
        float(_MAIL.search(ends.lower()) is not None),
    )
