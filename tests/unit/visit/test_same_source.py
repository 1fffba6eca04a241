"""A page is not opened a second time where its source shows that it would be the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from laid_out_pages import Part, laid_out
from pagestrata.model.fetched import Fetched
from pagestrata.model.records import Visit
from pagestrata.model.snapshot import Snapshot
from pagestrata.store.archive import Archive, open_archive
from pagestrata.visit.cascade import visit
from pagestrata.visit.plan import VisitRequest, plan_visit

SCRIPT = "<script src=/menu.js></script>"
STORY = (
    "Dravel omkin to sefra hulian brost ne garumel tivor pash",
    "Ilken vadosh merri tun calvorin ep sedral hunto beshi",
    "Tovrin alek ma gordu pelisk no ferrian ulmo castel ri",
)
NEWS = ("Hulian drost ne 21 tivor pash omkin vedrit celv", *STORY[1:])


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with open_archive(tmp_path / "archive") as opened:
        yield opened


def page(lines: Sequence[str], *, minutes: float = 0, source: str | None = None, script: str = SCRIPT) -> Snapshot:
    """A page that shows these lines; they are its source unless another one is given."""
    shown = laid_out(
        Part("nav", "menu", [("Hasko", "/a"), ("Brum", "/b")]), Part("article", "x1", lines), minutes=minutes
    )
    body = shown.responses[0].body.decode() if source is None else source
    response = replace(shown.responses[0], body=(body + script).encode())
    return replace(shown, responses=(response,))


def plain(taken: Snapshot, **other: object) -> Fetched:
    values = {"requested_url": taken.url, "url": taken.url, "status": 200, "body": taken.responses[0].body}
    return Fetched(**{**values, **other})  # type: ignore[arg-type]


def looks(archive: Archive, first: Snapshot, second: Snapshot, fetched: Fetched | None) -> tuple[Visit, int]:
    """A visit to a page whose source was requested before, and how often it was rendered."""
    plan = plan_visit(archive, VisitRequest(first.requested_url), now=first.captured_at)
    shown = [first, second]

    def render(_url: str) -> Snapshot:
        return shown.pop(0)

    made = visit(plan, archive=archive, fetch=lambda _: fetched, render=render, look_again=render)
    return made, 2 - len(shown)


@pytest.mark.parametrize("script", [SCRIPT, ""])
def test_what_the_server_wrote_twice_is_not_rendered_twice(archive: Archive, script: str) -> None:
    looks(archive, page(STORY, script=script), page(STORY, script=script), None)
    news = page(NEWS, minutes=10, script=script)
    made, rendered = looks(archive, news, news, plain(news))
    assert (made.kept, rendered) == (True, 1)


def test_the_verdict_is_that_of_a_second_look_that_showed_the_same(archive: Archive, tmp_path: Path) -> None:
    news = page(NEWS, minutes=10)
    looks(archive, page(STORY), page(STORY), None)
    made, _ = looks(archive, news, news, plain(news))
    with open_archive(tmp_path / "other") as other:
        looks(other, page(STORY), page(STORY), None)
        looked, rendered = looks(other, news, news, plain(news, body=news.responses[0].body + b" "))
    assert rendered == 2
    assert (made.kept, made.probability, made.reasons) == (looked.kept, looked.probability, looked.reasons)


def test_a_source_that_was_not_requested_before_is_no_proof(archive: Archive) -> None:
    looks(archive, page(STORY), page(STORY), None)
    news = page(NEWS, minutes=10)
    assert looks(archive, news, news, None)[1] == 2


@pytest.mark.parametrize("shown", [(), (*STORY, *NEWS)])
def test_a_text_that_a_script_wrote_or_chose_is_looked_at_again(archive: Archive, shown: Sequence[str]) -> None:
    """It is in no source, or in both. The scripts changed, too: otherwise no browser would be asked."""
    source = "<!DOCTYPE html><html><body>" + "".join(f"<p>{line}</p>" for line in shown) + "</body></html>"
    first = page(STORY, source=source, script="<script>turn(1)</script>")
    looks(archive, first, first, None)
    news = page(NEWS, minutes=10, source=source, script="<script>turn(2)</script>")
    made, rendered = looks(archive, news, replace(first, captured_at=news.captured_at), plain(news))
    assert rendered == 2
    assert not made.kept, made.reasons


@pytest.mark.parametrize(("in_source", "times"), [((0, 1, 2), 2), ((2, 0, 1), 1)])
def test_moved_texts_are_the_servers_only_if_its_source_has_them_in_that_order(
    archive: Archive, in_source: Sequence[int], times: int
) -> None:
    def shelves(shown: Sequence[int], written: Sequence[int], news: str, minutes: float = 0) -> Snapshot:
        parts = [Part("section", f"s{number}", [STORY[number], f"{STORY[number]} two"]) for number in shown]
        source = "".join(f"<p>{STORY[number]}</p><p>{STORY[number]} two</p>" for number in written)
        taken = laid_out(Part("article", "x", [news]), *parts, minutes=minutes)
        body = f"<!DOCTYPE html><html><body><p>{news}</p>{source}</body></html>{SCRIPT}".encode()
        return replace(taken, responses=(replace(taken.responses[0], body=body),))

    first = shelves((0, 1, 2), (0, 1, 2), "Vonsik 31 drelmo nask ep sedral")
    looks(archive, first, first, None)
    moved = shelves((2, 0, 1), in_source, "Vonsik 48 drelmo nask ep sedral", minutes=10)
    made, rendered = looks(archive, moved, moved, plain(moved))
    assert made.changes > 1
    assert rendered == times
