"""Find the changed words of a block, as areas of two pictures of it.

Only pictures show where a word is: words are what differs from the background in a line. If there are as many as in the text,
and long ones are wide, the texts tell which are new, so that a sentence that merely shifts is not marked. Otherwise words are
compared by their looks. If words cannot be separated (on a photograph), the differing areas of pictures of the same size are
marked. A block that mostly changed is not marked: the frame around it is enough.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt
    from PIL import Image

VISIBLE = 40  # smallest visible difference of a channel, of 255
LINE_GAP_PX, WORD_GAP_PX = 3, 7
LEAST_SPACE_PX, SPACE_SHARE = 3, 0.2
"""Minimum space between two words, in pixels and as a share of the height of their line."""
LEAST_FIT = 0.8
"""Minimum correlation of word lengths and widths for a text to be that of a picture, in its order."""
MOST_WORDS = 2000  # in one block; comparing more takes seconds
MARGIN_PX = 2
SAME_SIZE_PX = 2
MOST_MARKED = 0.5  # the share of a block above which nothing is marked in it
Area = tuple[int, int, int, int]  # left, top, right, bottom


class _Word(NamedTuple):
    area: Area
    looks: bytes


class Shown(NamedTuple):
    """A block as a picture, and its text."""

    picture: Image.Image
    text: str


def changed_areas(old: Shown, new: Shown) -> tuple[list[Area], list[Area]]:
    """The areas to mark in each of two pictures of a block; none if that is most of it."""
    words, texts = (_words(old.picture), _words(new.picture)), (old.text.split(), new.text.split())
    if max(map(len, words)) > MOST_WORDS:
        return [], []
    are_read = all(map(_fits, words, texts))
    found = _other_words(words, texts if are_read else [[word.looks for word in side] for side in words])
    if all(map(_is_little, found, words)):
        return _joined(found[0], old.picture), _joined(found[1], new.picture)
    areas = [] if are_read else _differing(old.picture, new.picture)
    return areas, areas


def _words(picture: Image.Image) -> list[_Word]:
    """The areas that differ from the commonest colour, line by line."""
    pixels = np.asarray(picture.convert("RGB"), np.int16)
    if not pixels.size:
        return []
    colours, counts = np.unique(pixels.reshape(-1, 3), axis=0, return_counts=True)
    ink = (np.abs(pixels - colours[counts.argmax()]) > VISIBLE).any(axis=2)
    found = []
    for top, bottom in _runs(ink, 1):
        space = max(LEAST_SPACE_PX, round(SPACE_SHARE * (bottom - top)))
        for left, right in _runs(ink[top:bottom].T, space):
            rows = ink[top:bottom, left:right].any(axis=1).nonzero()[0]
            first, last = top + int(rows[0]), top + int(rows[-1]) + 1
            looks = f"{right - left} ".encode() + pixels[first:last, left:right].astype(np.uint8).tobytes()
            found.append(_Word((left, top, right, bottom), looks))
    return found


def _other_words(
    words: tuple[Sequence[_Word], Sequence[_Word]], names: Sequence[Sequence[Hashable]]
) -> tuple[list[Area], list[Area]]:
    """The words of each picture that the other lacks; `names` identify equal words."""
    gone, come = list[Area](), list[Area]()
    matcher = SequenceMatcher[Hashable](None, names[0], names[1], autojunk=False)
    for kind, first, last, begin, end in matcher.get_opcodes():
        if kind != "equal":
            gone += [word.area for word in words[0][first:last]]
            come += [word.area for word in words[1][begin:end]]
    return gone, come


def _fits(words: Sequence[_Word], text: Sequence[str]) -> bool:
    """Whether the words of a picture are those of a text: as many, and wider if they are longer."""
    if len(words) != len(text):
        return False
    widths, lengths = [word.area[2] - word.area[0] for word in words], [len(word) for word in text]
    if len(set(widths)) < 2 or len(set(lengths)) < 2:
        return len(words) == 1 or len(set(lengths)) == 1
    return bool(np.corrcoef(widths, lengths)[0, 1] >= LEAST_FIT)


def _is_little(areas: Sequence[Area], words: Sequence[_Word]) -> bool:
    return _size(areas) <= MOST_MARKED * _size([word.area for word in words])


def _size(areas: Sequence[Area]) -> int:
    return sum((right - left) * (bottom - top) for left, top, right, bottom in areas)


def _joined(areas: Sequence[Area], picture: Image.Image) -> list[Area]:
    """Join neighbouring areas in a line, with a margin."""
    found: list[Area] = []
    for area in areas:
        if found and found[-1][1] == area[1] and area[0] - found[-1][2] <= area[3] - area[1]:
            found[-1] = found[-1][0], area[1], area[2], area[3]
        else:
            found.append(area)
    return [_widened(area, picture.width, picture.height) for area in found]


def _differing(old: Image.Image, new: Image.Image) -> list[Area]:
    """The areas in which two pictures of the same size differ; none if that is most of them."""
    width, height = min(old.width, new.width), min(old.height, new.height)
    if not width * height or abs(old.width - new.width) > SAME_SIZE_PX or abs(old.height - new.height) > SAME_SIZE_PX:
        return []
    before, after = (np.asarray(side.convert("RGB").crop((0, 0, width, height)), np.int16) for side in (old, new))
    differs = (np.abs(before - after) > VISIBLE).any(axis=2)
    found = [_widened(area, width, height) for area in _areas(differs)]
    return found if _size(found) <= MOST_MARKED * width * height else []


def _areas(differs: npt.NDArray[np.bool_]) -> Iterator[Area]:
    for top, bottom in _runs(differs, LINE_GAP_PX):
        for left, right in _runs(differs[top:bottom].T, WORD_GAP_PX):
            yield left, top, right, bottom


def _runs(differs: npt.NDArray[np.bool_], gap: int) -> list[tuple[int, int]]:
    """Begin and end of the stretches of differing rows; stretches closer than the gap are joined."""
    runs: list[tuple[int, int]] = []
    for place in sorted(set(differs.nonzero()[0].tolist())):
        if runs and place - runs[-1][1] < gap:
            runs[-1] = runs[-1][0], place + 1
        else:
            runs.append((place, place + 1))
    return runs


def _widened(area: Area, width: int, height: int) -> Area:
    left, top, right, bottom = area
    return (
        max(0, left - MARGIN_PX),
        max(0, top - MARGIN_PX),
        min(width, right + MARGIN_PX),
        min(height, bottom + MARGIN_PX),
    )
