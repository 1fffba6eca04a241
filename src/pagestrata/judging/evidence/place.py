"""Where on the page an edit is: role, importance, letters, column, and what the page's author calls the place."""

from __future__ import annotations

from pagestrata.judging.context import Context
from pagestrata.judging.edits import Edit

ROLES = ("header", "menu", "footer", "sidebar", "ad", "link list", "table", "form", "comments", "article", "image")
SIGN_GROUPS = {
    "counts": frozenset(("counter", "share", "rating", "comments", "poll")),
    "turns": frozenset(("advert", "related", "ticker", "weather")),
    "times": frozenset(("updated", "clock", "published", "copyright")),
    "states": frozenset(("price", "availability", "alert", "title")),
    "guides": frozenset(("navigation", "breadcrumb", "pagination", "login", "search", "cookie", "logo", "byline")),
}
"""The author's names by what they say of a place."""
NAMES = (
    *(f"in {role}" for role in ROLES), "importance", "letters against the usual", "beside the content", "depth",
    "linked share", "width", *(f"called {group}" for group in SIGN_GROUPS), "short block",
)  # fmt: skip
SHORT = 60
MOST_LETTERS = 2.0
"""Times the usual size: a heading; larger letters say no more."""
MOST_IMPORTANCE = 4.0
"""Times that of the page's average leaf."""


def place(edit: Edit, context: Context) -> tuple[float, ...]:
    """One number for each of `NAMES`."""
    block = edit.block
    size = block.style.font_size if block.style is not None else 0.0
    usual = context.usual_font_px
    names = _names_at(edit)
    return (
        *(block.role == role for role in ROLES),
        min(MOST_IMPORTANCE, block.importance * len(context.leaves)) if block.importance is not None else 1.0,
        min(MOST_LETTERS, size / usual) if usual and size else 1.0,
        context.is_beside(block),
        min(1.0, max(0.0, block.box.y / context.height)),
        min(1.0, sum(len(link.name) for link in block.links) / max(1, len(block.text))),
        min(1.0, block.box.width / 1_366),
        *(not names.isdisjoint(group) for group in SIGN_GROUPS.values()),
        len(block.text) <= SHORT,
    )


def _names_at(edit: Edit) -> set[str]:
    """The author's names for the stretch: those of the whole block, and those that cover it."""
    at = edit.block.text.find(edit.said)
    end = at + len(edit.said)
    return {sign.name for sign in edit.block.signs if sign.is_whole or (at >= 0 and sign.covers(at, end))}
