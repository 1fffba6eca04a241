from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pagestrata.capturing.browser import consent
from pagestrata.capturing.browser.pool import BrowserPool
from pagestrata.capturing.options import CaptureOptions
from pagestrata.capturing.recorded.recordings import capture_recorded
from pagestrata.model.snapshot import Snapshot
from servers import serving

pytestmark = pytest.mark.browser
WORDS = "words " * 40
COVER = "position: fixed; inset: 0; background: white; z-index: 9999"
KNOWN = f"""<p style="height: 3000px">{WORDS}</p><div id="onetrust-consent-sdk"><div id="onetrust-banner-sdk" style="{COVER}">
  We value your privacy and cookies <button id="onetrust-reject-all-handler">Reject all</button></div></div>
  <script>document.body.style.overflow = 'hidden'; document.getElementById('onetrust-reject-all-handler').onclick = () => {{
    document.getElementById('onetrust-consent-sdk').remove(); document.body.style.overflow = '';
    document.title = 'refused'; }}</script>"""
UNKNOWN = f"""<style>html, body {{ overflow: hidden }}</style><p style="height: 3000px">{WORDS}</p>
  <div style="{COVER}">Bitte geben Sie Ihre Zustimmung <b>Alles annehmen</b></div>"""
ONLY_BUTTON = f"""<p style="height: 3000px">{WORDS}</p>
  <div id="cookie-banner" style="position: fixed; bottom: 0; left: 0; right: 0; height: 90px; background: white; z-index: 9999">
  This website uses cookies to improve your experience. <button>{{button}}</button></div>
  <script>document.querySelector('button').onclick = () => {{{{
    document.getElementById('cookie-banner').remove(); document.title = 'pressed'; }}}}</script>"""
APPLICATION = f"""<style>body {{ overflow: hidden }}</style><a href="/privacy">About our cookies</a>
  <div id="app" style="{COVER}; overflow: auto">{WORDS}</div>"""
STAYING = f"""<p style="height: 3000px">{WORDS}</p>
  <div id="bar" style="position: fixed; bottom: 0; left: 0; right: 0; height: 90px; background: white; z-index: 9999">
  We use cookies to improve your experience. <button>Accept all</button> <button>Reject all</button></div>
  <header style="position: fixed; top: 0; left: 0; right: 0; height: 40px">Harbour <a href="/privacy">Our privacy</a></header>
  <script>document.querySelectorAll('button')[1].onclick = () => {{ document.title = 'refused'; {{does}} }}</script>"""
BAR = "<p style='height: 3000px'>words</p><nav style='position: fixed; top: 0; width: 100%; height: 40px'>Home</nav>"
TAKEN_AWAY = "an overlay that covered the page was taken away"


def captured(pool: BrowserPool, markup: str, **options: object) -> Snapshot:
    body = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<!doctype html>" + markup.encode()
    with serving(body) as server:
        return pool.capture(server.url, CaptureOptions(allow_private=True, screenshot=False, **options))  # type: ignore[arg-type]


def text_of(found: Snapshot) -> str:
    assert found.nodes is not None
    return found.nodes.text_of(0)


def test_a_dialog_that_is_known_is_answered_with_no(pool: BrowserPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consent, "DETECT_SECONDS", 50.0)
    monkeypatch.setattr(consent, "ANSWER_SECONDS", 50.0)
    found = captured(pool, KNOWN)
    assert text_of(found).startswith("refused words")
    assert any(note.startswith("a consent dialog was answered with no (") for note in found.notes)
    assert found.page_size[1] > 2900


@pytest.mark.parametrize(("button", "title"), [("Accept all", ""), ("Got it", "pressed")])
def test_nothing_is_agreed_to_and_a_notice_is_acknowledged(
    pool: BrowserPool, monkeypatch: pytest.MonkeyPatch, button: str, title: str
) -> None:
    monkeypatch.setattr(consent, "ANSWER_SECONDS", 50.0)
    monkeypatch.setattr(consent, "DETECT_SECONDS", 50.0 if title else 5.0)
    found = captured(pool, ONLY_BUTTON.format(button=button))
    assert found.title == title
    assert any("answered with no" in note for note in found.notes) is False
    assert any(note.startswith("a cookie notice was acknowledged") for note in found.notes) is bool(title)


@pytest.mark.parametrize(
    ("does", "stays"),
    [
        ("", True),
        ("setTimeout(() => document.getElementById('bar').remove(), 400)", False),
        ("document.querySelectorAll('button')[1].textContent = 'Thank you'", True),
    ],
    ids=["stays", "fades", "thanks"],
)
def test_a_bar_that_stays_after_it_was_answered_is_hidden_and_said_to_stay(
    pool: BrowserPool, monkeypatch: pytest.MonkeyPatch, does: str, stays: bool
) -> None:
    monkeypatch.setattr(consent, "DETECT_SECONDS", 50.0)
    monkeypatch.setattr(consent, "ANSWER_SECONDS", 50.0)
    monkeypatch.setattr(consent, "STAYING_SECONDS", 5.0)
    found = captured(pool, STAYING.replace("{does}", does))
    assert found.title == "refused"
    (note,) = (note for note in found.notes if "consent dialog" in note)
    assert note == "a consent dialog was answered with no" + ", but stayed: it was hidden" * stays
    assert found.nodes is not None
    shown = [row.box.area for row in found.nodes if row.tag == "div"]
    assert shown == ([0] if stays else [])
    assert next(row for row in found.nodes if row.tag == "header").box.area > 0  # what is no bar stays


def test_a_wall_that_nobody_knows_is_taken_away(pool: BrowserPool) -> None:
    found = captured(pool, UNKNOWN)
    assert found.nodes is not None
    wall = next(row for row in found.nodes if row.tag == "div")
    assert wall.box.area == 0
    assert TAKEN_AWAY in found.notes
    assert "overflow: visible !important" in found.dom
    assert "autoconsent" not in found.dom


def test_a_page_that_lives_in_a_fixed_frame_is_no_wall(pool: BrowserPool) -> None:
    found = captured(pool, APPLICATION)
    assert (found.notes, text_of(found).split()) == ((), ["About", "our", "cookies", *WORDS.split()])


@pytest.mark.parametrize("markup", [KNOWN, UNKNOWN])
def test_who_asks_for_it_gets_the_wall(pool: BrowserPool, markup: str) -> None:
    found = captured(pool, markup, refuse_consent=False)
    assert found.title != "refused"
    assert not [note for note in found.notes if "consent" in note or "overlay" in note]


def test_bars_are_left_alone(pool: BrowserPool) -> None:
    found = captured(pool, BAR)
    assert (found.notes, text_of(found)) == ((), "words Home")


def test_a_recording_is_shown_with_its_walls_unless_it_is_visited(pool: BrowserPool, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text(UNKNOWN, encoding="utf-8")
    options = CaptureOptions(screenshot=False)
    assert capture_recorded(pool, file, options).notes == ()
    assert TAKEN_AWAY in capture_recorded(pool, file, options, as_visited=True).notes
    assert capture_recorded(pool, file, replace(options, refuse_consent=False), as_visited=True).notes == ()
