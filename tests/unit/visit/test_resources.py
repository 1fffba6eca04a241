from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from captures import START, capture
from pagestrata.model.blocks import Block, BlockTree, Image
from pagestrata.model.fetched import Fetched
from pagestrata.model.geometry import Box
from pagestrata.model.page_state import PageMemory, PageState, UsedResource
from pagestrata.model.records import Visit
from pagestrata.model.snapshot import Response
from pagestrata.store.archive import Archive
from pagestrata.visit import resources
from pagestrata.visit.cascade import visit
from pagestrata.visit.load import load
from pagestrata.visit.plan import VisitRequest, plan_visit
from pagestrata.visit.resources import (
    HARMLESS_AFTER,
    IN_SOURCE,
    NOT_STORED,
    after_rendering,
    is_harmless,
    look_at_resources,
    named,
    read_resources,
    unlooked_words,
    used_by,
    with_resources,
)
from visits import visit_page

URL = "http://site.test/"
TEXTS = ["The pier in the morning sun, seen from the ferry to the island"]
PAGE = Response(url=URL, status=200, headers=(), body=b"<p>page", resource_type="document")


def file(name: str, kind: str, body: bytes = b"x" * 100, **fields: object) -> Response:
    values = {"url": URL + name, "status": 200, "headers": (("ETag", '"1"'),), "body": body, "resource_type": kind}
    return Response(**{**values, **fields})  # type: ignore[arg-type]


SHEET, SCRIPT, PIER = file("site.css", "stylesheet"), file("site.js", "script"), file("pier.jpg", "image")


def tree(address: str, *, box: Box = Box(0, 0, 200, 100), role: str = "other") -> BlockTree:  # noqa: B008 - frozen
    return BlockTree(blocks=(Block(ref="1", images=(Image("The pier", address),), box=box, role=role),))


def remembering(*files: Response, shown: BlockTree | None = None) -> PageState:
    memory = after_rendering(PageMemory(), (PAGE, *files), shown, changed=(), kept=True)
    return PageState(url=URL, memory=memory)


def test_style_sheets_come_first_then_large_pictures_scripts_data_and_icons() -> None:
    icon, data = file("icon.png", "image"), file("prices.json", "xhr")
    found = used_by((PAGE, icon, data, SCRIPT, PIER, SHEET), tree(PIER.url))
    assert [one.url for one in found.used] == [one.url for one in (SHEET, PIER, SCRIPT, data, icon)]
    assert found.used[0].etag == '"1"'


def test_what_does_not_show_or_is_no_file_is_not_asked_for() -> None:
    left_out = (
        file("font.woff2", "font"),
        file("clip.mp4", "media"),
        file("pixel.gif", "image", b"x" * 43),
        file("favicon.ico", "other"),
        file("sent", "xhr", method="POST"),
        file("gone.css", "stylesheet", status=404),
        file("ad.jpg", "image"),
    )
    found = used_by((PAGE, *left_out), tree(URL + "ad.jpg", role="ad"))
    assert found.used == ()
    assert found.unasked == {"fonts": 1, "sounds and videos": 1, "pictures in advertisements": 1}


def test_a_large_picture_that_is_not_stored_is_said() -> None:
    assert used_by((PAGE,), tree(PIER.url)).unasked == {"pictures that are not stored": 1}
    assert used_by((PAGE,), tree(PIER.url, box=Box(0, 0, 16, 16))).unasked == {}


def test_too_many_files_that_matter_make_a_visit_render(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "MOST_ASKED", 1)
    look = look_at_resources(remembering(SHEET, SCRIPT), lambda wanted: [True] * len(wanted))
    assert look.changed == ("1 files above the limit",)
    look = look_at_resources(remembering(SHEET, PIER), lambda wanted: [True] * len(wanted))
    assert (look.changed, look.unasked) == ((), {"small pictures and data": 1})


def test_files_are_asked_for_with_their_validators() -> None:
    asked: list[UsedResource] = []

    def ask(wanted: Sequence[UsedResource]) -> list[bool]:
        asked.extend(wanted)
        return [one.kind == "script" for one in wanted]

    look = look_at_resources(remembering(SHEET, SCRIPT), ask)
    assert look.changed == (SHEET.url,)
    assert [(one.url, one.etag) for one in asked] == [(SHEET.url, '"1"'), (SCRIPT.url, '"1"')]
    assert look_at_resources(remembering(SHEET), None).changed == (SHEET.url,)
    assert look_at_resources(remembering(), None).changed == ()


def test_a_redirected_file_is_asked_for_where_the_page_names_it_and_without_validators() -> None:
    first = f"{URL}latest"
    moved = file("photo-1", "image", redirected_from=first, headers=(("etag", '"1"'), ("last-modified", "yesterday")))
    found = used_by((PAGE, moved), tree(first))
    assert [(one.url, one.etag, one.last_modified) for one in found.used] == [(first, None, None)]
    assert NOT_STORED not in found.unasked
    assert used_by((PAGE, moved), tree(first, role="ad")).used == ()


def test_a_file_is_asked_for_where_the_new_source_names_it() -> None:
    asked: list[str] = []

    def ask(wanted: Sequence[UsedResource]) -> list[bool]:
        asked.extend(one.url for one in wanted)
        return [True] * len(wanted)

    state = remembering(file("css/site.css?v=1&amp=2", "stylesheet"), file("x.js?t=1", "script"))
    look_at_resources(state, ask, body=b'<link rel=stylesheet href="css/site.css?v=2&amp;w=3"> <script src=/y.js?t=2>')
    assert asked == [URL + "css/site.css?v=2&w=3", URL + "x.js?t=1"]


def test_changes_without_effect_are_not_asked_for_any_more_until_one_has_an_effect() -> None:
    memory = remembering(SHEET, SCRIPT).memory
    for number in range(HARMLESS_AFTER):
        assert not is_harmless(memory, SCRIPT.url)
        turned = replace(SCRIPT, body=b"%d" % number)
        memory = after_rendering(memory, (PAGE, SHEET, turned), None, changed=(IN_SOURCE["scripts"],), kept=False)
    assert is_harmless(memory, SCRIPT.url)
    assert is_harmless(memory, IN_SOURCE["scripts"])
    assert not is_harmless(memory, SHEET.url)
    look = look_at_resources(PageState(url=URL, memory=memory), lambda wanted: [True] * len(wanted))
    assert look.harmless == (SCRIPT.url,)
    assert unlooked_words(look) == f"{SCRIPT.url} (changed {HARMLESS_AFTER} times without effect)"
    kept = after_rendering(memory, (PAGE, SHEET, SCRIPT), None, changed=(), kept=True)
    assert not is_harmless(kept, SCRIPT.url)
    assert not is_harmless(after_rendering(memory, (PAGE,), None, changed=(), kept=False), SCRIPT.url)  # it is gone


def test_a_plain_answer_that_always_differs_is_given_up() -> None:
    """Some servers send other bytes to plain clients: renderings always get the same."""
    memory = remembering(SHEET).memory
    for _ in range(HARMLESS_AFTER):
        memory = after_rendering(memory, (PAGE, SHEET), None, changed=(SHEET.url,), kept=False)
    assert look_at_resources(PageState(url=URL, memory=memory), None).changed == ()


@pytest.mark.parametrize("written", [{}, {"used": 3}, {"used": [["x"]], "harmless": {}, "unasked": {}, "too_many": 0}])
def test_a_memory_that_cannot_be_read_is_none(written: dict[str, object]) -> None:
    assert read_resources(PageMemory(resources=written)) is None


def test_names_are_few_and_without_secrets() -> None:
    assert named(["http://u:pw@h/a.css?token=1", "b", "c", "d", "e"]) == "http://u:***@h/a.css, b, c and 2 more"


def begin(archive: Archive, *files: Response) -> None:
    taken = capture(TEXTS)[0]
    visit_page(archive, replace(taken, responses=(*taken.responses, *files)))


def again(archive: Archive, hour: float, *files: Response, same: bool, **fields: object) -> Visit:
    """A visit at which the server says 'not modified' of the page."""
    shown = capture(TEXTS, hours=hour)[0]
    shown = replace(shown, responses=(*shown.responses, *files))
    values = {"requested_url": URL, "url": URL, "status": 304, "body": b"", "not_modified": True}
    fetched = Fetched(**{**values, **fields})  # type: ignore[arg-type]
    return visit(
        plan_visit(archive, VisitRequest(URL), now=START + timedelta(hours=hour)),
        archive=archive,
        fetch=lambda _: fetched,
        render=lambda _: shown,
        ask_again=lambda wanted: [same] * len(wanted),
    )


def test_not_modified_ends_a_visit_only_where_its_files_are_the_same(archive: Archive) -> None:
    begin(archive, SHEET)
    same = again(archive, 1, SHEET, same=True)
    assert (same.stage, same.reasons) == ("unchanged", ())
    other = again(archive, 2, SHEET, same=False)
    assert other.stage == "render"
    assert SHEET.url in other.reasons[-1]


def test_what_was_not_looked_at_is_said(archive: Archive) -> None:
    begin(archive, file("font.woff2", "font"), SHEET)
    outcome = again(archive, 1, same=True)
    assert (outcome.stage, outcome.reasons) == ("unchanged", ("Skipped: not modified; not looked at: fonts (1)",))


def test_a_file_that_always_differs_ends_in_cheap_visits_that_are_checked(archive: Archive) -> None:
    begin(archive, SCRIPT)
    stages = [again(archive, hour, SCRIPT, same=False).stage for hour in range(1, 5)]
    assert stages == ["render"] * HARMLESS_AFTER + ["unchanged"]
    assert [again(archive, hour, SCRIPT, same=False).stage for hour in range(5, 15)].count("render") == 1


def test_the_files_of_an_archive_without_memory_are_those_of_its_last_version(archive: Archive) -> None:
    begin(archive, SHEET)
    plan = plan_visit(archive, VisitRequest(URL), now=START + timedelta(hours=1))
    forgetful = replace(load(archive, plan, contents=False), memory=PageMemory())
    found = read_resources(with_resources(archive, forgetful).memory)
    assert found is not None
    assert [one.url for one in found.used] == [SHEET.url]


def test_styles_in_the_source_make_a_visit_render(archive: Archive) -> None:
    taken = capture(TEXTS)[0]
    body = taken.responses[0].body

    def styled(style: bytes) -> bytes:
        return body.replace(b"</head>", b"<style>p{%s}</style></head>" % style)

    first = replace(taken.responses[0], body=styled(b"color:red"))
    visit_page(archive, replace(taken, responses=(first,)))
    headers = (("Content-Type", "text/html"),)
    given = {"status": 200, "not_modified": False, "headers": headers}
    assert again(archive, 1, same=True, body=styled(b"color:red") + b"<!-- -->", **given).stage == "quick"
    hidden = again(archive, 2, same=True, body=styled(b"display:none"), **given)
    assert hidden.stage == "render"
    assert "styles in the source" in hidden.reasons[-1]
