"""Before a version is kept for a few changes, the page is looked at once more: what differs again changes by itself.

The pages are in a language that there is not, so that no word can tell what is noise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from laid_out_pages import Part, laid_out
from pagestrata.app.comparisons import judged_by_visit
from pagestrata.errors import CaptureError
from pagestrata.model.records import Visit
from pagestrata.model.snapshot import Snapshot
from pagestrata.store.archive import Archive, open_archive
from pagestrata.visit.cascade import visit
from pagestrata.visit.judge import JudgeOptions
from pagestrata.visit.plan import VisitRequest, plan_visit

STORY = (
    "Dravel omkin to sefra hulian brost ne garumel tivor pash",
    "Ilken vadosh merri tun calvorin ep sedral hunto beshi",
    "Tovrin alek ma gordu pelisk no ferrian ulmo castel ri",
)
VERSES = (
    "Morun seh talvik en dorum ashi",
    "Belko ran tivesh al gomri poe",
    "Quast illem virun ta hespo dra",
    "Nolver kith asrum ep gandil vo",
)


def page(turn: int, story: Sequence[str] = STORY, *, more: Sequence[Part] = (), minutes: float = 0) -> Snapshot:
    """A page of which three places are never the same."""
    return laid_out(
        Part("nav", "menu", [("Hasko", "/a"), ("Brum", "/b"), ("Telvi", "/c")]),
        Part("article", "x1", [*story]),
        *more,
        Part("div", "x2", [VERSES[turn % 4]]),
        Part("div", "x3", [f"Vonsik {31 + 17 * turn} drelmo nask"]),
        Part("footer", "x4", [f"Hulven {'abcd'[turn % 4]}{turn}f{7 * turn}c9 tolk"]),
        minutes=minutes or 10 * turn,
    )


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with open_archive(tmp_path / "archive") as opened:
        yield opened


def looks(archive: Archive, *shown: Snapshot | CaptureError, judging: JudgeOptions | None = None) -> tuple[Visit, int]:
    """One visit to a page that shows this at the first look, the second…; and how often it was looked at."""
    pages = list(shown)
    first = pages[0]
    assert isinstance(first, Snapshot)
    plan = plan_visit(
        archive,
        VisitRequest(first.requested_url, **{"judging": judging} if judging is not None else {}),
        now=first.captured_at,
    )

    def render(_url: str) -> Snapshot:
        found = pages.pop(0)
        if isinstance(found, CaptureError):
            raise found
        return found

    made = visit(plan, archive=archive, fetch=lambda _state: None, render=render, look_again=render)
    return made, len(shown) - len(pages)


def test_what_differs_from_one_look_to_the_next_keeps_no_version(archive: Archive) -> None:
    looks(archive, page(0))
    made, looked = looks(archive, page(1), page(2))
    assert not made.kept, made.reasons
    assert looked == 2
    assert "what differs from one look to the next" in str(made.reasons[0])


def test_without_the_second_look_the_same_page_is_kept(archive: Archive) -> None:
    looks(archive, page(0))
    plan = plan_visit(archive, VisitRequest(page(1).requested_url), now=page(1).captured_at)
    assert visit(plan, archive=archive, fetch=lambda _state: None, render=lambda _url: page(1)).kept


def test_a_fact_is_kept_among_all_that_turns_and_is_the_reason(archive: Archive) -> None:
    looks(archive, page(0, ("Hulian drost ne 14 tivor pash omkin", *STORY[1:])))
    news = ("Hulian drost ne 21 tivor pash omkin", *STORY[1:])
    made, _ = looks(archive, page(1, news), page(2, news))
    assert made.kept
    assert "14" in str(made.reasons[0])
    assert "21" in str(made.reasons[0])


def test_who_looks_at_the_change_later_sees_what_the_visit_saw(archive: Archive) -> None:
    looks(archive, page(0, ("Hulian drost ne 14 tivor pash omkin", *STORY[1:])))
    news = ("Hulian drost ne 21 tivor pash omkin", *STORY[1:])
    made, _ = looks(archive, page(1, news), page(2, news))
    old, new = archive.versions.of(made.url)
    found = judged_by_visit(archive, old, new)
    assert found is not None
    assert [change.chance > 0.5 for change in found.shown.changes].count(True) == 1
    folded = [change.why_folded for change in found.shown.changes if change.chance == 0]
    assert "only what differs from one look to the next changed" in folded


def test_words_beside_one_that_turns_in_the_same_paragraph_speak(archive: Archive) -> None:
    def said(sponsor: str, verb: str) -> list[str]:
        return [f"Dravel omkin {verb} hulian brost ne garumel. Tivor pash {sponsor} den kolm", *STORY[1:]]

    looks(archive, page(0, said("Asko", "vedrit")))
    made, _ = looks(archive, page(0, said("Brin", "halgot"), minutes=10), page(0, said("Celv", "halgot"), minutes=11))
    assert made.kept
    assert "halgot" in str(made.reasons[0])
    assert "Brin" not in str(made.reasons[0])


def test_a_price_that_moves_all_the_time_is_told(archive: Archive) -> None:
    def quoted(price: str) -> list[str]:
        return [f"Garumel € {price}", *STORY[1:]]

    looks(archive, page(0, quoted("114.20")))
    made, _ = looks(archive, page(0, quoted("117.85"), minutes=10), page(0, quoted("117.91"), minutes=11))
    assert made.kept


@pytest.mark.parametrize(
    ("lines", "name"),
    [
        (("Injured: {}",), "x5"),
        (("Seats left {}, first come first served",), "x5"),
    ],
)
def test_what_is_counted_for_its_own_sake_is_told_however_fast_it_rises(
    archive: Archive, lines: tuple[str, ...], name: str
) -> None:
    def counted(number: int) -> list[Part]:
        return [Part("div", name, [line.format(number) for line in lines])]

    looks(archive, page(0, more=counted(12)))
    made, _ = looks(archive, page(0, more=counted(19), minutes=10), page(0, more=counted(20), minutes=11))
    assert made.kept


def test_a_price_in_a_box_that_shows_something_else_each_time_is_not_told(archive: Archive) -> None:
    def offer(turn: int) -> list[Part]:
        return [Part("div", "x5", [f"{VERSES[turn + 1]} € {20 + 7 * turn}.50"])]

    looks(archive, page(0, more=offer(0)))
    made, _ = looks(archive, page(0, more=offer(1), minutes=10), page(0, more=offer(2), minutes=11))
    assert not made.kept, made.reasons


def test_a_block_that_only_the_first_look_had_keeps_no_version(archive: Archive) -> None:
    box = Part("div", "x9", ["Felgor amsi trun ke valdomir hast", ("Ropsel", "/r")])
    looks(archive, page(0))
    made, _ = looks(archive, page(0, more=[box], minutes=10), page(0, minutes=11))
    assert not made.kept, made.reasons


def test_a_block_that_both_looks_have_is_kept(archive: Archive) -> None:
    box = Part("div", "x9", ["Felgor amsi trun ke valdomir hast", ("Ropsel", "/r")])
    looks(archive, page(0))
    made, looked = looks(archive, page(0, more=[box], minutes=10), page(0, more=[box], minutes=11))
    assert made.kept
    assert looked == 2


def test_a_block_that_the_second_look_has_again_was_not_deleted(archive: Archive) -> None:
    box = Part("div", "x9", ["Felgor amsi trun ke valdomir hast", ("Ropsel", "/r")])
    looks(archive, page(0, more=[box]))
    made, _ = looks(archive, page(0, minutes=10), page(0, more=[box], minutes=11))
    assert not made.kept, made.reasons


BOXES = (
    "Felgor amsi trun",
    "Sunti gral op vermoti lask u tren ve hordal",
    "Ekva holm",
    "Quorim sed valta en pruno",
    "Dask illo mertan ush velk",
    "Rin toven",
)


def boxes(turn: int) -> list[Part]:
    """Two neighbours of other sizes at each turn, so that no place is known by its size or its neighbours."""
    return [
        Part("div", f"y{turn}{at}", [(BOXES[(2 * turn + at) % 6], f"/{turn}{at}")], font_px=14 + turn) for at in (0, 1)
    ]


def test_what_gave_way_to_something_that_is_gone_again_was_part_of_the_turn(archive: Archive) -> None:
    looks(archive, page(0, more=boxes(0)))
    made, _ = looks(archive, page(0, more=boxes(1), minutes=10), page(0, more=boxes(2), minutes=11))
    assert not made.kept, made.reasons


def test_what_is_gone_beside_a_single_thing_that_turned_is_told(archive: Archive) -> None:
    looks(archive, page(0, more=boxes(0)))
    made, _ = looks(archive, page(0, more=boxes(1)[:1], minutes=10), page(0, more=boxes(2)[:1], minutes=11))
    assert made.kept


def test_a_second_look_at_another_page_says_nothing(archive: Archive) -> None:
    looks(archive, page(0))
    other = [" ".join(reversed(line.split())) + " ulvan desko" for line in STORY]
    made, _ = looks(archive, page(1), page(2, other))
    assert made.kept


def test_where_the_second_look_fails_the_first_one_counts(archive: Archive) -> None:
    looks(archive, page(0))
    made, looked = looks(archive, page(1), CaptureError("the server hung up"))
    assert made.kept
    assert looked == 2
    assert archive.versions.of(made.url)[-1].captured_at == page(1).captured_at


def test_nobody_looks_twice_for_nothing(archive: Archive) -> None:
    assert looks(archive, page(0), page(1))[1] == 1, "the first version is kept whatever it shows"
    assert looks(archive, page(0, minutes=5), page(1))[1] == 1, "nothing changed"


@pytest.mark.parametrize("judging", [JudgeOptions(leaning="strict"), JudgeOptions(judge="paper1")])
def test_who_asks_for_every_change_is_not_shown_less(archive: Archive, judging: JudgeOptions) -> None:
    looks(archive, page(0))
    made, looked = looks(archive, page(1), page(2), judging=judging)
    assert looked == 1
    if judging.leaning == "strict":
        assert made.kept


def test_the_time_of_both_looks_is_counted(archive: Archive) -> None:
    looks(archive, page(0))
    once, _ = looks(archive, page(1), page(2))
    assert {"render", "segment", "compare", "weigh"} <= once.seconds.keys()
