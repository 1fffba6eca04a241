import unicodedata
from datetime import date, timedelta

import babel
import pytest
from babel.dates import format_date, format_timedelta

from pagestrata.weighing.noise.noise_grammar import spans_of
from pagestrata.weighing.noise.noisy_texts import noise_spans, without_noise
from pagestrata.weighing.noise.page_words import (
    EVERY_CONCEPT,
    UNPARTED,
    daily_labels,
    page_words,
    parted,
    phrase_pattern,
    phrases,
    single_words,
    unparted,
)
from pagestrata.weighing.noise.rotating_labels import (
    begins_as_advertisement,
    begins_with_label,
    is_of_advertisement,
    is_over_list,
)

MODERN = [
    "af", "am", "ar", "as", "az", "be", "bg", "bn", "bs", "ca", "cs", "cy", "da", "de", "dsb", "el", "en", "es",
    "et", "eu", "fa", "fi", "fil", "fr", "ga", "gd", "gl", "gu", "ha", "he", "hi", "hr", "hsb", "hu", "hy", "id",
    "ig", "is", "it", "ja", "jv", "ka", "kk", "km", "kn", "ko", "kok", "ky", "lo", "lt", "lv", "mk", "ml", "mn",
    "mr", "ms", "my", "nb", "ne", "nl", "nn", "or", "pa", "pl", "ps", "pt", "ro", "ru", "sd", "si", "sk", "sl",
    "so", "sq", "sr", "sv", "sw", "ta", "te", "th", "tk", "tr", "uk", "ur", "uz", "vi", "yo", "yue", "zh", "zu",
]  # fmt: skip
"""What CLDR 45 covers at the level 'modern' (`coverageLevels.json`), without Cherokee."""
PROTECTED = ("event", "facts")


def test_every_language_that_cldr_covers_well_has_every_concept() -> None:
    assert sorted(page_words()) == MODERN
    assert [language for language, found in page_words().items() if tuple(found) != EVERY_CONCEPT] == []
    assert [name for name, found in page_words().items() if not all(all(listed) for listed in found.values())] == []


def test_words_are_written_as_pages_are_read() -> None:
    listed = [word for found in page_words().values() for words in found.values() for word in words]
    assert [word for word in listed if word != unicodedata.normalize("NFC", word.lower()) or word != word.strip()] == []


def test_no_word_is_a_single_letter_but_where_signs_are_words() -> None:
    listed = {(name, word) for name, found in page_words().items() for words in found.values() for word in words}
    assert [word for name, word in listed if len(word) == 1 and name not in UNPARTED] == []


def test_no_word_of_noise_is_one_of_events_or_facts_in_any_language() -> None:
    facts = {word for found in page_words().values() for concept in PROTECTED for word in found[concept]}
    noise = {
        (language, concept, word)
        for language, found in page_words().items()
        for concept, words in found.items()
        if concept not in (*PROTECTED, "daily things")
        for word in words
    }
    assert sorted(one for one in noise if one[2] in facts) == []


def test_short_words_of_one_language_are_not_read_in_all() -> None:
    assert "sau" not in parted("times")
    assert "fois" in single_words("times")


def test_words_with_marks_are_single_words_and_phrases_are_not() -> None:
    assert "बार" in single_words("times")
    assert "अंतिम संशोधन" in phrases("updated")
    assert "คน" in unparted("people")


def test_every_language_says_of_the_day() -> None:
    assert {"tip of the day", "päivän vinkki", "wenk van die dag", "今日の名言"} <= daily_labels()


@pytest.mark.parametrize(
    "text",
    [
        "48 213 skatījumi",
        "1,234 बार देखा गया",
        "1,234 lượt xem",
        "Bekyk 1 234 keer",
        "ดูแล้ว 1,234 ครั้ง",
        "١٬٢٣٤ مشاهدة",
        "بازدید: ۱٬۲۳۴",
        "მიმდევრები: 120",
        "1,234 مُتابِعًا",
        "1 234 պատասխան",
        "현재 12명이 보고 있습니다",
        "12 kişi bakıyor",
        "Skatās 14 cilvēki",
        "5 लोग इसे देख रहे हैं",
    ],
)
def test_counters_are_noise_in_many_languages(text: str) -> None:
    assert not any(sign.isdecimal() for sign in without_noise(text))


@pytest.mark.parametrize(
    "text",
    [
        "Cập nhật lần cuối 16/11/2026",
        "Последна измена: 16.11.2026",
        "Përditësuar më 16 nëntor 2026",
        "Թարմացվել է 16.11.2026",
        "పేజీ నవీకరించబడింది 16/11/2026",
    ],
)
def test_the_date_of_the_page_is_noise_in_many_languages(text: str) -> None:
    assert [span.kind for span in noise_spans(text)] == ["date"]


@pytest.mark.parametrize(
    "text",
    [
        "Hạn chót: 16/11/2026",
        "Afati: 16 nëntor 2026",
        "Vége: határidő 2026. 11. 16.",
        "చివరి తేదీ 16/11/2026",
        "Son müraciət: son tarix 16.11.2026",
        "12 vdekur",
        "12 tử vong",
        "480 manat",
        "25 doza",
    ],
)
def test_deadlines_and_facts_are_none(text: str) -> None:
    assert noise_spans(text) == []


def test_that_of_an_event_is_known_by_its_phrase() -> None:
    assert phrase_pattern("event").search("Tarehe ya mwisho ni Ijumaa")
    assert phrase_pattern("event").search("本日の営業時間")
    assert not phrase_pattern("event").search("last changed")


@pytest.mark.parametrize("label", ["Reklamë", "Mest lesne", "Günüň maslahaty:", "Patalastas", "Isaga sosuku"])
def test_labels_are_known_in_many_languages(label: str) -> None:
    assert begins_with_label(f"{label}\nsomething else")


def test_labels_over_lists_and_over_advertisements_are_told_apart() -> None:
    assert is_over_list("Më të lexuarat")
    assert not is_over_list("Reklamë")
    assert is_of_advertisement("ਇਸ਼ਤਿਹਾਰ")
    assert begins_as_advertisement("ਇਸ਼ਤਿਹਾਰ")
    assert not begins_as_advertisement("Most read")
    assert not is_of_advertisement("Populært")


def test_dates_as_cldr_writes_them_are_known_in_nearly_every_language() -> None:
    days = [date(2026, month, 16) for month in range(1, 13)]
    written = {
        (language, format_date(day, length, locale=babel.Locale.parse(language)))
        for language in MODERN
        for length in ("full", "long", "medium")
        for day in days
    }
    unknown = [one for one in written if not any(span.kind == "date" for span in spans_of(one[1]))]
    assert len(unknown) <= 0.03 * len(written)
    assert {language for language, _ in unknown} <= {"es", "fil", "gd", "ha", "hr", "kn", "mn", "my", "yo"}


def test_ages_as_cldr_writes_them_are_known_in_every_language_that_has_words_for_them() -> None:
    ago = {
        (language, format_timedelta(-since, granularity="minute", threshold=99, add_direction=True, locale=language))
        for language in MODERN
        for since in (timedelta(minutes=5), timedelta(hours=3), timedelta(days=12))
    }
    unknown = {one for one in ago if not any(span.kind == "age" for span in spans_of(one[1]))}
    assert {language for language, _ in unknown} <= {"ig", "yo"}
