"""Roles of blocks (the label that paper 3 left to future work), from HTML semantics, ARIA, geometry and content.

Evidence is used in order of reliability: the overlay layer; then what the page declares (landmark tags, ARIA roles,
names of ids and classes in several languages); then the contents of the block; and last its position.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pagestrata.model.geometry import Box
from pagestrata.segmenting.layout import Layout

ROLE_OF_TAG = {
    "header": "header", "nav": "menu", "menu": "menu", "footer": "footer", "aside": "sidebar", "article": "article",
    "main": "article", "form": "form", "table": "table", "search": "search", "img": "image", "svg": "image",
    "picture": "image", "figure": "image", "video": "image", "canvas": "image",
}  # fmt: skip
ROLE_OF_ARIA = {
    "banner": "header", "navigation": "menu", "menubar": "menu", "menu": "menu", "contentinfo": "footer",
    "complementary": "sidebar", "article": "article", "main": "article", "search": "search", "form": "form",
    "table": "table", "grid": "table", "img": "image", "dialog": "overlay", "alertdialog": "overlay",
}  # fmt: skip
NAMES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (role, re.compile(rf"(?:^|[\s_#.-])(?:{words})", re.IGNORECASE))
    for role, words in (
        ("ad", r"ads?(?:[\s_-]|\d|$)|advert|adsense|banner-?ad|sponsor|werbung|publicid|pubblicit|doubleclick|dfp"),
        ("comments", r"comments?|disqus|kommentar|commentaire|comentario|commenti|reacties"),
        ("search", r"search|suche|recherche|buscar?|ricerca|zoek|szuk"),
        ("footer", r"foot(?:er)?|fuss|pied|copyright|impressum|colophon|bottom"),
        ("menu", r"nav|menu|menue|topnav|navi|tabs?(?:[\s_-]|$)|breadcrumb"),
        ("header", r"head(?:er)?(?:[\s_-]|$)|masthead|kopf|entete|topbar|logo|banner|top(?:[\s_-]|$)"),
        ("sidebar", r"side-?(?:bar)?(?:[\s_-]|$)|sidebar|aside|widget|(?:left|right)-?(?:col|bar)|col-?(?:left|right)"),
        ("article", r"article|post(?:[\s_-]|$)|entry|story|content|main|haupt|inhalt|contenu|contenido"),
    )
)
"""Ordered: specific names come before vague ones, and the first match wins."""

LINK_LIST_SHARE = 0.7


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """The properties of a block from which its role is derived."""

    rows: Sequence[int]
    box: Box
    chars: int
    link_chars: int
    links: int
    images: int
    image_area: float
    controls: int
    is_overlay: bool
    is_leaf: bool


def role_of(layout: Layout, evidence: Evidence) -> str:
    """Return the role of a block, one of `model.blocks.ROLES`."""
    if evidence.is_overlay:
        return "overlay"
    declared = _declared(layout, evidence)
    if declared is not None:
        return declared
    return _by_content(evidence) or _by_place(layout, evidence) or "other"


def _declared(layout: Layout, evidence: Evidence) -> str | None:
    """Return the role that the block declares, or a wrapper that contains nothing else."""
    row = evidence.rows[0] if len(evidence.rows) == 1 else -1
    while row >= 0:
        found = _declared_by_element(layout, row, evidence)
        if found is not None:
            return found
        above = int(layout.parent[row])
        row = above if above >= 0 and layout.child_count[above] == 1 else -1
    return None


def _declared_by_element(layout: Layout, row: int, evidence: Evidence) -> str | None:
    """Return the role one element declares: by ARIA or tag if its content agrees, else by id and classes."""
    named = layout.nodes.attributes[row]
    by_name = _name_role(named.get("id", ""), named.get("class", ""))
    found = ROLE_OF_ARIA.get(named.get("role", "")) or ROLE_OF_TAG.get(layout.nodes.tag_of(row))
    if found == "form" and by_name == "search" and evidence.controls <= 2 and evidence.chars < 60:
        return "search"
    if found == "table" and (evidence.chars < 1 or not _is_data_table(layout, row)):
        return by_name
    return found or by_name


def _name_role(identifier: str, classes: str) -> str | None:
    names = f"{identifier} {classes}".strip()
    return next((role for role, pattern in NAMES if pattern.search(names)), None) if names else None


def _is_data_table(layout: Layout, row: int) -> bool:
    """Return whether a table holds data: layout tables have neither header cells nor a caption."""
    nodes = layout.nodes
    inside = nodes.tag[row : int(nodes.end[row])]
    return any(code >= 0 and (inside == code).any() for code in map(nodes.tag_code, ("th", "caption", "thead")))


def _by_content(evidence: Evidence) -> str | None:
    if evidence.images and evidence.image_area > 0.5 * evidence.box.area and evidence.chars < 40:
        return "image"
    if evidence.controls >= 1 and evidence.chars < 40 and evidence.controls <= 2:
        return "search"
    if evidence.controls >= 2 and evidence.chars < 60 * evidence.controls:
        return "form"
    if evidence.links >= 3 and evidence.link_chars > LINK_LIST_SHARE * evidence.chars:
        return "menu" if evidence.box.width > 4 * evidence.box.height else "link list"
    return "article" if evidence.chars > 250 else None


def _by_place(layout: Layout, evidence: Evidence) -> str | None:
    box, page = evidence.box, layout.page
    if box.bottom <= min(250.0, 0.2 * page.height):  # a page as high as the window is not all header
        return "header"
    if box.y >= page.height - 200 and box.y > 0.75 * page.height:
        return "footer"
    if box.width < 0.3 * page.width and box.height > box.width and evidence.chars:
        return "sidebar"
    return None
