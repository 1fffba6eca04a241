"""What pages say that stand in the place of another: closed lists of whole titles and headings, never single words.

A phrase counts only where it is all that a title (or one part of it between separators) or a heading says: an article
about captchas or a notice of maintenance on a page that goes on says more.
"""

from __future__ import annotations

from pagestrata.model.patterns import pattern

_SEPARATORS = pattern(r"\s+[-|–—·:»•]+\s+|\s*\|\s*|:\s+")
_NUMBER_BEFORE = pattern(r"^(?:http\s+)?(?:error|fehler|erreur)?\s*(?:code)?\s*[:#]?\s*[45]\d\d\b[\s:.,!–—-]*")
_EDGES = " \t\r\n.,;:!?…'\"“”‘’¡¿()[]-–—"


def _phrases(listed: str) -> frozenset[str]:
    return frozenset(" ".join(phrase.split()).strip(_EDGES) for phrase in listed.split("|")) - {""}


NOT_FOUND = _phrases(
    """
    not found | page not found | the page was not found | page cannot be found | the page cannot be found |
    page could not be found | the page could not be found | this page could not be found |
    this page can't be found | that page can't be found | oops! that page can't be found | page doesn't exist |
    this page doesn't exist | this page does not exist | the page you requested could not be found |
    the page you are looking for could not be found | the page you requested was not found |
    the requested url was not found on this server | the resource cannot be found |
    the requested page could not be found | sorry, this page isn't available | page unavailable |
    file not found | document not found | we can't find that page | we couldn't find that page |
    we can't find the page you're looking for | page no longer available | nicht gefunden |
    seite nicht gefunden | die seite wurde nicht gefunden | diese seite wurde nicht gefunden |
    diese seite existiert nicht | seite existiert nicht | die angeforderte seite wurde nicht gefunden |
    page non trouvée | page introuvable | cette page est introuvable | cette page n'existe pas |
    page inexistante | página no encontrada | no se ha encontrado la página | la página no existe |
    esta página no existe | página não encontrada | pagina non trovata | pagina niet gevonden |
    sidan hittades inte | siden ble ikke funnet | siden blev ikke fundet | sivua ei löytynyt |
    nie znaleziono strony | strona nie istnieje | stránka nenalezena | страница не найдена |
    сторінку не знайдено | sayfa bulunamadı | ページが見つかりません | お探しのページは見つかりませんでした |
    页面不存在 | 找不到网页 | 页面未找到 | 頁面不存在 | 페이지를 찾을 수 없습니다
    """
)
MAINTENANCE = _phrases(
    """
    maintenance mode | under maintenance | site under maintenance | website under maintenance |
    down for maintenance | site maintenance | we are down for maintenance | we're down for maintenance |
    scheduled maintenance | site is under maintenance | our site is under maintenance |
    undergoing maintenance | site is undergoing maintenance | this site is undergoing maintenance |
    we'll be back soon | we will be back soon | be right back | we'll be right back | temporarily unavailable |
    service unavailable | service temporarily unavailable | site temporarily unavailable |
    temporarily down for maintenance | offline for maintenance |
    briefly unavailable for scheduled maintenance. check back in a minute |
    error establishing a database connection | database error | bad gateway | internal server error |
    gateway timeout | gateway time-out | web server is down | application error | wartungsarbeiten |
    wartungsmodus | wir sind bald zurück | derzeit nicht verfügbar | vorübergehend nicht erreichbar |
    en maintenance | site en maintenance | maintenance en cours | en mantenimiento | sitio en mantenimiento |
    em manutenção | in manutenzione | przerwa techniczna | prace konserwacyjne | технические работы |
    ведутся технические работы | メンテナンス中 | ただいまメンテナンス中です | 系统维护中 | 网站维护中 |
    점검 중입니다
    """
)
BOT_WALL = _phrases(
    """
    just a moment | attention required | attention required! | access denied |
    access to this page has been denied | pardon our interruption | robot check | are you a robot |
    are you human | are you a human | security check | security verification | human verification |
    please verify you are a human | verify you are human |
    verifying you are human. this may take a few seconds | verify that you are not a robot |
    confirm you are not a robot | checking your browser | checking your browser before accessing |
    one more step | please complete the security check to access | ddos protection | ddos-guard |
    bot verification | captcha | unusual traffic | you have been blocked | sorry, you have been blocked |
    request blocked | the request could not be satisfied | please wait |
    please enable javascript and cookies to continue | enable javascript and cookies to continue |
    validating your browser | zugriff verweigert | sind sie ein mensch | sind sie ein roboter | accès refusé |
    êtes-vous un robot | acceso denegado | доступ ограничен | вы не робот | ロボットではありません |
    请完成安全验证 | 安全验证
    """
)
LOGIN = _phrases(
    """
    log in | login | sign in | signin | log on | logon | please log in | please sign in | member login |
    account login | sign in to continue | log in to continue | you must log in to continue | login required |
    sign in required | authentication required | welcome back | anmelden | anmeldung | einloggen |
    bitte anmelden | connexion | se connecter | identifiez-vous | iniciar sesión | inloggen | logga in |
    logg inn | log ind | kirjaudu | zaloguj się | přihlášení | вход | войти | giriş yap | ログイン | 登录 |
    登入 | 로그인
    """
)
LISTS = {"not found": NOT_FOUND, "maintenance": MAINTENANCE, "bot wall": BOT_WALL, "login wall": LOGIN}
WALL_SOURCES = (
    "/cdn-cgi/challenge-platform/",
    "cf-challenge",
    "challenges.cloudflare.com",
    "captcha-delivery.com",
    "_incapsula_resource",
    "px-captcha",
    "perimeterx",
    "g-recaptcha",
    "h-captcha",
    "hcaptcha.com",
    "awswaf.com",
    "ddos-guard.net",
)
"""What the source of a bot wall names."""
_LOGIN_NAMES = "log-?in|sign-?in|signon|sso|auth|authenticate|oauth2?|saml|session/new"
LOGIN_ADDRESS = pattern(rf"(?:^|[/._?&=-])(?:{_LOGIN_NAMES})(?:$|[/._?&=-])")


def phrase_of(text: str, kind: str) -> str | None:
    """The phrase of that kind which a title or heading is, or one of its parts between separators; None: it says else."""
    known = LISTS[kind]
    for part in (text, *_SEPARATORS.split(text)):
        said = " ".join(part.casefold().replace("’", "'").split()).strip(_EDGES)
        for phrase in (said, _NUMBER_BEFORE.sub("", said).strip(_EDGES)):
            if phrase in known:
                return phrase
        if kind == "not found" and said in {"404", "error 404", "http 404", "fehler 404", "erreur 404", "404 error"}:
            return said
    return None
