"""A number needs its context to be noise."""

import pytest

from pagestrata.weighing.noise import differs_by_noise_only
from pagestrata.weighing.noise_context import Place

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
