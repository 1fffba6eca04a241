from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from captures import START, capture
from pagestrata.app.chosen_blocks import Choice, add_trail
from pagestrata.app.watches import watch_for
from pagestrata.errors import NotFoundError, UsageError
from pagestrata.model.fetched import Fetched
from pagestrata.model.notices import NoticeRule
from pagestrata.model.page_state import PageState
from pagestrata.model.records import Trail, Visit
from pagestrata.model.snapshot import Snapshot
from pagestrata.model.visit_result import VisitResult
from pagestrata.store.archive import Archive
from pagestrata.visit.cascade import visit
from pagestrata.visit.cheap import (
    ANOTHER_PAGE,
    examine_source,
    gets_another_page,
    must_render,
    with_another_page,
    with_check,
)
from pagestrata.visit.load import load, with_body, with_tree
from pagestrata.visit.plan import VisitPlan, VisitRequest, plan_visit
from pagestrata.visit.trails.trails_in_source import SEEN
from visits import visit_page

URL = "http://site.test/"
TEXTS = [
    "The council meets in the old hall and decides about the bridge over the river",
    "Rain is expected in the north, and the wind will be strong all day",
    "Last updated 12:03:04",
]
TICKED = [*TEXTS[:2], "Last updated 12:08:31"]
MATTERS = ["The council has sold the bridge over the river to a bank for 99 crowns", *TEXTS[1:]]


def answer(body: bytes, **fields: object) -> Fetched:
    values = {
        "requested_url": URL,
        "url": URL,
        "status": 200,
        "body": body,
        "headers": (("Content-Type", "text/html"),),
    }
    return Fetched(**{**values, **fields})  # type: ignore[arg-type]


def visited(
    archive: Archive,
    hour: float,
    texts: list[str],
    *,
    extra: bytes = b"",
    shown: Snapshot | None = None,
    **asked: object,
) -> Visit:
    """A visit at that hour to a page whose source says these texts."""
    taken = capture(texts, hours=hour)[0]
    body = taken.responses[0].body.replace(b"</body>", extra + b"</body>")
    return visit_page(archive, shown or taken, fetched=answer(body), **asked)


def begin(archive: Archive, extra: bytes = b"") -> None:
    taken = capture(TEXTS)[0]
    first = replace(taken.responses[0], body=taken.responses[0].body.replace(b"</body>", extra + b"</body>"))
    visit_page(archive, replace(taken, responses=(first,)))


def test_a_source_in_which_nothing_shows_ends_the_visit(archive: Archive) -> None:
    begin(archive)
    outcome = visited(archive, 1, TEXTS, extra=b"<!-- made at 12:08 -->")
    assert (outcome.stage, outcome.kept, outcome.changes) == ("quick", False, 0)
    assert "comments" in outcome.reasons[0]
    assert "render" not in outcome.seconds


def test_what_a_refilled_visit_found_is_kept_afterwards_without_document_and_picture(archive: Archive) -> None:
    begin(archive)
    assert visited(archive, 1, TICKED).stage == "refill"
    found = archive.versions.at(URL, "skipped")
    assert archive.contents.response(found).body == capture(TICKED, hours=1)[0].responses[0].body
    assert "12:08:31" in " ".join(leaf.text for leaf in archive.contents.tree(found).leaves())
    kept = archive.skipped.keep(found)
    assert archive.contents.screenshot(kept) is None
    with pytest.raises(NotFoundError, match="without a rendered document"):
        archive.contents.dom(kept)
    assert archive.upkeep.verify().is_sound
    assert visited(archive, 2, MATTERS).kept  # a version without picture is one to compare with


def test_contents_that_do_not_matter_are_refilled_and_recorded(archive: Archive) -> None:
    begin(archive)
    outcome = visited(archive, 1, TICKED)
    assert (outcome.stage, outcome.kept) == ("refill", False)
    assert outcome.changes == 1
    recorded = archive.visits.of(URL)[0]
    assert (recorded.stage, recorded.changes) == ("refill", 1)
    assert recorded.block_ids != archive.visits.of(URL)[1].block_ids


def test_other_looks_are_rendered(archive: Archive) -> None:
    begin(archive)
    assert visited(archive, 1, TICKED, extra=b"<style>p{color:red}</style>").stage == "render"


def test_a_server_that_sends_other_pages_to_plain_clients_is_recognised(archive: Archive) -> None:
    begin(archive)
    shown = capture(TEXTS, hours=1)[0]
    blocked = answer(b"<html><body><h1>Are you a robot?</h1><form>Please prove it</form></body></html>")
    outcome = visit_page(archive, shown, fetched=blocked)
    assert (outcome.stage, outcome.reasons[-1].startswith(ANOTHER_PAGE)) == ("render", True)
    asked: list[str] = []
    plan = plan_visit(archive, VisitRequest(URL), now=START + timedelta(hours=2))
    later = capture(TEXTS, hours=2)[0]
    visit(plan, archive=archive, fetch=lambda state: asked.append(state.url), render=lambda _: later)
    assert not asked


def test_the_same_page_for_everybody_is_no_other(archive: Archive) -> None:
    begin(archive)
    outcome = visited(archive, 1, MATTERS)
    assert outcome.stage == "render"
    assert not gets_another_page([outcome])
    assert with_another_page(VisitResult(visit=outcome), answer(b"")).visit == outcome


def test_contents_that_matter_are_rendered_at_once(archive: Archive) -> None:
    begin(archive)
    outcome = visited(archive, 1, MATTERS)
    assert (outcome.stage, outcome.kept) == ("render", True)
    assert outcome.check is None  # the cheap stages said that they cannot tell


def test_the_same_bytes_with_a_script_end_the_visit_where_the_page_follows_from_them(archive: Archive) -> None:
    script = b"<script>count()</script>"
    begin(archive, script)
    assert visited(archive, 1, TEXTS, extra=script).stage == "unchanged"
    built = [*TEXTS, "Forty comments that a script wrote, longer than a tenth of all that the page says"]
    taken = capture(TEXTS, url=URL + "built")[0]
    body = replace(taken.responses[0], body=taken.responses[0].body + script)
    shown = replace(capture(built, url=URL + "built")[0], responses=(body,))
    visit_page(archive, shown)
    later = replace(shown, captured_at=START + timedelta(hours=1))
    assert visit_page(archive, later, fetched=answer(body.body)).stage == "render"


@pytest.mark.parametrize(
    "fields", [{"status": 503}, {"body": b"%PDF-1.7"}, {"body": b"<div>" * 3_000}, {"body": b"", "headers": ()}]
)
def test_errors_and_what_cannot_be_read_are_rendered(archive: Archive, fields: dict[str, object]) -> None:
    begin(archive)
    taken = capture(TEXTS, hours=1)[0]
    fetched = replace(answer(taken.responses[0].body), **fields)  # type: ignore[arg-type]
    assert visit_page(archive, taken, fetched=fetched).stage == "render"


def followed(archive: Archive, path: str) -> Trail:
    begin(archive)
    latest = archive.versions.latest(URL)
    assert latest is not None
    return add_trail(archive, capture(TEXTS)[0], Choice(path=path), url=URL, version=latest.id)


def test_a_followed_block_that_says_something_else_keeps_a_version_and_is_reported(archive: Archive) -> None:
    trail = followed(archive, "body[1]/p[3]")
    archive.outbox.add_rule(
        NoticeRule(id="r1", kind="trail", subject=trail.id, channel="json://site.test", created_at=START)
    )
    visit = visited(archive, 1, TICKED)
    assert (visit.stage, visit.kept) == ("render", True)
    entry = archive.trails.entries(trail.id)[-1]
    assert (entry.text, entry.change, entry.state) == (TICKED[2], "text", "found")
    (delivery,) = archive.outbox.deliveries()
    assert "12:08:31" in delivery.body


def test_a_followed_block_of_which_the_source_does_not_tell_enough_is_rendered(archive: Archive) -> None:
    """Nothing of it stayed, nor did what stood before it: something else may stand in its place."""
    clocks = ["Updated 12:03:04", "Last update 12:03:05"]
    taken = capture([TEXTS[0], *clocks])[0]
    visit_page(archive, taken)
    add_trail(archive, taken, Choice(path="body[1]/p[3]"), url=URL, version=None)
    assert visited(archive, 1, [TEXTS[0], "Updated 12:08:31", "Last update 12:03:05"]).stage == "refill"
    assert visited(archive, 2, [TEXTS[0], "Updated 12:09:31", "Last update 12:09:32"]).stage == "render"


def test_a_followed_block_that_says_the_same_is_found_in_a_refilled_page(archive: Archive) -> None:
    taken = capture(TEXTS)[0]
    begin(archive)
    trail = add_trail(archive, taken, Choice(path="body[1]/p[1]"), url=URL, version=None)
    before = archive.trails.entries(trail.id)[-1]
    assert visited(archive, 1, TICKED).stage == "refill"
    found = archive.trails.entries(trail.id)[-1]
    assert (found.found_at, found.state, found.text, found.box) == (
        START + timedelta(hours=1),
        "found",
        TEXTS[0],
        before.box,
    )
    assert (found.change, found.reasons) == (None, (SEEN,))


def test_stages_can_be_forced(archive: Archive) -> None:
    with pytest.raises(UsageError, match="no version to compare with"):
        visited(archive, 0, TEXTS, stage="quick")
    begin(archive)
    assert visited(archive, 1, TEXTS, stage="render").stage == "render"
    assert visited(archive, 2, TEXTS, extra=b"<!-- -->", stage="quick").stage == "quick"
    assert visited(archive, 3, TICKED, stage="refill").stage == "refill"
    asked = visited(archive, 4, MATTERS, stage="refill")
    assert (asked.stage, asked.kept) == ("refill", False)
    assert "not rendered" in asked.reasons[0]
    assert visited(archive, 5, MATTERS, stage="unchanged").stage == "unchanged"
    assert len(archive.versions.of(URL)) == 1


def test_a_page_is_rendered_once_in_so_many_visits_and_hours(archive: Archive) -> None:
    watch_for(archive, URL, {"render_every_visits": 3, "render_every_hours": 5})
    begin(archive)
    stages = [visited(archive, hour, TEXTS, extra=b"<!-- x -->").stage for hour in (1, 2, 3, 4, 9)]
    assert stages == ["quick", "quick", "render", "quick", "render"]
    assert [visit.check for visit in archive.visits.of(URL)] == ["agreed", None, "agreed", None, None, None]


def test_where_they_disagreed_a_page_is_rendered_until_they_agree(archive: Archive) -> None:
    watch_for(archive, URL, {"render_every_visits": 2})
    begin(archive)
    same = b"<!-- x -->"
    assert visited(archive, 1, TEXTS, extra=same).stage == "quick"
    body = replace(capture(TEXTS)[0].responses[0])
    shows_more = replace(capture(MATTERS, hours=2)[0], responses=(body,))  # the source says nothing of it
    missed = visited(archive, 2, TEXTS, extra=same, shown=shows_more)
    assert (missed.stage, missed.kept, missed.check) == ("render", True, "disagreed")
    assert "would have missed" in missed.reasons[-1]


STATE = PageState(url=URL)
CHEAP = VisitResult(
    visit=Visit(url=URL, visited_at=START, stage="quick", version=None, kept=False, reasons=("because",))
)


def history(*visits: tuple[str, str | None]) -> PageState:
    """Visits, newest first, an hour apart."""
    return replace(
        STATE,
        history=tuple(
            Visit(
                url=URL, visited_at=START - timedelta(hours=n + 1), stage=stage, version=None, kept=False, check=check
            )  # type: ignore[arg-type]
            for n, (stage, check) in enumerate(visits)
        ),
    )


@pytest.mark.parametrize(
    ("visits", "rendered"),
    [
        ([], True),
        ([("render", None)], False),
        ([("quick", None)] * 8 + [("render", None)], False),
        ([("quick", None)] * 9 + [("render", None)], True),
        ([("render", "disagreed")], True),
        ([("render", None), ("render", "disagreed")], True),
        ([("render", "agreed"), ("render", "disagreed")], False),
    ],
)
def test_when_a_page_is_rendered_all_the_same(visits: list[tuple[str, str | None]], rendered: bool) -> None:
    assert must_render(VisitPlan(url=URL, now=START), history(*visits), CHEAP) is rendered


def test_the_word_of_the_server_is_not_checked() -> None:
    not_modified = replace(CHEAP, visit=replace(CHEAP.visit, stage="unchanged", reasons=()))
    assert not must_render(VisitPlan(url=URL, now=START), STATE, not_modified)
    assert with_check(CHEAP, not_modified) is CHEAP
    assert with_check(CHEAP, None) is CHEAP


def test_the_source_is_examined_without_an_archive(archive: Archive) -> None:
    begin(archive)
    plan = plan_visit(archive, VisitRequest(URL), now=START + timedelta(hours=1))
    state = with_tree(archive, load(archive, plan, contents=False))
    assert examine_source(plan, state, answer(b"<p>x")) is None  # without the source of the last version
    found = examine_source(plan, with_body(archive, state), answer(capture(TICKED)[0].responses[0].body))
    assert found is not None
    assert found.tree is not None
    assert found.tree.geometry_inherited


def test_a_version_that_ends_at_a_depth_is_not_refilled(archive: Archive) -> None:
    visit_page(archive, capture(TEXTS, height_capped=True)[0])
    assert visited(archive, 1, TICKED).stage == "render"
