"""What the machine behind a page says of itself, as whole phrases: who made the page, how busy it is, who asks.

The version of the program that made a page ('Powered by quill 0.9.2'), the name of the server that sent it, its load, the
visitor's own address, a one-time token, the number called at a counter. All need their words: a bare number is never one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_MARKS = {
    "powered generated built created made published produced rendered":
    r"(?:powered|generated|built|created|made|published|produced|rendered) (?:by|with|using) [^\s\d]\S*(?: [^\s\d]\S*)?"
    r" v?\d+(?:\.\d+)+[\w.-]*(?=\s*(?:$|[,;·|()\n]|(?:on|in|at) ))",
    "served rendered generated handled delivered sent":
    r"(?:served|rendered|generated|handled|delivered|sent) (?:by|from|on) [a-z][\w.-]*\d[\w.-]*",
    "node host pod instance backend worker":
    r"(?:node|host|pod|instance|backend|worker)[ :]{1,2}[a-z]+-[\w-]*\d[\w-]*",
    "server load response page latency ping pid process ttl memory":
    r"(?:server load|load average|response time|page (?:load|size)|load time|latency|ping|pid|process id|ttl|memory used)"
    r"\W{1,3}\d+(?:[.,]\d+)*(?![\d.,]| ?(?:min|minutes?|hours?|hrs?|h|(?:business |working )?days?|weeks?)(?!\w))"
    r"(?:\s?(?:ms|s|kb|mb|%)(?!\w))?",
    "time":
    r"(?:time to (?:generate|render|load)|(?:generation|rendering|render|execution|processing|loading|query) time)"
    r"\W{1,3}\d+(?:[.,]\d+)*(?:\s?(?:ms|s|sec|seconds)(?!\w))?",
    "build deploy deployed deployment rev revision snapshot v ver":
    r"(?:build|deploy(?:ed|ment)?|rev(?:ision)?|snapshot|v\.|ver\.)[\s:#]{1,2}20\d\d(?:[.-]?[01]\d[.-]?[0-3]\d|[.-]1?\d[.-][1-3]?\d(?=[.-]\d))"
    r"(?:[.-]\d+)*"
    r"(?: ?\([0-9a-f]{6,}\))?",
    "age": r"\(age:? \d+\)|(?:hit|miss)\W{1,3}age:? \d+",
    "ip": r"(?:your )?ip(?: address)?(?: is)?:? \d{1,3}(?:\.\d{1,3}){3}",
    "nonce csrf xsrf token request trace session etag":
    r"(?:nonce|csrf|xsrf|token|request id|trace id|session id|etag)\W{1,3}(?=[\w=+/-]*\d)[\w=+/-]{6,}",
    "trace request session correlation":
    r"(?:trace|request|session|correlation)(?:[ -]id)?\W{1,3}(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{6,}",
    "up uptime":
    r"up ?time\W{1,3}\d+ ?(?:d|days?|h|hours?|hrs?)(?:\W{1,2}\d+(?::\d\d)*(?: ?(?:h|m|min|minutes?|hours?|s))?){0,3}",
    "requests hits": r"(?:page |http |api )?(?:requests|hits) \d+(?:[.,]\d+)*",
    "rendered generated served created built loaded":
    r"(?:rendered|generated|served|created|built|loaded) in \d+(?:[.,]\d+)?\s?m?s(?:ec(?:onds)?)? (?:on|by|from) [a-z][\w.-]*\d",
    "queries": r"\d+ (?:sql |database |db )?queries",
    "serving bedient aufgerufen atendiendo":
    r"(?:now serving|jetzt bedient|aufgerufen wird|ahora atendiendo)(?: (?:number|nummer|número|ticket))?\W{1,2}[a-z]?\d+",
}  # fmt: skip
"""Words -> a phrase that has one of them, whole: where none of them stands, it is not looked for."""
_UPDATED = (
    "updated|update|edited|edit|posted|modified|published|seen|active|online|visited|refreshed|aktualisiert|geändert|bearbeitet"
    "|gesehen|modifié|publié|actualisé|mis à jour|actualizado|publicado|modificado|visto|aggiornato|pubblicato|modificato"
    "|atualizado|bijgewerkt|geplaatst|gewijzigd|обновлено|опубликовано|изменено|zaktualizowano|opublikowano|uppdaterad|güncellendi"
)
_DAYS = (
    "today", "yesterday", "heute", "gestern", "vorgestern", "aujourd'hui", "hier", "hoy", "ayer", "anteayer", "oggi",
    "ieri", "hoje", "ontem", "vandaag", "gisteren", "сегодня", "вчера", "dziś", "dzisiaj", "wczoraj", "idag", "igår",
    "bugün", "dün",
)  # fmt: skip
_TRIGGERS = (*_DAYS, "לפני", "منذ", "قبل")
_AGE_IN_WORDS = re.compile(
    rf"(?<!\w)(?:{_UPDATED})[\s:,]{{1,2}}(?P<day>{'|'.join(_DAYS)})(?!\w)"
    r"|(?<!\w)(?:לפני (?:דקה|דקותיים|שעה|שעתיים|יום|יומיים|שבוע|שבועיים|חודש|חודשיים|שנה|שנתיים)"
    r"|(?:منذ|قبل) (?:دقيقة|دقيقتين|ساعة|ساعتين|يوم|يومين|أسبوع|أسبوعين|شهر|شهرين|سنة|سنتين))(?!\w|\s*\d)",
    re.IGNORECASE,
)

MACHINE_MARK = re.compile(rf"(?<!\w)(?:{'|'.join(_MARKS.values())})(?!\w)", re.IGNORECASE)
_MARK_WORDS = frozenset(word for words in _MARKS for word in words.split())
_WORD = re.compile(r"\w+")
_DOTTED_AND_DOTLESS = str.maketrans("İı", "ii")  # which patterns that ignore case take for an i

UPDATED_PHRASE = re.compile(r"(?<!\w)(?:mise?s? à jour|à jour (?:le|au))(?!\w)", re.IGNORECASE)
"""Says in several words that a time is that of the page."""
PRESENT_CLOCK = re.compile(
    r"(?<!\w)(?:local time|current time|server time|time now|time is|time now is|time is now|it is|it's|it is now|it's now"
    r"|it is currently|clock|hora local|hora actual|ora locale|ora attuale|ora esatta|heure locale|heure actuelle|il est"
    r"|hora atual|ortszeit|uhrzeit|aktuelle zeit|es ist|es ist jetzt|lokale tijd|huidige tijd|het is nu|местное время"
    r"|текущее время|время сервера|сейчас|yerel saat|saat şu an|aktualny czas|czas lokalny|teraz jest|现在时间|当前时间|北京时间"
    r"|当前北京时间|現在時刻|現在の時刻|現在|현재 시각|현재 시간|الوقت الآن|الوقت الحالي|الساعة الآن"
    r"|השעה עכשיו|השעה כעת|tiden är nu|tiden är|klockan är|klokken er|tiden er nå|tid nu|kello on|godzina|jest teraz|jest godzina"
    r"|teď je|právě je|a pontos idő|ora exactă|ώρα τώρα|thời gian hiện tại|server zeit|serverzeit|heure du serveur"
    r"|hora del servidor|服务器时间|サーバー時刻|local time now|horloge|reloj|orologio)\W{0,3}$",
    re.IGNORECASE,
)
"""Right before a clock they say that it is the hour of the visit."""
PRESENT_DAY = re.compile(
    r"(?<!\w)(?:today|today is|today's date|today's date is|heute|heute ist|wir haben heute|aujourd['’]hui|nous sommes"
    r"|nous sommes le|oggi|oggi è|hoy|hoy es|hoje|hoje é|vandaag|vandaag is het|dziś|dziś jest|dzisiaj|dzisiaj jest"
    r"|сегодня|сьогодні|bugün|idag"
    r"|i dag|idag är det|dnes|dnes je|ma|azi|σήμερα|今日は|今天是|今天|本日|اليوم|היום)\W{0,3}$",
    re.IGNORECASE,
)
"""The same before a date."""


def machine_marks(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """From where to where the marks of a machine reach in a stretch of a text."""
    words = _WORD.findall(text[start:end].translate(_DOTTED_AND_DOTLESS).casefold())
    if not _MARK_WORDS.isdisjoint(words):
        for found in MACHINE_MARK.finditer(text, start, end):
            yield found.span()


def ages_in_words(text: str) -> Iterator[tuple[int, int]]:
    """How long ago without a number: 'last edit yesterday', and the words for two of a kind."""
    lower = text.lower()
    if any(map(lower.__contains__, _TRIGGERS)):
        for found in _AGE_IN_WORDS.finditer(text):
            yield found.span("day" if found["day"] else 0)
