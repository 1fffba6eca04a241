"""Terms of 60,000 px in a browser: what is far below the end of the picture is judged, followed and rebuilt all the same."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from pagestrata.app.chosen_blocks import Choice
from pagestrata.app.session import Session
from pagestrata.app.trails import follow_block
from pagestrata.capturing.options import CaptureOptions
from pagestrata.formats.pictures.pictures import decode_png, png_size
from pagestrata.model.blocks import Block
from pagestrata.visit.plan import VisitRequest
from servers import Asked, serving

pytestmark = pytest.mark.browser
WORDS = [
    "account", "agreement", "arbitration", "charge", "claim", "consent", "contract", "copyright", "court", "customer",
    "damages", "data", "delay", "delivery", "dispute", "guarantee", "harm", "law", "liability", "licence", "limit", "loss",
    "obligation", "order", "permission", "policy", "privacy", "product", "purchase", "refund", "request", "service",
]  # fmt: skip
SECTIONS = 300
CHANGED, FOLLOWED = 275, 250
HEIGHT_PX = 200  # of a section


def sentences(number: int, count: int) -> str:
    chosen = random.Random(number)
    return " ".join(f"The {' '.join(chosen.choices(WORDS, k=14))} of section {number}." for _ in range(count))


class Terms:
    """A page whose notice period and whose fee change when they are told to."""

    def __init__(self) -> None:
        self.notice = "Either party may end this agreement with a notice of thirty days."
        self.fee = "The late fee is 25 euros."

    def answer(self, asked: Asked) -> bytes:
        if asked.path != "/":
            return b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
        body = f"""<!doctype html><meta charset=utf-8><title>Terms</title>
<style>body {{ margin: 0; font: 16px sans-serif }} section {{ height: {HEIGHT_PX}px; overflow: hidden }}
main {{ width: 800px; margin: auto }} p {{ margin: 6px 0 }} img {{ width: 60px; height: 40px }}</style>
<main>{"".join(map(self._section, range(SECTIONS)))}</main>""".encode()
        return b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)

    def _section(self, number: int) -> str:
        said = {CHANGED: f"<p>{self.notice}</p>", FOLLOWED: f"<p id=fee>{self.fee}</p>"}.get(number, "")
        linked = f'<a href="/section/{number}">Read section {number} alone</a>'
        linked += f'<img src="/seal{number}.png" alt="Seal">' if number % 50 == 49 else ""
        return f"<section><h2>Section {number}</h2><p>{sentences(number, 2)}</p>{said}<p>{linked}</p></section>"


def opened(archive: Path) -> Session:
    """With time for a machine that has more to do."""
    return Session(archive=archive, allow_private=True, options=CaptureOptions(page_seconds=300.0))


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory):
    """Three visits: the first, one after a sentence at 55,000 px changed, one after a followed fee at 50,000 px did."""
    terms, archive = Terms(), tmp_path_factory.mktemp("tall") / "archive"
    with serving(terms.answer) as server, opened(archive) as session:
        visits = [session.visit(VisitRequest(server.url))]
        trail = follow_block(session, server.url, Choice(css="#fee"))
        visits.append(session.visit(VisitRequest(server.url, stage="render")))
        terms.notice = "Either party may end this agreement with a notice of ninety days."
        visits.append(session.visit(VisitRequest(server.url)))
        terms.fee = "The late fee is 40 euros."
        visits.append(session.visit(VisitRequest(server.url)))
        yield session, server.url, visits, trail


def test_a_sentence_at_55000_px_keeps_a_version_and_is_the_reason(story) -> None:
    session, url, visits, _ = story
    assert [visit.kept for visit in visits] == [True, False, True, True], [visit.reasons for visit in visits]
    why = str(visits[2].reasons[0])
    assert "thirty" in why, why
    assert "ninety" in why, why
    version = session.archive.versions.of(url)[1]
    (changed,) = [leaf for leaf in session.archive.contents.tree(version).leaves() if "ninety days" in leaf.text]
    assert changed.box.y > 54_000
    assert version.depth_px is None


def test_the_picture_ends_where_it_did_and_the_visit_says_so(story) -> None:
    session, url, visits, _ = story
    for visit in (visits[0], visits[2]):
        assert "the page is 60,000 px high; its picture ends at 20,000 px" in map(str, visit.reasons)
    version = session.archive.versions.of(url)[0]
    assert png_size(session.archive.contents.screenshot(version)) == (1366, 20_000)


def test_links_and_addresses_of_pictures_below_are_stored(story) -> None:
    session, url, _, _ = story
    tree = session.archive.contents.tree(session.archive.versions.of(url)[0])
    low = [leaf for leaf in tree.leaves() if leaf.box.y > 58_000]
    assert any(link.address == f"{url}section/299" for leaf in low for link in leaf.links)
    assert any(image.address == f"{url}seal299.png" for leaf in low for image in leaf.images)


def test_a_block_at_50000_px_is_followed_without_a_picture(story) -> None:
    session, _, _, trail = story
    entries = session.archive.trails.entries(trail.id)
    assert [entry.text for entry in entries][-1] == "The late fee is 40 euros."
    assert {entry.state for entry in entries} == {"found"}
    assert entries[-1].change == "text"
    assert all(entry.box.y > 49_000 and entry.picture_png is None for entry in entries)


def test_each_version_is_rebuilt_exactly(story) -> None:
    session, url, _, _ = story
    contents, versions = session.archive.contents, session.archive.versions.of(url)
    shown = session.page(url)
    tree = contents.tree(versions[-1])
    assert tree.page_size == (1366.0, 60_000.0)
    assert [content(leaf) for leaf in tree.leaves()] == [content(leaf) for leaf in shown.tree.leaves()]
    pixels = [decode_png(png, "RGB") for png in (contents.screenshot(versions[-1]), shown.screenshot_png)]
    assert np.array_equal(*pixels)
    assert contents.dom(versions[-1]) == shown.snapshot.dom
    assert ["thirty days" in contents.dom(version) for version in versions] == [True, False, False]
    assert [any("thirty days" in leaf.text for leaf in contents.tree(version).leaves()) for version in versions] == [
        True,
        False,
        False,
    ]
    assert session.archive.upkeep.verify().is_sound


def content(leaf: Block) -> tuple[object, ...]:
    return leaf.text, leaf.links, leaf.images, leaf.box
