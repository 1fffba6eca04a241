"""Sentences that pages say which stand in the place of another: a thing of the site, and that it is not there.

Whole phrases (`fault_words`) are never complete: sites say 'Sorry, this article is no longer available' in many ways. A
sentence counts only as a short heading or title, so it names *what* is missing (a page, an article, this site) beside *that*
it is: 'Wartungsarbeiten am Aufzug' speaks of a lift. It is weaker evidence than a phrase, and needs more beside it.
"""

from __future__ import annotations

import re
from functools import cache

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
_PROGRAM_ERROR = re.compile(
    r"\b(?:fatal error|parse error|uncaught \w*(?:exception|error)|SQLSTATE\[|traceback \(most recent call last\)|"
    r"unhandled exception|stack trace:)",
    re.I,
)
_FIGURE = re.compile(r"(?<![\w.#:/-])\d{1,3}(?:[.,:]\d{2})?(?![\w/-]|[.,:]\d)")
_STATUS = re.compile(r"^[45]\d\d$")


@cache
def _sentence(kind: str) -> re.Pattern[str]:
    """Compiled when a page is looked at: most visits end before, and compiling all takes a fiftieth of them."""
    return re.compile(_SENTENCES[kind], re.I)


def is_sentence_of(text: str, kind: str) -> bool:
    """Whether a title or heading says in a short sentence that something else stands there."""
    said = " ".join(text.replace("’", "'").split())
    return 0 < len(said) <= LONGEST and _sentence(kind).search(said) is not None


def is_program_error(text: str) -> bool:
    """Whether a page begins with what a program says that broke."""
    return _PROGRAM_ERROR.search(text[:400]) is not None


def counted_figures(text: str) -> int:
    """How many prices, times and small numbers a text has: a page that stands in for another has none of its own."""
    return sum(_STATUS.match(found) is None for found in _FIGURE.findall(text))
