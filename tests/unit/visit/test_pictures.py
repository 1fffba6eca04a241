from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from captures import START, capture
from pagestrata.model.blocks import Block, BlockTree, Image
from pagestrata.model.fetched import Fetched
from pagestrata.model.geometry import Box
from pagestrata.model.page_state import PageState
from pagestrata.model.snapshot import Response
from pagestrata.store.archive import Archive
from pagestrata.visit import pictures
from pagestrata.visit.cascade import visit
from pagestrata.visit.load import load
from pagestrata.visit.pictures import pictures_are_same, shown_pictures
from pagestrata.visit.plan import plan_visit
from visits import visit_page

URL = "http://site.test/"
PIER = Response(url=URL + "pier.jpg", status=200, headers=(("ETag", '"1"'),), body=b"pier", resource_type="image")


LARGE = Box(0, 0, 200, 100)


def photo(address: str = PIER.url, box: Box = LARGE, role: str = "other") -> BlockTree:
    return BlockTree(blocks=(Block(ref="1", images=(Image("The pier", address),), box=box, role=role),))


def known(archive: Archive, tree: BlockTree) -> PageState:
    """A page whose last version holds the picture and shows this."""
    taken = capture(["The pier in the morning sun"])[0]
    visit_page(archive, replace(taken, responses=(*taken.responses, PIER)))
    plan = plan_visit(archive, URL, now=START + timedelta(hours=1))
    return replace(load(archive, plan, contents=False), tree=tree)


def test_icons_advertisements_and_drawings_are_not_asked_for() -> None:
    assert shown_pictures(photo()) == [PIER.url]
    assert shown_pictures(photo(box=Box(0, 0, 16, 16))) == []
    assert shown_pictures(photo(role="ad")) == []
    assert shown_pictures(photo("urn:pagestrata:svg:1")) == []
    assert shown_pictures(photo("data:image/png;base64,AA==")) == []


def test_the_stored_picture_is_asked_for(archive: Archive) -> None:
    state, asked = known(archive, photo()), []

    def ask(seen: Response) -> bool:
        asked.append((seen.url, seen.header("etag"), seen.body))
        return True

    assert pictures_are_same(archive, state, ask)
    assert asked == [(PIER.url, '"1"', b"pier")]
    assert not pictures_are_same(archive, state, lambda _: False)
    assert not pictures_are_same(archive, state, None)


def test_what_is_not_stored_or_too_much_is_not_the_same(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    state = known(archive, photo())
    assert not pictures_are_same(archive, replace(state, tree=photo(URL + "other.jpg")), lambda _: True)
    monkeypatch.setattr(pictures, "MOST_PICTURES", 0)
    assert not pictures_are_same(archive, state, lambda _: True)


def test_too_slow_is_not_the_same(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "MOST_SECONDS", -1.0)
    assert not pictures_are_same(archive, known(archive, photo()), lambda _: True)


def test_a_page_without_pictures_asks_nobody(archive: Archive) -> None:
    assert pictures_are_same(archive, known(archive, BlockTree(blocks=(Block(ref="1", text="x"),))), None)


@pytest.mark.parametrize(("same", "stage"), [(True, "quick"), (False, "render")])
def test_a_page_ends_cheaply_where_its_pictures_are_the_same(
    archive: Archive, monkeypatch: pytest.MonkeyPatch, same: bool, stage: str
) -> None:
    monkeypatch.setattr(pictures, "shown_pictures", lambda _tree: [PIER.url])
    known(archive, photo())
    now = START + timedelta(hours=1)
    shown = replace(capture(["The pier in the morning sun"], hours=1)[0])
    body = shown.responses[0].body.replace(b"</body>", b"<!-- now --></body>")
    fetched = Fetched(requested_url=URL, url=URL, status=200, headers=(("Content-Type", "text/html"),), body=body)
    plan = plan_visit(archive, URL, now=now)
    outcome = visit(
        plan, archive=archive, fetch=lambda _: fetched, render=lambda _: shown, is_same_picture=lambda _: same
    )
    assert outcome.stage == stage
