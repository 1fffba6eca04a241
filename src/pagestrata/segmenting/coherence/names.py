"""Hints in ids, classes, tags and ARIA roles about what a row is, one bit each.

The words come from many languages and conventions. No single hint decides; the learned model weighs them.
"""

from __future__ import annotations

import re
from functools import lru_cache

from pagestrata.model.patterns import pattern
from pagestrata.model.snapshot import NodeTable

HINTS: dict[str, str] = {
    "header": r"head(?:er)?(?!ing|line)|masthead|kopf|entete|cabecera|testata|top(?:bar)?(?![a-z])|banner",
    "footer": r"foot|fuss|pied|pie(?![a-z])|bottom|copyright|impressum|colophon|credits",
    "menu": r"nav|menu|men[uü]|tabs?(?![a-z])|breadcrumb|links?(?![a-z])",
    "side": r"side|aside|left|right|links(?![a-z])|rechts|sinistra|destra|gauche|droite|column|col(?![a-z])|widget",
    "main": r"main|content|inhalt|contenu|contenido|haupt|body|center|centre|middle|mitte|page(?![a-z])",
    "article": r"article|post(?![a-z])|entry|story|news|text|beitrag|item|teaser|blog",
    "box": r"box|block|module|panel|section|portlet|card|widget|gadget|frame",
    "ad": r"(?<![a-z])ads?(?![a-z])|advert|adsense|sponsor|werb|publi|promo|partner",
    "logo": r"logo|brand|site-?title|sitename",
    "search": r"search|such|recherche|busca|buscar|cerca|ricerca|zoek",
    "comments": r"comment|kommentar|comentari|reacti|disqus",
    "title": r"title|heading|headline|titel|titre|titulo|titolo|caption",
    "list": r"list|gallery|grid|archive|thumb|results",
    "wrap": r"wrap|container|outer|inner|layout|holder|canvas|all(?![a-z])",
    "image": r"img|image|pic|photo|foto|slide|banner|carousel|flash|video",
}
BITS = {name: 1 << position for position, name in enumerate(HINTS)}
_PATTERNS = tuple((BITS[name], re.compile(words)) for name, words in HINTS.items())
_ANY = pattern("|".join(f"(?:{words})" for words in HINTS.values()))
_BITS_OF_TAG = {
    "header": BITS["header"], "footer": BITS["footer"], "nav": BITS["menu"], "menu": BITS["menu"],
    "aside": BITS["side"], "main": BITS["main"], "article": BITS["article"],
}  # fmt: skip
_BITS_OF_ROLE = {
    "banner": BITS["header"], "contentinfo": BITS["footer"], "navigation": BITS["menu"],
    "complementary": BITS["side"], "main": BITS["main"], "article": BITS["article"], "search": BITS["search"],
}  # fmt: skip


@lru_cache(maxsize=20_000)
def hint_bits(names: str) -> int:
    """The hints in an id and class attribute, lower case."""
    if not _ANY.search(names):
        return 0
    return sum(bit for bit, pattern in _PATTERNS if pattern.search(names))


def row_bits(nodes: NodeTable, row: int) -> int:
    """Return all hints of a row."""
    named = nodes.attributes[row]
    bits = _BITS_OF_TAG.get(nodes.tag_of(row), 0)
    if not named:
        return bits
    bits |= _BITS_OF_ROLE.get(named.get("role", ""), 0)
    names = f"{named.get('id', '')} {named.get('class', '')}".lower()
    return bits | hint_bits(names) if names != " " else bits
