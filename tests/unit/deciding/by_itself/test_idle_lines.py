"""Lines of small print in which several things change at once; and facts in such lines, which must speak."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.deciding.by_itself.idle_lines import is_feed_line, is_idle_line, is_meta_line
from pagestrata.weighing.noise.noise_context import Place
from pagestrata.weighing.texts.text_edits import edits_between

FOOTER = Place(role="footer")


def idle(old: str, new: str, place: Place = FOOTER) -> bool:
    """Whether every edit of a line of small print is idle."""
    return all(is_idle_line(edit, (old, new), (place, place)) for edit in edits_between(old, new))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Külastajaid täna 127, kokku 88 412. Holmi 5", "Külastajaid täna 64, kokku 88 539. Holmi 5"),
        ("312 persoane privesc · Cod 9f3ac21e", "287 persoane privesc · Cod c40be77d"),
        ("lansat acum 12 zile · 46 de susținători", "lansat acum 13 zile · 51 de susținători"),
        ("Látogatók: 204 771 · betöltve 0,42 mp alatt", "Látogatók: 204 903 · betöltve 0,37 mp alatt"),
        ("0.081 с · вузол web-07 · Полтава, 1", "0.114 с · вузол web-02 · Полтава, 1"),
        ("ऑनलाइन 57 · अब तक 3,41,882 आगंतुक", "ऑनलाइन 43 · अब तक 3,42,015 आगंतुक"),
        ("18 rb tonton · 2 minggu yang lalu · 1,2 rb suka", "19 rb tonton · 3 minggu yang lalu · 1,3 rb suka"),
        ("Ogledov: 61 204 · Osvežitev čez 9 minut", "Ogledov: 61 377 · Osvežitev čez 4 minute"),
        ("Онлайн: 7 члена и 31 гости", "Онлайн: 3 члена и 12 гости"),
        ("โพสต์เมื่อ 6 ชั่วโมงที่แล้ว · เข้าชม 342 ครั้ง", "โพสต์เมื่อ 9 ชั่วโมงที่แล้ว · เข้าชม 377 ครั้ง"),
        ("৫ ঘণ্টা আগে প্রকাশিত · ৮৭২ বার পঠিত", "৮ ঘণ্টা আগে প্রকাশিত · ৯৪০ বার পঠিত"),
        ("4,881 growers · 312 swaps · build 7c1f0e2", "4,893 growers · 327 swaps · build b90d44a"),
        ("Im Bad sind jetzt 63 Gäste", "Im Bad sind jetzt 41 Gäste"),
        ("Batch lookups today: 771", "Batch lookups today: 790"),
        ("Сейчас в очереди 14", "Сейчас в очереди 9"),
        ("Page 0x7fa3 served in 14 ms", "Page 0x91be served in 22 ms"),
        ("návštev 77 120 · relácia a81f-33c0", "návštev 77 298 · relácia e02d-91b7"),
        ("Good morning, it is 08:15", "Good afternoon, it is 14:40"),
        ("۳ گھنٹے پہلے، ۲۱۸ بار دیکھا گیا", "۱ دن پہلے، ۲۴۰ بار دیکھا گیا"),
        ("Bisitak: 77.420 (gaur 215)", "Bisitak: 77.603 (gaur 398)"),
        ("Тренутно чека 17 особа", "Тренутно чека 22 особе"),
        ("Pašlaik šo lapu skatās 14 cilvēki", "Pašlaik šo lapu skatās 9 cilvēki"),
        (
            "Bladsy gelaai in 0,31 s op node-b2. Besoekers vandag 1 104.",
            "Bladsy gelaai in 0,27 s op node-a1. Besoekers vandag 87.",
        ),
        (
            "ონლაინ: 5 სტუმარი. გვერდი შეიქმნა 0.183 წამში. © 2026",
            "ონლაინ: 11 სტუმარი. გვერდი შეიქმნა 0.207 წამში. © 2026",
        ),
    ],
)
def test_every_part_is_judged_on_its_own(old: str, new: str) -> None:
    assert idle(old, new)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("Page 0x7fa3 served in 14 ms", "Page 0x91be served in 22 ms", True),
        ("návštev 77 120 · relácia a81f-33c0", "návštev 77 298 · relácia e02d-91b7", True),
        ("položka a81f-33c0", "položka e02d-91b7", False),
        ("77 120 views · docket a81f-33c0", "77 298 views · docket e02d-91b7", False),
    ],
)
def test_identifiers_beside_other_noise(old: str, new: str, expected: bool) -> None:
    assert idle(old, new, Place()) == expected


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("88 412 külastajat · 40 eurot", "88 539 külastajat · 50 eurot"),
        ("acum 12 zile · 46 lei", "acum 13 zile · 51 lei"),
        ("acum 12 zile · 20 de lei", "acum 13 zile · 30 de lei"),
        ("acum 12 zile · € 46", "acum 13 zile · € 51"),
        ("acum 12 zile · 46 km", "acum 13 zile · 51 km"),
        ("acum 12 zile · tel 472 5550", "acum 13 zile · tel 472 5561"),
        ("acum 12 zile · fondat 1987", "acum 13 zile · fondat 1988"),
        ("3 hours ago · closes at 17", "5 hours ago · closes at 15"),
        ("3 hours ago · 46 seats, hall A", "5 hours ago · 46 seats, hall B"),
        ("3 hours ago · case 4410", "5 hours ago · case 4411"),
        ("3 hours ago · 12 · 14", "5 hours ago · 12"),
        ("Online: 7 €", "Online: 9 €"),
        ("3 hours ago · skladem 12 kx", "5 hours ago · skladem 14 kx"),
        ("3 hours ago · 3 places left", "5 hours ago · 2 places left"),
        ("Seats 40 · Tables 12", "Seats 44 · Tables 14"),
        ("3 hours ago · 12 %", "5 hours ago · 14 %"),
        ("Now only 12 €", "Now only 14 €"),
        ("Now 12 adults", "Now 12 children"),
        ("Currently 12 wolves, 4 foxes", "Currently 12 wolves, 4 hares"),
        ("Open today until 17", "Open today until 15"),
        ("Rooms left today: 12", "Rooms left today: 3"),
        ("Now 12 rooms available", "Now 3 rooms available"),
        ("Heute noch 4 Plätze frei", "Heute noch 5 Plätze frei"),
        ("Deaths today: 12", "Deaths today: 14"),
        ("Today 12 km", "Today 14 km"),
        ("77 120 views · file a81f-33c0", "77 298 views · file e02d-91b7"),
        ("Surgery in the morning", "Surgery in the afternoon"),
        ("Surgery in the morning, doors close 08:15", "Surgery in the evening, doors close 18:15"),
        ("3 hours ago · +49 12", "5 hours ago · +49 14"),
    ],
)
def test_facts_beside_noise_speak(old: str, new: str) -> None:
    assert not idle(old, new)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("Mabel R · 2h · 6 nods", "Mabel R · 4h · 9 nods", True),
        ("Oke | 5 h | 11 likes | 3 replies", "Oke | 1 d | 14 likes | 4 replies", True),
        ("Pottery · 2h · 6 places", "Pottery · 2h · 9 places", False),
        ("Pottery · 2h · 6 places", "Pottery · 4h · 5 places", False),
        ("Pottery · 2h · 6 €", "Pottery · 4h · 9 €", False),
        ("Pottery · 2h · 6 km", "Pottery · 4h · 9 km", False),
        ("Pottery · 2h · hall A", "Pottery · 4h · hall B", False),
        ("Ola · 2h · 6 nods", "Ana · 4h · 9 nods", False),
        ("2h · 6 nods", "4h · 9 nods", False),
    ],
)
def test_a_line_of_a_feed_has_a_short_age_and_counts(old: str, new: str, *, expected: bool) -> None:
    assert all(is_feed_line(edit, (old, new)) for edit in edits_between(old, new)) is expected


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Stand 14", "Stand \ufffc"),
        ("Stand \ufffc", "Stand 14"),
        ("5 hours ago in room 14", "5 hours ago in room 3 hours ago"),
        ("Stand 3 hours ago", "Stand 14"),
        ("Stand 14", "Stand 3 hours ago"),
    ],
)
def test_a_figure_for_what_is_masked_speaks(old: str, new: str) -> None:
    assert not idle(old, new)


@given(
    st.text(alphabet="0123456789٣১ .,:·|a\ufffch°€-\n", max_size=24),
    st.text(alphabet="0123456789٣১ .,:·|a\ufffch°€-\n", max_size=24),
)
def test_any_two_lines_are_judged(old: str, new: str) -> None:
    for edit in edits_between(old, new):
        for verdict in (is_idle_line(edit, (old, new), (FOOTER, FOOTER)), is_feed_line(edit, (old, new))):
            assert verdict in {True, False}


def test_a_sentence_behind_a_counter_is_a_part_of_its_own() -> None:
    old = "Po e shikojnë tani 9 persona. Vizitorë gjithsej: 128.455. Faqja u krijua për 0,11 sekonda."
    assert idle(old, old.replace("0,11", "0,19"), Place("footer"))


@pytest.mark.parametrize("fact", ["12 të vdekur", "3 vende të lira", "4 tử vong"])
def test_what_is_left_free_or_hurt_is_no_count_beside_an_age(fact: str) -> None:
    assert not idle(f"5 minutes ago · {fact}", f"3 hours ago · 9{fact}", Place("footer"))


def test_a_line_of_several_parts_in_the_content_is_idle_where_the_part_says_so() -> None:
    old, new = (
        "515 comments · 9 people look at this now · 1,200 evacuated",
        "519 comments · 3 people look at this now · 1,220 evacuated",
    )
    verdicts = {edit.new: is_meta_line(edit, (old, new), (Place(), Place())) for edit in edits_between(old, new)}
    assert not verdicts["1,220"]
    told, later = "4 reviews · Currently 9 buyers look", "4 reviews · Currently 3 buyers look"
    assert all(is_meta_line(edit, (told, later), (Place(), Place())) for edit in edits_between(told, later))


@pytest.mark.parametrize("fact", ["Flood alert level {}", "VAT DE 12345678{}", "Room web-{} is closed"])
def test_a_number_that_names_a_thing_speaks_beside_a_counter(fact: str) -> None:
    line = "Visitors online: {} · served at 12:05:1{} · " + fact
    assert not idle(line.format(37, 1, 1), line.format(37, 1, 2), Place("footer"))
