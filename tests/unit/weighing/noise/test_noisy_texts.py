"""Dates, clocks, ages and counters are noise in many languages; prices, scores and versions never are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.model.blocks import Link
from pagestrata.model.deltas import Change
from pagestrata.weighing.noise.noisy_texts import (
    Place,
    differs_by_noise_only,
    is_noise_change,
    noise_spans_of_pair,
    without_noise,
)

NOISE = [
    ("February 01, 2026 at 01:17 AM UTC", "February 01, 2026 at 12:25 PM UTC"),
    ("Updated 3 minutes ago", "Updated 1 hour ago"),
    ("Updated an hour ago", "Updated 2 hours ago"),
    ("vor 3 Stunden", "vor 12 Minuten"),
    ("vor einer Stunde", "vor 2 Stunden"),
    ("il y a 3 heures", "il y a 2 jours"),
    ("hace 5 minutos", "hace 2 días"),
    ("3 ore fa", "12 minuti fa"),
    ("há 3 horas", "há 12 minutos"),
    ("3 uur geleden", "2 dagen geleden"),
    ("5 минут назад", "2 часа назад"),
    ("3分钟前", "5小时前"),
    ("3分前", "2時間前"),
    ("2024年1月5日 12:30", "2024年1月6日 09:10"),
    ("Montag, 5. Januar 2024, 14:30 Uhr", "Dienstag, 6. Januar 2024, 09:10 Uhr"),
    ("Stand: 14.30 Uhr", "Stand: 15.45 Uhr"),
    ("5 janvier 2024 à 14h30", "6 février 2024 à 9h05"),
    ("lunes, 5 de enero de 2024", "martes, 6 de enero de 2024"),
    ("Il 5 gennaio 2024", "Il 6 gennaio 2024"),
    ("5 de março de 2024", "6 de março de 2024"),
    ("5 maart 2024", "6 maart 2024"),
    ("5 января 2024 г.", "6 февраля 2024 г."),
    ("Sat, 29 Jan 2022 05:35:00 GMT", "Sat, 29 Jan 2022 06:35:00 GMT"),
    ("2022-01-29T05:35:00Z", "2022-01-30T05:35:00Z"),
    ("29.01.2022", "30.01.2022"),
    ("1/5/2024 10:15", "1/6/2024 11:20"),
    ("21:04 News", "22:19 News"),
    ("1,234 views", "1,301 views"),
    ("12 comments", "13 comments"),
    ("Views: 99", "Views: 100"),
    ("1.2k stars", "1.3k stars"),
    ("12.345 Aufrufe", "12.399 Aufrufe"),
    ("3 commentaires", "8 commentaires"),
    ("13 просмотров", "20 просмотров"),
    ("阅读 1234", "阅读 1300"),
    ("閲覧 1,234回", "閲覧 1,250回"),
    ("Join more than 2,100,000 happy users!", "Join more than 2,700,000+ happy users!"),
    ("© 2018 Example", "© 2019 Example"),
    ("Copyright 2010-2018", "Copyright 2010-2019"),
    ("Page generated in 0.23 seconds", "Page generated in 0.41 seconds"),
    ("just now", "yesterday"),
    ("3 days left", "2 days left"),
    ("$Id: index.html,v 1.445 2004/01/02 02:51:54 jo Exp $", "$Id: index.html,v 1.453 2004/03/04 07:48:01 da Exp $"),
]

NEWS = [
    ("€ 12.99", "€ 13.99"),
    ("12,99 €", "13,99 €"),
    ("$1,299", "$1,199"),
    ("USD 12", "USD 13"),
    ("1200円", "1300円"),
    ("10 % off", "20 % off"),
    ("1.0.6", "1.0.7"),
    ("Version 4.99.1", "Version 4.99.4"),
    ("Download 4.10", "Download 4.12"),
    ("LLVM 16 downloads", "LLVM 17 downloads"),
    ("OpenBSD 5.2", "OpenBSD 5.4"),
    ("Release 03.10.12", "Release 03.11.12"),
    ("struts 2.5.28.1", "struts 2.5.30"),
    ("Bayern 3:1 Dortmund", "Bayern 3:2 Dortmund"),
    ("score 21:19", "score 21:17"),
    ("won 21-19", "won 21-17"),
    ("30 days notice", "60 days notice"),
    ("up to 5 users", "up to 3 users"),
    ("temperature 21", "temperature 22"),
    ("a new sentence on 5 May 2020", "another sentence on 6 May 2020"),
]


@pytest.mark.parametrize(("old", "new"), NOISE)
def test_texts_that_differ_by_noise_only(old: str, new: str) -> None:
    assert differs_by_noise_only(old, new), (without_noise(old), without_noise(new))


@pytest.mark.parametrize(("old", "new"), NEWS)
def test_texts_that_differ_by_more(old: str, new: str) -> None:
    assert not differs_by_noise_only(old, new), without_noise(old)


def test_very_long_texts_are_read_only_as_far_as_they_have_to_be() -> None:
    words = "what the paper says of the harbour and its ships " * 3_000
    assert differs_by_noise_only(f"1,234 views {words}12 comments", f"99,301 views {words}134 comments")
    assert differs_by_noise_only(f"{words}12 comments {words}", f"{words}134 comments {words}")
    assert not differs_by_noise_only(f"12 comments {words}ferry {words}", f"134 comments {words}boat {words}")
    assert not differs_by_noise_only(words + "ferry", words + "boat")
    assert not differs_by_noise_only(words + "ferry " + words, words + "boat " + words)


def test_equal_texts_do_not_differ() -> None:
    assert not differs_by_noise_only("5 May 2020", "5 May 2020")


def test_noise_inside_a_long_text_is_taken_out_and_the_rest_stays() -> None:
    text = "The committee met. " * 20 + "Posted 3 hours ago by the editor. " + "It will meet again. " * 20
    assert without_noise(text) == " ".join(text.replace("3 hours ago ", "").split())


def test_an_updated_date_is_a_noise_change() -> None:
    assert is_noise_change(Change(op="update", element="text", block="1", old="5 May 2020", new="6 May 2020"))
    assert is_noise_change(Change(op="insert", element="text", block="1", new="3 minutes ago"))
    assert not is_noise_change(Change(op="insert", element="text", block="1", new="a sentence of 5 May 2020"))
    assert not is_noise_change(Change(op="delete", element="block", block="1"))


def test_a_link_to_another_address_is_no_noise() -> None:
    old, new = Link(name="3 hours ago", address="/a"), Link(name="4 hours ago", address="/b")
    assert not is_noise_change(Change(op="update", element="link", block="1", old=old, new=new))
    same_address = Link(name="4 hours ago", address="/a")
    assert is_noise_change(Change(op="update", element="link", block="1", old=old, new=same_address))


@given(st.text(max_size=300))
def test_any_text_can_be_read(text: str) -> None:
    clean = without_noise(text)
    assert len(clean) <= len(text) + 1
    assert clean == " ".join(clean.split())


@given(st.text(alphabet=st.characters(exclude_categories=["Nd", "Cs"]), min_size=81, max_size=300))
def test_text_without_digits_or_revision_marks_stays(text: str) -> None:
    if "$" not in text:
        assert without_noise(text) == " ".join(text.split())


_STRETCHES = st.sampled_from(
    ["3 minutes ago", "at 14:30", "boats left", "1,234 views", "5 May 2026", "boats", "\n", "7c1e-99ab"]
)


@given(st.lists(_STRETCHES, max_size=5).map(" ".join), st.lists(_STRETCHES, max_size=5).map(" ".join))
def test_two_texts_differ_by_noise_only_where_the_same_is_left_of_both(old: str, new: str) -> None:
    assert differs_by_noise_only(old, new) == (old != new and without_noise(old) == without_noise(new))


def test_a_clock_on_the_quarter_is_noise_where_the_other_version_has_another() -> None:
    texts = "Jobs online, 16/11/2026 at 10:15 · 31 new", "Jobs online, 17/11/2026 at 08:52 · 31 new"
    old, new = noise_spans_of_pair(texts, (Place(role="footer"), Place(role="footer")))
    assert [span.kind for span in old] == [span.kind for span in new] == ["date", "clock"]


def test_a_time_among_other_words_is_judged_on_its_own() -> None:
    old, new = noise_spans_of_pair(("The ferry leaves at 10:15", "Updated at 10:52"), (Place(), Place()))
    assert (len(old), len(new)) == (0, 1)
