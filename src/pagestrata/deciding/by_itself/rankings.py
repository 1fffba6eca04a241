"""Lists whose order is the news: a table, places with their numbers, what stands under 'standings' or 'results'.

A list of teasers that a machine ranked again is none, be it numbered or not: it stands under a label such as 'most read', or
its lines are links of several words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pagestrata.deciding.surroundings.link_lists import is_all_links
from pagestrata.model.blocks import Block
from pagestrata.weighing.noise.noise_context import Place
from pagestrata.weighing.noise.period_headings import is_of_period
from pagestrata.weighing.noise.rotating_labels import begins_with_label, ends_with_label, rotating_labels

RANKING_CHANCE = 0.85
FEWEST_PLACES = 3
TEASER_WORDS = 4
HEADING_CHARACTERS = 60
_PLACE = re.compile(r"\W{0,2}(\d{1,3})(?:[.):]|st|nd|rd|th|º|ª|er|e)?\s+\S")
_RANKING = re.compile(
    r"(?<!\w)(?:rankings?|standings?|leader ?boards?|league table|final table|results?|placings|charts?"
    r"|top (?:\d+|ten|five|twenty)|rangliste|bestenliste"
    r"|ergebnisse?|platzierung(?:en)?|tabellenstand|classements?|résultats?|palmarès|clasificaci[oó]n(?:es)?"
    r"|resultados?|classifica|classifiche|risultat[io]|graduatoria|classificaç(?:ão|ões)|classificaci[oó]|resultats?|klassement"
    r"|uitslag(?:en)?|stand|ranglijst|рейтинг|турнирная таблица|результаты?|итоги|рейтинги|результати|wyniki|klasyfikacja|tabela"
    r"|výsledky|pořadí|poradie|eredmények|rangsor|tabella|clasament|rezultate|κατάταξη|βαθμολογία|αποτελέσματα|puan durumu"
    r"|sıralama(?:sı)?|sonuçlar|resultater|resultat|tabell|stilling|tulokset|sarjataulukko|tulemused|edetabel|rezultatai|rezultāti"
    r"|rezultati|poredak|lestvica|резултати|класиране|табела|hasil|klasemen|peringkat|kết quả|bảng xếp hạng|نتائج|ترتيب"
    r"|جدول الترتيب|نتایج|جدول|תוצאות|דירוג|טבלה|परिणाम|अंक तालिका|ফলাফল|பட்டியல்|முடிவுகள்|matokeo|msimamo)(?!\w)"
    r"|排名|积分榜|積分榜|成绩|成績|順位|結果|순위|결과|ผลการแข่งขัน|ตารางคะแนน|อันดับ",
    re.IGNORECASE,
)


def is_ranking(block: Block, text: str, place: Place) -> bool:
    """Whether the order of the lines of a text, of a block at this place, says something."""
    if _is_labelled(text, place):
        return False
    if block.role == "table":
        return True
    lines = [line for line in text.split("\n") if line.strip()]
    if _is_teasers(block):
        return False
    return _is_numbered(lines) or _says_ranking(lines, place)


def _is_labelled(text: str, place: Place) -> bool:
    if begins_with_label(text) or ends_with_label(place.before) or any(rotating_labels(text[:HEADING_CHARACTERS])):
        return True
    return is_of_period(text.partition("\n")[0])


def _is_teasers(block: Block) -> bool:
    """Whether the lines are links with the titles of articles."""
    if not is_all_links(block):
        return False
    words = [len(link.name.split()) for link in block.links]
    return sum(words) >= TEASER_WORDS * len(words)


def _is_numbered(lines: Sequence[str]) -> bool:
    """Whether lines begin with the places from the first on, maybe below a heading."""
    numbers = [int(found[1]) if (found := _PLACE.match(line)) else 0 for line in lines]
    places = [number for number in numbers if number]
    return len(places) >= FEWEST_PLACES and places == list(range(1, len(places) + 1))


def _says_ranking(lines: Sequence[str], place: Place) -> bool:
    """Whether the first line, or the last one above the block, is short and speaks of standings or results."""
    above = place.before.rstrip("\n").rpartition("\n")[2]
    headings = (*lines[:1], above)
    return any(len(one) <= HEADING_CHARACTERS and _RANKING.search(one) is not None for one in headings)
