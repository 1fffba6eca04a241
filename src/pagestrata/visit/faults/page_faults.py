"""Recognise faults: error pages, logins and bot checks are not content.

A status of 400 and above is the server's own word. Behind a good status, a false fault would silence content, so a page
is one only on strong evidence, all of it together: its title or heading *is* a phrase of a closed list (`fault_words`), or
a sentence that says so (`fault_sentences`); it is small, and it says much less than the version before, which did not say
that. A sentence counts only where far less is left than that. A page with figures of its own (prices, times) is a page,
whatever its title. A first visit has no version to compare with: there, the title must be the phrase, or both title and
heading must say it.

Sentences that pages say which stand in the place of another: a thing of the site, and that it is not there.

Whole phrases (`fault_words`) are never complete: sites say 'Sorry, this article is no longer available' in many ways. A
sentence counts only as a short heading or title, so it names *what* is missing (a page, an article, this site) and *that*
it is: 'Wartungsarbeiten am Aufzug' speaks of a lift. It is weaker evidence than a phrase, and needs more support.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from pagestrata.errors import BrowserError, CaptureError, PageTimeoutError, RefusedError, SlowPageError, StepFailedError
from pagestrata.model.page_state import PageState
from pagestrata.model.patterns import pattern
from pagestrata.model.records import FaultKind, Visit
from pagestrata.model.slots import dataclass
from pagestrata.visit.faults.fault_words import LOGIN_ADDRESS, WALL_SOURCES, phrase_of

if TYPE_CHECKING:
    from pagestrata.model.snapshot import NodeTable, Snapshot


LONGEST = 120
"""Characters of a heading that may be such a sentence."""


def _any_of(*patterns: str) -> str:
    return "|".join(patterns)


_SENTENCES = {
    "not found": _any_of(
        r"\b(?:page|article|story|post|job|position|listing|product|item|content|document|file|link|url|event|profile)\b.{0,40}"
        r"(?:\bnot (?:be |exist|available|found)|\bno longer\b|n't (?:available|here|exist|be found)|\bunavailable\b|\bexpired\b|"
        r"\b(?:been|was) (?:removed|deleted)\b)",
        r"\b(?:can't|cannot|couldn't|could not|unable to|didn't) find\b.{0,30}\b(?:page|article|content|what you)",
        r"\b(?:seite|artikel|inhalt|beitrag|produkt|dokument|anzeige|stelle|angebot)\b.{0,50}"
        r"(?:\bnicht (?:mehr )?(?:gefunden|verfügbar|vorhanden|finden|da\b)|\bexistiert nicht|\bgibt es nicht|\bgelöscht)",
        r"\b(?:page|article|contenu|produit|document|annonce|offre)\b.{0,50}"
        r"(?:n'existe (?:pas|plus)|\bintrouvable|n'est (?:pas|plus) disponible|\bpas été trouvé|\bnon trouvé|\bsupprimé)",
        r"\b(?:página|pagina|artículo|artigo|contenido|conteúdo|producto|produto|anuncio|anúncio|articolo|prodotto|contenuto)\b"
        r".{0,50}(?:\b(?:no|não|non|ya no|já não) (?:existe|esiste|está|foi|è|dispon\w+|encontrad|trovat)|"
        r"\bno se (?:ha )?enc[ou])",
        r"\b(?:no encontramos|no hemos encontrado|não encontramos|non troviamo|non abbiamo trovato)\b.{0,20}\b(?:página|pagina)",
        r"\bpagina\b.{0,40}\b(?:niet (?:meer )?(?:gevonden|beschikbaar)|bestaat niet)",
        r"\b(?:sidan|siden|sivua)\b.{0,40}\b(?:hittades inte|inte hittas|finns inte|ikke (?:fundet|funnet)|findes ikke|ei löyt)",
        r"\b(?:stron[ay]|stránk[ay]|stránku)\b.{0,40}\b(?:nie (?:istnieje|została)|nenalezen|nebyla nalezena|neexistuje)",
        r"\bnie znaleźliśmy\b.{0,20}\bstron",
        r"\b(?:страниц[аы]|сторінк[аиу])\b.{0,40}(?:не (?:найден|существует|знайден|існує)|удален)",
        r"\bsayfa\w*\b.{0,30}\b(?:bulunamadı|mevcut değil)",
        r"(?:ページ|記事).{0,20}(?:見つかりません|存在しません|ございません)|(?:页面|頁面|文章|网页).{0,10}(?:不存在|未找到|找不到|已被?删除)",
        r"페이지.{0,10}(?:찾을 수 없|존재하지 않)",
    ),
    "maintenance": _any_of(
        r"\b(?:we|site|website|page|service|server|system|shop|store|portal)\b.{0,40}"
        r"\b(?:maintenance|offline|upgrad\w+|back (?:soon|shortly))",
        r"\b(?:maintenance|offline|unavailable)\b.{0,25}\b(?:in progress|at the moment|try again)",
        r"\bsomething (?:went|has gone) wrong\b|\b(?:unexpected|critical|internal) (?:server )?error\b|\bserver-side exception\b",
        r"\b(?:website|webseite|seite|shop|portal|dienst|system)\b.{0,40}(?:gewartet|\bwartung|\bnicht (?:erreichbar|verfügbar))",
        r"\bwir sind (?:gleich|bald|in kürze)\b.{0,20}(?:zurück|da)\b",
        r"\b(?:site|service|boutique)\b.{0,40}\b(?:maintenance|indisponible)|\bnous (?:revenons|serons de retour)\b",
        r"\b(?:estamos|sitio|site|página|servicio|serviço)\b.{0,40}\b(?:mantenimiento|manutenção)|\b(?:volvemos|voltamos)\b.{0,15}"
        r"\b(?:enseguida|pronto|em breve)",
        r"\b(?:sito|servizio)\b.{0,40}\bmanutenzione|\btorniamo (?:presto|subito)",
        r"\b(?:website|site|pagina|webwinkel)\b.{0,40}\bonderhoud|\bserwis\b.{0,30}\bniedostępn",
        r"(?:сайт|сервис).{0,30}(?:технические работы|недоступен|обслуживани)",
        r"(?:サイト|サービス).{0,20}メンテナンス|(?:网站|系统|網站).{0,10}(?:维护|維護)|사이트.{0,10}점검",
    ),
    "bot wall": _any_of(
        r"\b(?:verify|confirm|prove|check|sure|know|whether)\b.{0,25}\b(?:you|you're)\b.{0,20}\b(?:human|robot|bot|person)\b",
        r"\b(?:robot|bot) or (?:a )?human\b|\bhuman or (?:a )?(?:robot|bot)\b|\bnot a (?:robot|bot)\b",
        r"\bunusual (?:activity|traffic)\b.{0,30}\b(?:network|computer|device|address)",
        r"\b(?:enable|turn on) (?:js|javascript)\b.{0,20}\b(?:cookies|ad blocker)",
        r"\b(?:bestätigen|beweisen|überprüfen)\b.{0,25}\b(?:mensch|kein (?:ro)?bot)",
        r"\b(?:vérifiez|confirmez|prouvez)\b.{0,25}\b(?:humain|pas un robot)",
        r"\b(?:verifi\w+|confirm\w+|demuestra|demuestre|comprueba|prove)\b.{0,25}\b(?:human[oa]|umano|robot|robô)\b",
        r"\bpotwierdź\b.{0,25}\brobot|\bподтвердите\b.{0,40}\bробот|\bbevestig\b.{0,25}\b(?:mens|robot)",
        r"ロボットではない|(?:验证|驗證|确认).{0,8}(?:不是机器人|真人)|로봇이 아닙",
    ),
    "login wall": _any_of(
        r"\b(?:log|sign) ?in (?:to|with|using)\b|\b(?:please|must|need to|have to) (?:log|sign) in\b",
        r"\blog ?in\b.{0,15}\bcontinue\b",
        r"\bmelden sie sich an\b|\b(?:anmelden|einloggen)\b.{0,20}\b(?:fortzufahren|weiter)",
        r"\bconnectez-vous\b|\binici[ae] sesi[oó]n\b|\baccedi (?:al|per|con)\b|\bentre na sua conta\b|\blog in om\b",
        r"\bzaloguj się\b|\bвойдите\b|ログインしてください|请(?:先)?登录|로그인이 필요",
    ),
}
_PROGRAM_ERROR = pattern(
    r"\b(?:fatal error|parse error|uncaught \w*(?:exception|error)|SQLSTATE\[|traceback \(most recent call last\)|"
    r"unhandled exception|stack trace:)",
    re.I,
)
_FIGURE = pattern(r"(?<![\w.#:/-])\d{1,3}(?:[.,:]\d{2})?(?![\w/-]|[.,:]\d)")
_STATUS = pattern(r"^[45]\d\d$")


@cache
def _sentence(kind: str) -> re.Pattern[str]:
    """Compiled when a page is looked at: most visits end before, and compiling all takes a fiftieth of them."""
    return re.compile(_SENTENCES[kind], re.I)


def is_sentence_of(text: str, kind: str) -> bool:
    """Whether a title or heading says in a short sentence that this is not the page."""
    said = " ".join(text.replace("’", "'").split())
    return 0 < len(said) <= LONGEST and _sentence(kind).search(said) is not None


def is_program_error(text: str) -> bool:
    """Whether a page begins with what a program says that broke."""
    return _PROGRAM_ERROR.search(text[:400]) is not None


def counted_figures(text: str) -> int:
    """How many prices, times and small numbers a text has: a fault page has none of its own."""
    return sum(_STATUS.match(found) is None for found in _FIGURE.findall(text))


FEW_WORDS = 80
"""A fault page has little text, unless it keeps the menus of its site."""
SOME_WORDS = 400
"""With menus: then both its title and its heading must say that it is a fault."""
LARGEST_SHARE_LEFT = 0.6
"""Of the words of the last version: a fault says less than that."""
LITTLE_LEFT = 0.3
"""Of the words of the last version: where a sentence or a form alone says that it is a fault."""
MOST_FIGURES = 1
"""Maximum number of prices, times and small numbers on a fault page; notices of maintenance name times."""
MOST_READ = 200
"""Texts of a page that are read for figures; one with more is no stand-in."""
FAILURES_REPORTED = 3
"""Faults in a row after which somebody is told."""
_SHOWS = frozenset(
    {"img", "svg", "canvas", "video", "object", "embed", "iframe", "input", "picture", "select", "button"}
)
_CERTIFICATE = pattern(r"certificate|\bTLS\b|ERR_(?:CERT|SSL)", re.I)
_WIDE = "[\u3040-\u9fff\uac00-\ud7af]"  # compiled where it is needed first: wide ranges take 5 ms
_UNKNOWN_HOST = pattern(
    r"ERR_NAME_NOT_RESOLVED|host name is not known|cannot be resolved|no such host|name resolution", re.I
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """What is wrong with a page, and how one can tell."""

    kind: FaultKind
    why: str


def fault_of_status(status: int) -> Fault | None:
    """The fault that a server admits."""
    if status < 400:
        return None
    kind: FaultKind = "server error" if status >= 500 else _REFUSALS.get(status, "client error")
    return Fault(kind=kind, why=f"the server answered {status}")


_REFUSALS: dict[int, FaultKind] = {
    401: "forbidden",
    403: "forbidden",
    404: "not found",
    407: "forbidden",
    410: "not found",
    429: "too many requests",
    451: "forbidden",
}


def fault_of_error(error: CaptureError) -> Fault | None:
    """The fault behind a capture that failed; None where the page had no part in it: no browser, an address refused."""
    if isinstance(error, BrowserError | RefusedError):
        return None
    said = str(error)
    if isinstance(error, StepFailedError):
        return Fault(kind="step failed", why=said)
    if isinstance(error, SlowPageError):
        return Fault(kind="timeout", why="examining it takes too long")
    if isinstance(error, PageTimeoutError):
        return Fault(kind="timeout", why="it did not answer in time")
    if _CERTIFICATE.search(said):
        return Fault(kind="certificate", why="its certificate is not accepted")
    if _UNKNOWN_HOST.search(said):
        return Fault(kind="unknown host", why="its host name is not known")
    return Fault(kind="unreachable", why="it could not be loaded")


def fault_of_page(snapshot: Snapshot, state: PageState) -> Fault | None:
    """What is wrong with a rendered page; None for a page."""
    admitted = fault_of_status(snapshot.status)
    if admitted is not None:
        return admitted
    if snapshot.nodes is None:
        body = snapshot.responses[0].body if snapshot.responses else b"?"
        return None if body.strip() else Fault(kind="empty", why="the server sent nothing")
    evidence = _Evidence.of(snapshot, snapshot.nodes, state)
    return evidence.empty() or evidence.wall() or evidence.log_in() or evidence.stand_in()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Evidence:
    snapshot: Snapshot
    nodes: NodeTable
    words: int
    text: str
    headings: tuple[str, ...]
    old_title: str | None  # None: there is no version before
    old_headings: tuple[str, ...]
    old_words: int

    @classmethod
    def of(cls, snapshot: Snapshot, nodes: NodeTable, state: PageState) -> _Evidence:
        shown = (nodes.is_text & nodes.visible).nonzero()[0].tolist()
        leaves = list(state.tree.leaves()) if state.tree is not None else []
        return cls(
            snapshot=snapshot,
            nodes=nodes,
            words=sum(counted_words(nodes.text[row]) for row in shown),
            text=" ".join(nodes.text[row] for row in shown[:MOST_READ]),
            headings=tuple(_headings(nodes)),
            old_title=state.last.title if state.last is not None else None,
            old_headings=tuple(text for leaf in leaves for text in {leaf.text, leaf.topic} if text),
            old_words=sum(counted_words(leaf.text) for leaf in leaves),
        )

    def empty(self) -> Fault | None:
        if self.words or any(tag in _SHOWS for tag in self.nodes.tags) or self.nodes.images:
            return None
        return Fault(kind="empty", why="the page shows nothing")

    def wall(self) -> Fault | None:
        said = self._said("bot wall")
        if self.words > FEW_WORDS or (self._has_figures() and said is not None):
            return None
        source = self.snapshot.dom.lower()
        named = next((mark for mark in WALL_SOURCES if mark in source), None)
        if said is not None and (named is not None or (self.old_title is not None and self._says_less())):
            return Fault(kind="bot wall", why=f"the page shows a bot check ({said!r})")
        if self._little_is_left() and (named is not None or self._sentence("bot wall") is not None):
            return Fault(kind="bot wall", why=f"the page shows a bot check ({named or 'by its text'})")
        return None

    def log_in(self) -> Fault | None:
        """A login form, shown instead of the requested page."""
        asked, shown = self.snapshot.requested_url, self.snapshot.url
        led_away = bool(LOGIN_ADDRESS.search(_place(shown))) and not LOGIN_ADDRESS.search(_place(asked))
        if self.words > SOME_WORDS:
            return None
        said = self._said("login wall") or self._sentence("login wall")
        if not self._has_password_field():
            if not (led_away and said is not None and self.words <= FEW_WORDS and self._has_field()):
                return None
        elif not led_away:
            dropped = self.old_title is not None and self._says_less() and said is not None
            if not dropped and not (self._little_is_left() and self.words <= FEW_WORDS):
                return None
        return Fault(kind="login wall", why="the page asks to log in")

    def stand_in(self) -> Fault | None:
        kinds: tuple[tuple[str, FaultKind], ...] = (("not found", "soft not found"), ("maintenance", "maintenance"))
        for name, kind in kinds:
            said = self._says_it_stands_in(name)
            if said is not None:
                return Fault(kind=kind, why=f"the page says {said[:80]!r}")
        if self.words <= FEW_WORDS and self._little_is_left() and is_program_error(self.text):
            return Fault(kind="maintenance", why="the page shows an application error")
        return None

    def _says_it_stands_in(self, name: str) -> str | None:
        """The phrase or sentence of that kind by which a page gives itself away."""
        if self.words > SOME_WORDS or (name == "not found" and self._has_figures()):
            return None
        said = self._said(name)
        if said is not None and (self._is_small_and_less() or self._says_it_twice_and_less(name)):
            return said
        return self._sentence(name) if self.words <= FEW_WORDS else None

    def _says_it_twice_and_less(self, name: str) -> bool:
        both = self._is(self.snapshot.title, name) and any(self._is(text, name) for text in self.headings)
        return both and self._says_less() and self.old_title is not None

    def _sentence(self, kind: str) -> str | None:
        """The title or heading that says so; None where the last version did, too, or where too much is left to believe it.

        At a first visit both must say it.
        """
        if any(is_sentence_of(text, kind) for text in (self.old_title or "", *self.old_headings)):
            return None
        said = [text for text in (self.snapshot.title, *self.headings) if is_sentence_of(text, kind)]
        believed = self._little_is_left() if self.old_title is not None else self._says_it_twice(kind)
        return said[0] if said and believed else None

    def _says_it_twice(self, kind: str) -> bool:
        """Whether title and heading say it, and nothing else has figures."""
        in_title, *in_headings = (
            is_sentence_of(text, kind) or self._is(text, kind) for text in (self.snapshot.title, *self.headings)
        )
        return in_title and any(in_headings) and not self._has_figures()

    def _little_is_left(self) -> bool:
        return self.old_title is not None and self.words <= LITTLE_LEFT * self.old_words

    def _has_figures(self) -> bool:
        return counted_figures(self.text) > MOST_FIGURES

    def _said(self, kind: str) -> str | None:
        """The phrase that the title or a heading is; None if missing, or where the last version said it, too."""
        if any(self._is(text, kind) for text in (self.old_title or "", *self.old_headings)):
            return None
        places = (self.snapshot.title, *self.headings) if self.old_title is not None else (self.snapshot.title,)
        return next((phrase for text in places if (phrase := phrase_of(text, kind))), None)

    @staticmethod
    def _is(text: str, kind: str) -> bool:
        return phrase_of(text, kind) is not None

    def _is_small_and_less(self) -> bool:
        return self.words <= FEW_WORDS and self._says_less()

    def _says_less(self) -> bool:
        return self.old_title is None or self.words <= LARGEST_SHARE_LEFT * self.old_words

    def _has_password_field(self) -> bool:
        return "password" in self._fields()

    def _has_field(self) -> bool:
        return bool({"", "text", "email", "tel"} & self._fields())

    def _fields(self) -> set[str]:
        """The kinds of the fields that show."""
        inputs = (self.nodes.tag == self.nodes.tag_code("input")).nonzero()[0].tolist()
        return {self.nodes.attributes[row].get("type", "").lower() for row in inputs if self.nodes.visible[row]}


def counted_words(text: str) -> int:
    """Words; of scripts without spaces, two signs are one."""
    return len(text.split()) + (0 if text.isascii() else len(re.findall(_WIDE, text)) // 2)


def _headings(nodes: NodeTable) -> list[str]:
    is_heading = (nodes.tag == nodes.tag_code("h1")) | (nodes.tag == nodes.tag_code("h2"))
    rows = (is_heading & nodes.visible).nonzero()[0].tolist()
    return [nodes.text_of(row) for row in rows[:20]]


def _place(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.hostname or ''}{parts.path}?{parts.query}".lower()


def failures_in_a_row(history: Sequence[Visit]) -> int:
    """How many of the last visits, newest first, ended in a fault; visits that failed here say nothing of the page."""
    count = 0
    for visit in history:
        if visit.fault is not None:
            count += 1
        elif visit.error is None:
            break
    return count
