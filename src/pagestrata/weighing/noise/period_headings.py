"""Headings that say that what stands below them is that of a day or a week: 'Object of the day', 'In the canteen today'.

The frame says it, whatever thing is in it: '* of the day' in the languages of `page_words`, and 'today' in those of CLDR. So
does one word that ends with 'tip', as Germanic languages join them ('Gartentipp'): one tip gives way to the next. A
heading that speaks of a deadline, of opening hours or of an event is none, and neither is one over what was decided or arranged:
who won, what is on the agenda (which is 'the order of the day' in half of Europe), who is on duty, absent or cancelled.
"""

from __future__ import annotations

import re
from functools import cache

from pagestrata.weighing.noise import page_words
from pagestrata.weighing.noise.noise_context import speaks_of_event
from pagestrata.weighing.noise.present_words import says_today

MOST_WORDS = 6
MOST_THING_WORDS = 3
LEAST_LETTERS = 5
"""Of a frame that stands before its thing: shorter ones are words of other languages, too."""
_ENDS = " :：?!…"
_TIP = re.compile(r"[^\W\d_-]{4,}-?tip[ps]?")
_AGENDA = re.compile(
    r"(?<!\w)(?:orders? of the day|ordre du jour|orden del día|ordine del giorno|ordem do dia|ordre del dia|orde van de dag"
    r"|ordinea de zi|orde do día|pořad dne|дневни ред|дневен ред|повестка дня|порядок денний|порядок дня|парадак дня)(?!\w)"
)
_DECIDED = re.compile(
    r"(?<!\w)(?:winn(?:er|ing)|gewinn|sieger|gagnant|vainqueur|lauréat|ganador|vencedor|vincitor|winnaar|zwycięz|laurea"
    r"|побед|выигр|перемож|vinnar|vinder|vinner|voittaj|võitja|kazanan|győztes|nyertes|câștig|vítěz|víťaz|výher|pobjed|pobed"
    r"|zmagov|νικητ|победит|الفائز|فائز|זוכ|विजेता|pemenang|sigurvegar"
    r"|result|ergebnis|résultat|resultad|risultat|uitslag|wynik|результат|tulos|tulok|výsled|eredmény|rezultat|sonuç|αποτελ"
    r"|lott[eo]|ziehung|tirage|sorteo|estrazion|losowani|тираж|dragning"
    r"|absen|vertret|abwesen|cancel|ausfäll|entfäll|annul|supprim|zrušen|odwołan|отмен|inställ|peru(?:ttu|tut)|iptal"
    r"|strike|streik|grève|huelga|sciopero|greve|staking|strajk|забастов|strejk|lakko|stávk|sztrájk|grev(?!\w)"
    r"|judge?ment|ruling|verdict|urteil|arrêt|sentenc|sentenz|wyrok|решени"
    r"|on duty|on call|notdienst|bereitschaft|de garde|de guardia|di turno|de turno|de plantão|dyżur|дежур"
    r"|doctor|physician|arzt|ärzt|médecin|médic|medico|medici|dokter|huisarts|lekarz|врач|lékař|orvos|läkar|lääkär"
    r"|pharmac|apothek|farmac|apotek|apteek|аптек|lékárn|gyógyszertár|eczane|φαρμακ|apteki|apteka"
    r"|surgery|outage|störung|panne|avaria|awari|авари|warning|warnung|alert)",
    re.IGNORECASE,
)


def is_of_period(heading: str) -> bool:
    """Whether a line is such a heading."""
    said = heading.strip(_ENDS).lower()
    if not said or len(said.split()) > MOST_WORDS or ":" in said:
        return False
    if _AGENDA.search(said) or _DECIDED.search(said):
        return False
    return (is_over_one_thing(said) or says_today(said)) and not speaks_of_event(said)


def is_over_one_thing(heading: str) -> bool:
    """Whether such a heading names the thing that is shown in turns: 'today' alone may also stand over how things are."""
    said = heading.strip(_ENDS).lower()
    if _TIP.fullmatch(said):
        return True
    before, behind = _frames()
    things = [said[: -len(one)] for one in behind if said.endswith(one)]
    things += [said[len(one) :] for one in before if said.startswith(one)]
    return any(0 < len(thing.split()) <= MOST_THING_WORDS for thing in things)


@cache
def _frames() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What stands before the thing, and behind it, with the space between: ' of the day'."""
    listed = {frame for concepts in page_words.page_words().values() for frame in concepts["of the day"]}
    before = {frame[:-1] for frame in listed if frame.endswith(f" {page_words.PLACEHOLDER}")}
    behind = {frame[1:] for frame in listed if frame.startswith(f"{page_words.PLACEHOLDER} ")}
    return tuple(sorted(one for one in before if len(one) > LEAST_LETTERS)), tuple(sorted(behind))
