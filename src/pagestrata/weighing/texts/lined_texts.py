"""The texts of one block in two versions with the ends of their lines, so that a fact is read in its own line.

A version that was stored before line ends were has none: they are taken over from the version that has them, at the
same words. So an archive of any age compares with a new rendering as two renderings do.

In the frame of a page (header, menu, footer) every link is a line of its own: its name says nothing of what stands beside it.

A line that is nothing but a figure belongs to the short line above or below it, which says what it is of ('Sunset' over
'16:21', '1,204' over 'stars').
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from pagestrata.model.blocks import Block, Link
from pagestrata.weighing.noise.noise_context import FRAME

LINE_END = "\n"
MOST_LABEL_WORDS = 3
FEWEST_LINKS = 2


def lined_pair(old: Block, new: Block) -> tuple[str, str]:
    """Both texts, each as long as it was, with line ends in place of some of their spaces."""
    before, after = old.lined_text, new.lined_text
    if LINE_END in after and not old.line_ends:
        before = with_line_ends_of(before, after)
    elif LINE_END in before and not new.line_ends:
        after = with_line_ends_of(after, before)
    if old.role in FRAME and new.role in FRAME:
        before, after = with_links_apart(before, old.links), with_links_apart(after, new.links)
    return with_figures_joined(before), with_figures_joined(after)


def with_line_ends_of(text: str, lined: str) -> str:
    """A text with the line ends of another at the words that both have; texts have single spaces."""
    words, others = text.split(" "), lined.replace(LINE_END, " ").split(" ")
    same = _counterparts(words, others)
    ends, word = set(), 0
    for line in lined.split(LINE_END)[:-1]:
        word += line.count(" ") + 1
        if word - 1 in same:
            ends.add(same[word - 1])
        elif word in same:
            ends.add(same[word] - 1)
    return "".join([f"{one}{LINE_END if place in ends else ' '}" for place, one in enumerate(words[:-1])] + words[-1:])


def with_links_apart(text: str, links: Sequence[Link]) -> str:
    """A text with line ends in place of the spaces around its links, where there are several."""
    if len(links) < FEWEST_LINKS:
        return text
    signs, done = list(text), 0
    for name in (link.name for link in links if link.name):
        start = text.find(name, done)
        if start < 0:
            continue
        done = start + len(name)
        for place in (start - 1, done):
            if 0 <= place < len(signs) and signs[place] == " ":
                signs[place] = LINE_END
    return "".join(signs)


def _counterparts(words: list[str], others: list[str]) -> dict[int, int]:
    """Place among the others -> place among the words: of equal words, and of as many that gave way to as many."""
    from rapidfuzz.distance import Indel

    found: dict[int, int] = {}
    at, other = 0, 0
    for step in [*Indel.opcodes(words, others), None]:
        if step is not None and step.tag != "equal":
            continue
        start, other_start = (step.src_start, step.dest_start) if step else (len(words), len(others))
        if start - at == other_start - other:
            found.update(zip(range(other, other_start), range(at, start), strict=True))
        if step is not None:
            found.update(zip(range(other_start, step.dest_end), range(start, step.src_end), strict=True))
            at, other = step.src_end, step.dest_end
    return found


def with_figures_joined(text: str) -> str:
    """The text without the line ends between a figure and the short line that says what it is of."""
    if LINE_END not in text:
        return text
    lines = text.split(LINE_END)
    said = lines[0]
    for above, line in pairwise(lines):
        belongs = (_is_figure(line) and _is_label(above)) or (_is_figure(above) and _is_label(line))
        said = f"{said}{' ' if belongs else LINE_END}{line}"
    return said


def _is_figure(line: str) -> bool:
    return not any(map(str.isalpha, line))


def _is_label(line: str) -> bool:
    return line.count(" ") < MOST_LABEL_WORDS and not any(map(str.isdecimal, line))


def line_at(text: str, place: int) -> str:
    """The line around a place of a text."""
    end = text.find("\n", place)
    return text[text.rfind("\n", 0, place) + 1 : end if end >= 0 else len(text)]
