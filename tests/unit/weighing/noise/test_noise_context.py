"""A number needs its context to be noise."""

import pytest

from pagestrata.weighing.noise.noise_context import Place
from pagestrata.weighing.noise.noisy_texts import differs_by_noise_only

NOISE = [
    ("Updated 2 Nov 2026, 10:15 CET", "Updated 2 Nov 2026, 10:45 CET", "article"),
    ("London 12:05 · New York 07:05", "London 16:40 · New York 11:40", "header"),
    ("Rendered at 12:03:11 UTC", "Rendered at 19:44:52 UTC", "footer"),
    ("Server time 1763208311", "Server time 1763294711", "footer"),
    ("Session 7c1e-99ab-4410", "Session 02fd-17be-9a3c", "footer"),
    ("Cached copy, 14 seconds old", "Cached copy, 51 seconds old", "footer"),
    ("Downloaded 15,201 times", "Downloaded 15,377 times", "article"),
    ("Reactions: 12 👍 3 ❤", "Reactions: 15 👍 4 ❤", "article"),
    ("Join 2,100,000 happy users", "Join 2,700,000 happy users", "footer"),
    ("Visitors today: 1,204", "Visitors today: 1,377", "footer"),
    ("Served by node-14 in 31 ms", "Served by node-02 in 44 ms", "footer"),
    ("Downloads last month: 1,204,331 Forks 1.2k", "Downloads last month: 1,251,008 Forks 1.3k", "sidebar"),
    ("Star 18.4k", "Star 18.5k", "header"),
    ("Liked by 4,310 people", "Liked by 4,377 people", "footer"),
    ("By Anna Berg, 2 May 2026", "By Anna Berg, 3 May 2026", "article"),
    ("5 นาทีที่ผ่านมา", "7 นาทีที่ผ่านมา", "article"),
    ("قبل 5 دقائق", "قبل 7 دقائق", "article"),
    ("5 मिनट पहले", "7 मिनट पहले", "article"),
    ("för 5 minuter sedan", "för 7 minuter sedan", "article"),
    ("Heute ist Montag, der 2. November 2026", "Heute ist Mittwoch, der 4. November 2026", "other"),
    ("quinta-feira, 5 de novembro de 2026", "sexta-feira, 6 de novembro de 2026", "other"),
    ("আজকের তারিখ\nসোমবার, ১৬ নভেম্বর ২০২৬\nমোট", "আজকের তারিখ\nমঙ্গলবার, ১৭ নভেম্বর ২০২৬\nমোট", "sidebar"),
    ("Heddiw: 16 Tachwedd 2026\nCroeso", "Heddiw: 17 Tachwedd 2026\nCroeso", "sidebar"),
    ("Local time: 8:59 am in Lisbon", "Local time: 11:31 am in Lisbon", "other"),
    ("Printed 5/11/2026 08:14:22", "Printed 5/11/2026 09:47:03", "article"),
    ("Job 44 ran 2026-11-05T07:00:12Z", "Job 44 ran 2026-11-06T07:00:09Z", "other"),
    ("Next match in 3 days", "Next match in 2 days", "header"),
    ("The sale ends in 3 days 4 hours", "The sale ends in 2 days 9 hours", "footer"),
    ("412 people like this", "455 people like this", "article"),
    ("12 persone stanno guardando questo prodotto", "31 persone stanno guardando questo prodotto", "sidebar"),
    ("Rated by 1,022 users", "Rated by 1,048 users", "article"),
    ("Visitor number 88214", "Visitor number 88391", "footer"),
    ("1.402 görüntüleme · 3 gün önce", "1.466 görüntüleme · 4 gün önce", "article"),
    ("Просмотры: 18 204", "Просмотры: 18 917", "article"),
    ("Star 12.4k Fork 811", "Star 12.5k Fork 813", "sidebar"),
    ("Online: 31 members, 204 guests", "Online: 27 members, 188 guests", "menu"),
    ("Powered by quill 0.9.1", "Powered by quill 0.9.2", "footer"),
    ("Thursday 5 November 2026 | 09:14", "Friday 6 November 2026 | 13:52", "header"),
    ("Last reading 12:05", "Last reading 17:35", "sidebar"),
    ("Saved by 340 readers", "Saved by 352 readers", "article"),
    ("Gadget ★ 4.7 (812)", "Gadget ★ 4.7 (820)", "article"),
    ("Used by 92.1k", "Used by 92.3k", "sidebar"),
    ("Page mise à jour le 5 novembre 2026 à 09h12", "Page mise à jour le 6 novembre 2026 à 15h40", "article"),
    ("最終更新日 2026年11月5日", "最終更新日 2026年11月6日", "article"),
    ("fa 5 minuts", "fa 8 minuts", "article"),
    ("πριν από 5 λεπτά", "πριν από 8 λεπτά", "article"),
    ("5 menit yang lalu", "8 menit yang lalu", "article"),
    ("5 dakika önce güncellendi", "40 dakika önce güncellendi", "article"),
    ("5분 전", "8분 전", "article"),
    ("Live · 1,204 watching", "Live · 1,377 watching", "header"),
    ("Aktualisiert: ٣ Mai 2026", "Aktualisiert: ٤ Mai 2026", "article"),
]
FACTS = [
    ("The hearing is on 3 May 2026 in room 4", "The hearing is on 9 May 2026 in room 4", "article"),
    ("Deadline: 30 June 2026", "Deadline: 15 June 2026", "header"),
    ("Mon-Fri 9:00-17:00", "Mon-Fri 9:00-15:00", "footer"),
    ("Open until 18:00", "Open until 16:00", "footer"),
    ("Kick-off 20:45", "Kick-off 21:00", "header"),
    ("The breach affected 12,500 users.", "The breach affected 250,000 users.", "article"),
    ("At least 1,200 people were killed", "At least 43,400 people were killed", "article"),
    ("The boy is 12 years old", "The boy is 14 years old", "article"),
    ("Call 555 123456789", "Call 555 987654321", "footer"),
    ("Case number 123456789", "Case number 987654321", "footer"),
    ("Smith (Labour) 12,345 votes", "Smith (Labour) 13,345 votes", "table"),
    ("Arrival 3 May 2026", "Arrival 4 May 2026", "table"),
    ("Delivered in 3 days", "Delivered in 7 days", "article"),
    ("Bake in 20 minutes", "Bake in 45 minutes", "article"),
    ("Call 05328 4410 Visitors: 148", "Call 05328 4482 Visitors: 148", "footer"),
    ("40 people died following the crash", "42 people died following the crash", "article"),
    ("Rescuers saved 40 people", "Rescuers saved 47 people", "article"),
    ("12 people saved from the fire", "15 people saved from the fire", "article"),
    ("Up to 50 guests are allowed", "Up to 20 guests are allowed", "article"),
    (
        "The release 3.2.1 was published on 12 October 2026",
        "The release 3.2.1 was published on 19 October 2026",
        "article",
    ),
    ("Departure time 10:40", "Departure time 11:05", "article"),
    ("The meeting is now at 14:00", "The meeting is now at 15:00", "article"),
    ("Last orders at 21:30", "Last orders at 20:30", "article"),
    ("The museum had 120,000 visitors last year.", "The museum had 180,000 visitors last year.", "article"),
    ("Readers 120,000 Pages 48", "Readers 90,000 Pages 48", "table"),
    ("Powered by a 1.4 litre engine", "Powered by a 2.0 litre engine", "article"),
    ("Strike on 5 November", "Strike on 12 November", "header"),
    ("Summer party 19:00", "Summer party 18:00", "header"),
    ("Due 3 Mei 2026", "Due 4 Mei 2026", "sidebar"),
]


@pytest.mark.parametrize(("old", "new", "role"), NOISE)
def test_noise_with_its_context(old: str, new: str, role: str) -> None:
    assert differs_by_noise_only(old, new, Place(role=role))


@pytest.mark.parametrize(("old", "new", "role"), FACTS)
def test_facts_wherever_they_stand(old: str, new: str, role: str) -> None:
    assert not differs_by_noise_only(old, new, Place(role=role))


def test_a_lone_date_under_a_heading_that_speaks_of_a_deadline_is_a_fact() -> None:
    assert differs_by_noise_only("30 June 2026", "15 June 2026")
    assert not differs_by_noise_only("30 June 2026", "15 June 2026", Place(before="Application deadline"))


LINES = [
    ("Altenau, 11:20 Uhr: 7 °C", "Altenau, 15:40 Uhr: 7 °C", "other"),
    ("Open all day\nThu 5 Nov, 10:41", "Open all day\nThu 5 Nov, 16:18", "other"),
    ("Stan na 16.11.2026 12:31", "Stan na 16.11.2026 12:46", "other"),
    ("Printed from the web site 5/11/2026 08:14:22", "Printed from the web site 5/11/2026 09:47:03", "other"),
    (
        "Rates as shown on screen at 14:20. The bank is regulated.",
        "Rates as shown on screen at 16:05. The bank is regulated.",
        "footer",
    ),
    ("Saws Cart (0) Sign in", "Saws Cart (1) Sign in", "header"),
    ("Warenkorb (2)", "Warenkorb (3)", "other"),
    ("Minuto 17", "Minuto 19", "other"),
    ("Besucher: 84, insgesamt 211.093", "Besucher: 97, insgesamt 211.106", "footer"),
    ("il y a 2 minutes · 56 connectés", "il y a 1 minute · 48 connectés", "footer"),
    ("Topic Replies Views\nSails 4 312\nRopes 1 96", "Topic Replies Views\nSails 5 329\nRopes 1 101", "table"),
    ("Data logger uptime 41 days 03:12", "Data logger uptime 41 days 03:27", "other"),
    ("Rendered in 112ms on web-07", "Rendered in 98ms on web-02", "other"),
    ("浏览次数：1532", "浏览次数：1608", "other"),
    ("Star 12.4k\nFork 811", "Star 12.5k\nFork 813", "sidebar"),
    (
        "Sponsor news\nYesterday\n" + "The council met. " * 6,
        "Sponsor news\njust now\n" + "The council met. " * 6,
        "article",
    ),
]
FACTS = [
    ("The Larkin Quartet\nFriday 13 November, 19:30", "The Larkin Quartet\nFriday 20 November, 19:30", "other"),
    ("Sunset 16:21\nTides are high", "Sunset 16:19\nTides are high", "other"),
    ("Candidate Silva 412 votes", "Candidate Silva 431 votes", "table"),
    ("Bus to the museum: minute 17 of each hour", "Bus to the museum: minute 19 of each hour", "other"),
    ("Total: 211.093", "Total: 211.106", "other"),
    ("The town has 12 foyers connectés au réseau", "The town has 14 foyers connectés au réseau", "other"),
    ("Town Year Visitors\nBergen 12 312", "Town Year Visitors\nBergen 12 329", "table"),
    ("Goals per game: basket 3 points", "Goals per game: basket 2 points", "other"),
    ("Winner 02:14:22", "Winner 02:13:58", "table"),
]


@pytest.mark.parametrize(("old", "new", "role"), LINES)
def test_what_its_own_line_calls_noise_is_noise(old: str, new: str, role: str) -> None:
    assert differs_by_noise_only(old, new, Place(role=role))


@pytest.mark.parametrize(("old", "new", "role"), FACTS)
def test_a_fact_in_its_own_line_is_none(old: str, new: str, role: str) -> None:
    assert not differs_by_noise_only(old, new, Place(role=role))


def test_votes_are_noise_in_a_poll_of_readers_alone() -> None:
    old, new = "Sim 412 votos\nNão 388 votos", "Sim 431 votos\nNão 395 votos"
    assert differs_by_noise_only(old, new, Place(above="Enquete\nVocê concorda com o novo plano?"))
    assert not differs_by_noise_only(old, new, Place(above="Resultado da eleição"))
    helpful = Place(above="Was this page helpful?")
    assert differs_by_noise_only("Yes (214) No (31)", "Yes (219) No (32)", helpful)
    assert not differs_by_noise_only("Yes (214) No (31)", "Yes (219) No (32)", Place(above="Results of the division"))


def test_the_day_on_which_comes_what_is_ordered_now_goes_on_by_itself() -> None:
    old, new = (
        f"Order within {left} to get it by {day}"
        for left, day in (("4 h 12 min", "Thursday, November 19"), ("1 h 3 min", "Friday, November 20"))
    )
    assert differs_by_noise_only(old, new)
    promised = "Order today to get it by {}".format
    assert not differs_by_noise_only(promised("Thursday, November 19"), promised("Friday, November 20"))
    closes = "Registration closes in {} 4 hours, on {}".format
    assert not differs_by_noise_only(closes("3 days", "Thursday, November 19"), closes("4 days", "Friday, November 20"))
