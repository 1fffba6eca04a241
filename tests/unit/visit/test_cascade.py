from __future__ import annotations

import hashlib
import platform
import subprocess
import sys
from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path

import pytest

from captures import START, capture
from laid_out_pages import Part, laid_out
from pagestrata.app.comparisons import judged_by_visit
from pagestrata.errors import CaptureError
from pagestrata.model.fetched import Fetched
from pagestrata.model.page_state import PageState
from pagestrata.model.records import Visit
from pagestrata.model.snapshot import Snapshot
from pagestrata.store.archive import Archive, open_archive
from pagestrata.visit import examine
from pagestrata.visit.cascade import give_holes_back, give_large_memory_back, visit
from pagestrata.visit.judge import JudgeOptions
from pagestrata.visit.plan import VisitPlan, VisitRequest, plan_visit
from pagestrata.visit.step_timer import StepTimer
from visits import visit_page

URL = "http://site.test/"
OLD = ["The council meets on 3 May at nine in the hall", "Imprint and contact"]
NEW = ["The council will not meet before the new year", "Imprint and contact"]


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


def answer(taken: Snapshot, **fields: object) -> Fetched:
    values = {"requested_url": URL, "url": URL, "status": 200, "body": taken.responses[0].body}
    return Fetched(**{**values, **fields})  # type: ignore[arg-type]


def test_the_first_visit_keeps_a_version(archive: Archive) -> None:
    outcome = visit_page(archive, capture(OLD)[0])
    assert (outcome.stage, outcome.kept, outcome.changes) == ("render", True, 0)
    latest = archive.versions.latest(URL)
    assert latest is not None
    assert latest.id == outcome.version
    assert {"render", "segment", "store"} <= outcome.seconds.keys()


@pytest.mark.parametrize("same", [True, False])
def test_a_plain_answer_ends_the_visit_only_where_nothing_changed(archive: Archive, same: bool) -> None:
    old, new = capture(OLD)[0], capture(NEW, hours=1)[0]
    visit_page(archive, old)
    outcome = visit_page(archive, new, fetched=answer(old if same else new))
    assert (outcome.stage, outcome.kept) == (("unchanged", False) if same else ("render", True))
    assert "render" not in outcome.seconds if same else "fetch" in outcome.seconds
    assert len(archive.visits.of(URL)) == 2


def test_a_first_and_a_forced_visit_do_not_ask(archive: Archive) -> None:
    for hour in range(2):
        taken, _ = capture(OLD, hours=hour)
        plan = plan_visit(archive, VisitRequest(URL, force=hour == 1), now=taken.captured_at)
        outcome = visit(plan, archive=archive, fetch=lambda _: pytest.fail("asked"), render=lambda _, now=taken: now)
        assert outcome.kept
    assert outcome.reasons[0] == "Kept on request; no visible change"


def test_a_failed_capture_leaves_the_archive_as_it_was(archive: Archive) -> None:
    visit_page(archive, capture(OLD)[0])

    def fail(url: str) -> Snapshot:
        raise CaptureError(f"{url} is gone")

    plan = plan_visit(archive, VisitRequest(URL), now=START + timedelta(hours=1))
    with pytest.raises(CaptureError):
        visit(plan, archive=archive, fetch=lambda _: None, render=fail)
    assert (len(archive.versions.of(URL)), len(archive.visits.of(URL))) == (1, 1)


def test_a_skipped_visit_remembers_what_each_block_said(archive: Archive) -> None:
    visit_page(archive, capture(["Updated 12:01", *OLD])[0])
    outcome = visit_page(archive, capture(["Updated 12:07", *OLD], hours=1)[0])
    assert not outcome.kept
    second, first = archive.visits.of(URL)
    assert second.block_ids.keys() == first.block_ids.keys()
    assert sum(second.block_ids[ref] != first.block_ids[ref] for ref in first.block_ids) == 1


def test_blocks_keep_their_names_while_they_change(archive: Archive) -> None:
    visit_page(archive, capture(OLD)[0])
    visit_page(archive, capture(NEW, hours=1)[0])
    first, second = archive.versions.of(URL)
    refs = [[leaf.ref for leaf in archive.contents.tree(version).leaves()] for version in (first, second)]
    assert refs[0] == refs[1]
    delta = archive.contents.delta(second)
    assert delta is not None
    assert not delta.patch.renames


def test_a_version_dated_in_the_future_is_not_compared_with(archive: Archive) -> None:
    visit_page(archive, capture(OLD)[0])
    visit_page(archive, capture(NEW, hours=24 * 365)[0])  # a clock that was wrong
    outcome = visit_page(archive, capture(OLD, hours=1)[0])
    assert (outcome.kept, outcome.changes) == (False, 0)


def test_what_has_no_blocks_is_judged_by_its_bytes(archive: Archive, tmp_path: Path) -> None:
    def pdf(body: bytes, hours: float) -> Snapshot:
        from dataclasses import replace

        taken, _ = capture(["x"], hours=hours, picture=False, nodes=None, dom="")
        return replace(taken, responses=(replace(taken.responses[0], body=body),))

    visit_page(archive, pdf(b"%PDF one", 0))
    same, other = visit_page(archive, pdf(b"%PDF one", 1)), visit_page(archive, pdf(b"%PDF two", 2))
    assert (same.kept, other.kept) == (False, True)
    assert "the bytes differ" in str(other.reasons[0])
    assert archive.versions.of(URL)[-1].digest == hashlib.sha256(b"%PDF two").hexdigest()


def test_a_visit_that_ends_at_once_loads_nothing_that_judges_a_rendering() -> None:
    """Started as a command, it spends most of its time on loading: every module counts."""
    unneeded = [
        "visit.examine",
        "visit.news",
        "visit.look_again",
        "visit.faults.suspects",
        "visit.feeds",
        "follow.series",
    ]
    program = f"import sys, pagestrata.app.session; print([n for n in {unneeded} if 'pagestrata.' + n in sys.modules])"
    assert subprocess.check_output([sys.executable, "-c", program], text=True).strip() == "[]"


def test_it_is_asked_for_where_the_c_library_can_do_it() -> None:
    assert give_large_memory_back() is (platform.libc_ver()[0] == "glibc")
    assert give_large_memory_back() is give_large_memory_back()


def test_holes_between_what_is_used_are_given_back() -> None:
    pieces = [bytes(1_000) for _ in range(20_000)]
    used = pieces[::1_000]
    del pieces
    assert used
    assert give_holes_back() is (platform.libc_ver()[0] == "glibc")


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


def test_after_the_second_look_the_page_is_judged_but_not_cut_and_compared_again(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[str] = []

    def counted(plan: VisitPlan, state: PageState, snapshot: Snapshot, timer: StepTimer) -> examine.ComparedPage:
        compared.append(plan.url)
        return compare_page(plan, state, snapshot, timer)

    compare_page = examine.compare_page
    looks(archive, page(0))
    monkeypatch.setattr(examine, "compare_page", counted)
    made, looked = looks(archive, page(1), page(2))
    assert (looked, len(compared)) == (2, 1)
    assert not made.kept


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
    notice = Part("div", "y9", ["Orvani steg hul 12 Mai, kralto vem 40 €"], font_px=15)
    looks(archive, page(0, more=[*boxes(0)[:1], notice]))
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
