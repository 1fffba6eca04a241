"""The header above the picture of a delta: title and address of the page, colours, and the changes in words."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from PIL import ImageDraw, ImageFont

from pagestrata.model.blocks import BlockTree
from pagestrata.report.diff_groups import FRAME, Group, Line

if TYPE_CHECKING:
    from PIL import Image

Colour = tuple[int, int, int]

COLOURS: dict[str, Colour] = {
    "insert": (26, 127, 55), "delete": (207, 34, 46), "update": (191, 135, 0),
    "move": (9, 105, 218), "split": (130, 80, 223), "merge": (130, 80, 223),
}  # fmt: skip
WORDS = {
    "insert": "added", "delete": "removed", "update": "changed", "move": "moved", "split": "split", "merge": "joined",
}  # fmt: skip
INK, FAINT = (31, 35, 40), (89, 98, 110)
PIECES = {"old": COLOURS["delete"], "new": COLOURS["insert"], "same": INK, "skip": FAINT}
TITLE_SIZE_PX, TEXT_SIZE_PX, LINE_PX = 18, 13, 21
SPACE_PX, JOINED_PX = 4, 1
MOST_LISTED = 15
LONGEST_PIECE = 80  # characters of the removed or added text of one change
SWATCH_PX = 12
_KNOWN = "©·°«»"
_PLAIN = str.maketrans("‘’‚“”„–—•×\u00a0", "'''\"\"\"--·x ") | str.maketrans(
    {"…": "...", "→": "->", "€": "EUR ", "£": "GBP ", "¥": "JPY ", "ß": "ss", "æ": "ae", "ø": "o", "ł": "l", "œ": "oe"}
)


class Legend:
    """The lines above both pages, as wide as the pages together."""

    def __init__(self, old: BlockTree, new: BlockTree, groups: Sequence[Group], *, width: int) -> None:
        self._tree, self._groups, self._width = (new if new.url else old), groups, width
        self._listed = groups[:MOST_LISTED]
        more = len(groups) > MOST_LISTED
        self.height = 28 + LINE_PX + LINE_PX + 6 + (len(self._listed) + more) * LINE_PX + 14

    def draw(self, canvas: Image.Image, left: int, top: int) -> None:
        draw = ImageDraw.Draw(canvas)
        title, address = drawable(self._tree.title) or "(no title)", drawable(self._tree.url)
        draw.text((left, top), self._fitting(draw, title, TITLE_SIZE_PX), fill=INK, font=_font(TITLE_SIZE_PX))
        draw.text((left, top + 28), self._fitting(draw, address, TEXT_SIZE_PX), fill=FAINT, font=_font(TEXT_SIZE_PX))
        self._draw_colours(draw, left, top + 28 + LINE_PX)
        y = top + 28 + 2 * LINE_PX + 6
        for number, group in enumerate(self._listed, 1):
            self._draw_group(draw, number, group, left, y)
            y += LINE_PX
        if len(self._groups) > MOST_LISTED:
            rest = f"and {len(self._groups) - MOST_LISTED} more, numbered on the pages"
            draw.text((left + 32, y), rest, fill=FAINT, font=_font(TEXT_SIZE_PX))

    def _draw_colours(self, draw: ImageDraw.ImageDraw, left: float, y: int) -> None:
        counts = Counter(WORDS[group.operation] for group in self._groups)
        colours = {WORDS[name]: colour for name, colour in COLOURS.items()}
        font = _font(TEXT_SIZE_PX)
        for word in dict.fromkeys(WORDS.values()):
            if not counts[word]:
                continue
            draw.rectangle((left, y + 3, left + SWATCH_PX, y + 3 + SWATCH_PX), fill=colours[word])
            words = f"{word} {counts[word]}"
            draw.text((left + SWATCH_PX + 6, y), words, fill=INK, font=font)
            left += SWATCH_PX + 6 + draw.textlength(words, font=font) + 22
        if not self._groups:
            draw.text((left, y), "no changes", fill=FAINT, font=font)

    def _draw_group(self, draw: ImageDraw.ImageDraw, number: int, group: Group, left: int, y: int) -> None:
        font, right = _font(TEXT_SIZE_PX), left + self._width
        draw.text((left + 24, y), str(number), fill=COLOURS[group.operation], font=font, anchor="ra")
        x = float(left + 32 - SPACE_PX)
        for text, colour, kind, is_joined in _coloured_words(group):
            x += JOINED_PX if is_joined else SPACE_PX
            if x >= right:
                break
            text = _cut(draw, text, font, right - x)
            draw.text((x, y), text, fill=colour, font=font)
            end = x + draw.textlength(text, font=font)
            if kind == "old":
                draw.line((x, y + TEXT_SIZE_PX / 2 + 2, end, y + TEXT_SIZE_PX / 2 + 2), fill=colour, width=1)
            x = end

    def _fitting(self, draw: ImageDraw.ImageDraw, text: str, size: int) -> str:
        return _cut(draw, text, _font(size), self._width)


Word = tuple[str, Colour, str, bool]
"""A text, its colour, whether it is 'old' (struck through), 'new' or neither, and whether no space is before it."""


def _coloured_words(group: Group) -> list[Word]:
    """A change in coloured words: the operation, the block, and the removed and added words."""
    name, happened = drawable(group.title), (WORDS[group.operation], COLOURS[group.operation], "", False)
    lines = _most_informative(group.lines)
    is_whole = group.operation == "move" or not lines or lines[0].element == "block"
    words = [] if is_whole else _words(lines)
    return (
        [happened, *words] if _names_itself(name, lines, words) else [happened, (f"'{name}'", INK, "", False), *words]
    )


def _words(lines: Sequence[Line]) -> list[Word]:
    words: list[Word] = []
    for line in lines:
        end = " "
        for piece in line.pieces:
            if piece.text.strip() and piece.text != FRAME:
                is_joined = not (end.isspace() or piece.text[0].isspace())
                words.append((_short(drawable(piece.text), piece.kind), PIECES[piece.kind], piece.kind, is_joined))
            end = piece.text[-1:] or end
    return words


def _names_itself(name: str, lines: Sequence[Line], words: Sequence[Word]) -> bool:
    """Whether the words themselves identify the block."""
    if not name or any(text.startswith(name.rstrip(".")[:20]) for text, *_ in words):
        return True
    return bool(words) and lines[0].element == "text" and any(kind == "same" for _, _, kind, _ in words)


def _short(text: str, kind: str) -> str:
    most = LONGEST_PIECE if kind in ("old", "new") else 2 * LONGEST_PIECE
    return text if len(text) <= most else f"{text[:most].rpartition(' ')[0]}..."


def _most_informative(lines: Sequence[Line]) -> list[Line]:
    """The changes of the most informative kind: text before links, pictures and looks."""
    kinds = [line.element for line in lines]
    first = next((kind for kind in ("block", "text", "link", "image") if kind in kinds), kinds[0] if kinds else "")
    return [line for line in lines if line.element == first]


def drawable(text: str) -> str:
    """The text in characters of Pillow's built-in font, without accents; other stretches become one '?'."""
    found: list[str] = []
    for sign in " ".join(text.translate(_PLAIN).split()):
        plain = sign if sign.isascii() or sign in _KNOWN else unicodedata.normalize("NFKD", sign)[:1]
        plain = plain if plain.isprintable() and (plain.isascii() or plain in _KNOWN) else "?"
        if plain != "?" or sign == "?" or found[-1:] != ["?"]:
            found.append(plain)
    return "".join(found)


def _cut(draw: ImageDraw.ImageDraw, text: str, font: ImageFont.FreeTypeFont, width: float) -> str:
    """As much of a text as fits."""
    if draw.textlength(text, font=font) <= width:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if draw.textlength(f"{text[:middle]}...", font=font) <= width else (low, middle - 1)
    return f"{text[:low]}..." if low else ""


@cache
def _font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.load_default(size)  # type: ignore[return-value]
