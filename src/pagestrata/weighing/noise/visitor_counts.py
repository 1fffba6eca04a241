"""What shops and forums count of their visitors in whole phrases.

'112 bought in the last 24 hours', '14 people found this helpful', and the name of the newest member. Closed lists of stems in
the languages of `noise_words`. A number beside 'in the last 24 hours' alone is none of these: so many earthquakes, cases or
deaths are facts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

_SALES = (
    "bought", "purchas", "ordered", "booked", "sold", "verkauft", "gekauft", "bestellt", "gebucht", "achet", "commandé",
    "réserv", "vendu", "comprad", "comprar", "compró", "vendid", "pedid", "reservad", "acquist", "comprat", "prenotat",
    "gekocht", "besteld", "geboekt", "verkocht", "köpt", "såld", "bokat", "kupi", "sprzedan", "zamówi", "купил", "куплен",
    "заказал", "продан", "satıldı", "satın aldı",
)  # fmt: skip
_LAST = "last|past|letzte\\w*|derni\\w+|últim\\w+|ultim\\w+|afgelopen|laatste|senaste|ostatni\\w*|последни\\w+|son"
_HELPFUL = (
    "helpful", "useful", "hilfreich", "utile", "utili", "útil", "útiles", "nuttig", "przydatn", "pomocn", "полезн", "hjälpsam",
    "nyttig", "hyödyllis", "faydalı", "užitečn",
)  # fmt: skip
_NEWEST = (
    "newest", "latest", "neuestes", "dernier", "último", "nieuwste", "ultimo", "najnowszy", "senaste", "nyeste", "новый", "son",
)  # fmt: skip
_MEMBER = (
    "member", "user", "mitglied", "membre", "inscrit", "miembro", "usuario", "lid", "iscritto", "membro", "użytkownik",
    "medlem", "bruger", "bruker", "пользователь", "участник", "üye",
)  # fmt: skip
_GUESTS = (
    "guest", "gäst", "invité", "invitad", "ospiti", "visitante", "convidad", "gasten", "gości", "гост", "misafir", "hostů",
)  # fmt: skip
_COUNT = r"(?<![\w.,])\d+(?:[.,'\u00a0\u202f]\d{3})*(?![\w.,]{0,20}\d)"
_PATTERNS = {
    _SALES: rf"(?P<count>{_COUNT})(?= (?:[^\W\d]+ ){{0,4}}?(?:{'|'.join(_SALES)}))"
    rf"(?=[^\n·|]{{0,80}}\b(?:{_LAST}) (?:\d+ )?[^\W\d])",
    _GUESTS: rf"(?P<count>{_COUNT} (?:[^\W\d]+ ){{0,2}}(?:{'|'.join(_MEMBER)}|registr|leden)\w*(?:,| [^\W\d]{{1,3}}| &) "
    rf"{_COUNT}) (?:{'|'.join(_GUESTS)})[^\W\d]*\W*(?:online\W*)?(?:$|[\n·|])",
    _HELPFUL: rf"(?P<count>{_COUNT})(?= (?:[^\W\d]+ ){{1,5}}(?:{'|'.join(_HELPFUL)})[^\W\d]*\W*(?:$|[\n·|]|\.\s))",
    _NEWEST: rf"\b(?:{'|'.join(_NEWEST)}) (?:[^\W\d]+ )?(?:{'|'.join(_MEMBER)})\w{{0,4}}(?::| is| ist) "
    r"(?P<count>[^\s·|]{1,40})",
}
_MAY_BE_COUNT = re.compile(r"\d ")
_WITHOUT_COUNT = [(_NEWEST, _PATTERNS[_NEWEST])]


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """Compiled when a text has one of its words: few do."""
    return re.compile(pattern, re.IGNORECASE)


def visitor_counts(text: str) -> Iterator[tuple[int, int]]:
    """From where to where such counts reach, and the name of a forum's newest member."""
    lower = text.lower()
    for stems, pattern in _PATTERNS.items() if _MAY_BE_COUNT.search(text) else _WITHOUT_COUNT:
        if any(map(lower.__contains__, stems)):
            for found in _compiled(pattern).finditer(text):
                yield found.span("count")
