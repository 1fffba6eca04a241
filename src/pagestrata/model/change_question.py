"""A question about changes: on which pages, in which time, of which kind. Screens, commands and programs all ask by it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

ChangeKind = Literal["price", "number", "date", "text", "new", "removed", "moved", "picture", "link", "style"]
FRONT = "/"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeQuestion:
    """Conditions on changes; a condition that is None does not limit the answer."""

    url: str | None = None
    tag: str | None = None  # of watched pages
    block: str | None = None  # ref of a block in the newest version of `url`
    kind: ChangeKind | None = None
    page: str | None = None  # words in the title of pages, or a part of their address; FRONT: of a site's first page
    words: str | None = None  # a phrase in what changed
    is_phrase: bool = True  # the words are adjacent; otherwise each occurs near the change, in any form
    least_words: int | None = None  # minimum number of `words` that must occur if they need not be adjacent; None: all
    since: datetime | None = None
    until: datetime | None = None  # both ends are included
    least_probability: float | None = None  # that a person would keep the version
    with_silenced: bool = False  # pictures and links in advertisements and boxes that keep changing too
    with_first: bool = False  # first versions of pages too, with which nothing changed
