"""Rows of a form that say how much parts of a page, or kinds of changes, matter: each is a part and one of a few choices.

A setting such as `{"footer": 0.0}` is kept between requests as the text 'footer = 0 %', as every other field of the edit form.
The form shows one row for each entry and an empty one. 'As usual' takes an entry away.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pagestrata.model.blocks import ROLES
from pagestrata.model.plain_numbers import plain_number, read_plain_number

Choices = tuple[tuple[str, str], ...]

_AREAS = {
    "header": "the header", "menu": "menus", "article": "the main text", "link list": "lists of links",
    "sidebar": "side columns", "footer": "the footer", "ad": "advertisements", "search": "search fields", "image": "pictures",
    "table": "tables", "form": "forms", "comments": "comments", "overlay": "overlays",
    "other": "everything else",
}  # fmt: skip
_HAPPENINGS = {
    "insert": "something added", "update": "something changed", "delete": "something removed", "move": "something moved",
    "split": "a block split in two", "merge": "two blocks merged",
}  # fmt: skip
_THINGS = {"link": "links", "image": "pictures", "text": "texts", "block": "whole blocks", "style": "fonts and colours"}
_DONE = {
    "insert": "new", "update": "changed", "delete": "removed", "move": "moved", "split": "divided", "merge": "joined",
}  # fmt: skip
USUAL = ("", "as usual")
OF_AREAS: Choices = (
    USUAL,
    ("0", "never matters"),
    ("25", "matters less"),
    ("75", "matters more"),
    ("100", "always matters"),
)
OF_KINDS: Choices = (
    USUAL,
    ("0", "never matters"),
    ("10", "matters very little"),
    ("50", "matters half as much"),
    ("100", "matters fully"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class WeightRow:
    """One row: the `part` as it is stored, what a person calls it, and the chosen one of `choices`."""

    part: str
    words: str
    chosen: str
    choices: Choices


@dataclass(frozen=True, slots=True, kw_only=True)
class WeightRows:
    """The rows of one setting, and the parts a person may add, in named groups."""

    rows: Sequence[WeightRow]
    groups: Sequence[tuple[str, Choices]]
    choices: Choices


def area_rows(text: str, blocks: Mapping[str, str]) -> WeightRows:
    """Rows for kinds of blocks and single blocks. `blocks` maps the ref of a block to its words on the page."""
    rows = [_row(part, _area(part, blocks), share, OF_AREAS) for part, share in entries_of(text)]
    return WeightRows(
        rows=rows, groups=(("Parts of the page", tuple((role, _AREAS[role]) for role in ROLES)),), choices=OF_AREAS
    )


def kind_rows(text: str) -> WeightRows:
    """Rows for kinds of changes: what happened, to what, or both."""
    groups = (
        ("What happened", tuple(_HAPPENINGS.items())),
        ("To what", tuple(_THINGS.items())),
        (
            "Both",
            tuple(
                (f"{op}:{element}", f"{_DONE[op]} {words}")
                for op in ("insert", "update", "delete", "move")
                for element, words in _THINGS.items()
            ),
        ),
    )
    known = dict(pair for _, group in groups for pair in group)
    rows = [_row(part, known.get(part, part), share, OF_KINDS) for part, share in entries_of(text)]
    return WeightRows(rows=rows, groups=groups, choices=OF_KINDS)


def sent_rows(sent: Mapping[str, str], name: str) -> str | None:
    """The text of a setting from the rows of a sent form; None if it has no such rows."""
    numbers = [number for number in range(len(sent)) if f"{name}.{number}.part" in sent]
    if not numbers:
        return None
    pairs = [(sent[f"{name}.{number}.part"].strip(), sent.get(f"{name}.{number}.worth", "")) for number in numbers]
    return "\n".join(f"{part} = {worth.strip()} %" for part, worth in pairs if part and worth.strip())


def entries_of(text: str) -> list[tuple[str, str]]:
    """Each part with its weight in hundredths, as far as the text can be read."""
    pairs = [line.rpartition("=")[::2] for line in text.splitlines() if "=" in line]
    shares = [(part.strip(), read_plain_number(share)) for part, share in pairs]
    return [(part, plain_number(share)) for part, share in shares if share is not None]


def in_words(shown: WeightRows) -> str:
    """'the footer never matters': a setting in words, to be compared with another value."""
    return "; ".join(f"{row.words} {dict(row.choices)[row.chosen]}" for row in shown.rows) or "nothing"


def _row(part: str, words: str, share: str, choices: Choices) -> WeightRow:
    """A row. A weight that is not among the choices is added to them."""
    known = choices if share in dict(choices) else (*choices, (share, f"matters {share} %"))
    return WeightRow(part=part, words=words, chosen=share, choices=known)


def _area(part: str, blocks: Mapping[str, str]) -> str:
    if part in _AREAS:
        return _AREAS[part]
    return f"“{blocks[part]}”" if blocks.get(part) else "a block that is no longer on the page"
