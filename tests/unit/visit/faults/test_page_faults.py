from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from builders import Spec, element, snapshot, words
from captures import START, capture
from pagestrata.capturing.browser.failures import load_error
from pagestrata.errors import BrowserError, CaptureError, PageTimeoutError, RefusedError
from pagestrata.model.page_state import PageState
from pagestrata.model.records import Version, Visit
from pagestrata.model.snapshot import Snapshot
from pagestrata.visit.faults.page_faults import (
    LONGEST,
    counted_figures,
    failures_in_a_row,
    fault_of_error,
    fault_of_page,
    fault_of_status,
    is_program_error,
    is_sentence_of,
)

BOX = (0.0, 0.0, 300.0, 20.0)
URL = "http://site.test/"


def page(title: str, *parts: Spec, **fields: object) -> Snapshot:
    root = element("html", BOX, element("body", BOX, *parts))
    return replace(snapshot(root), title=title, requested_url=URL, **{"url": URL, **fields})  # type: ignore[arg-type]


def heading(text: str) -> Spec:
    return element("h1", BOX, words(text, BOX))


def text(content: str) -> Spec:
    return element("p", BOX, words(content, BOX))


def password() -> Spec:
    return element("input", BOX, attributes={"type": "password"})


def known(title: str = "The council", count: int = 300) -> PageState:
    """A page whose last version said so many words."""
    _, tree = capture(["word " * count])
    return PageState(url=URL, last=Version(id="1", url=URL, captured_at=START, status=200, title=title), tree=tree)


NEW = PageState(url=URL)


@pytest.mark.parametrize(
    ("status", "kind"),
    [(200, None), (204, None), (399, None), (401, "forbidden"), (403, "forbidden"), (404, "not found"), (410, "not found"),
     (429, "too many requests"), (418, "client error"), (500, "server error"), (503, "server error"), (999, "server error")],
)  # fmt: skip
def test_a_status_is_the_servers_own_word(status: int, kind: str | None) -> None:
    fault = fault_of_status(status)
    assert (fault.kind if fault else None) == kind
    if kind:
        shown = page("A good page", text("with words"), status=status)
        assert fault_of_page(shown, NEW) == fault


@pytest.mark.parametrize(
    ("title", "parts", "kind"),
    [
        ("Page not found", (heading("Page not found"), text("Try the search")), "soft not found"),
        ("City", (heading("Seite nicht gefunden"), text("Zur Startseite")), "soft not found"),
        ("City - Not Found", (heading("Not Found"), text("menu " * 150)), "soft not found"),
        ("Site under maintenance", (heading("We'll be back soon"),), "maintenance"),
        ("Just a moment...", (text("Checking if the site connection is secure"),), "bot wall"),
        ("Sign in", (heading("Sign in"), password(), text("Forgot it?")), "login wall"),
    ],
)
def test_what_stands_in_for_a_known_page_is_a_fault(title: str, parts: tuple[Spec, ...], kind: str) -> None:
    fault = fault_of_page(page(title, *parts), known())
    assert fault is not None
    assert fault.kind == kind


@pytest.mark.parametrize(
    ("title", "parts", "state"),
    [
        ("Page not found", (heading("Page not found"), text("word " * 500)), known()),  # long: somebody wrote it
        ("Page not found", (heading("Page not found"),), known("Page not found")),  # it has always said so
        ("Page not found", (heading("Page not found"), text("word " * 10)), known(count=12)),  # it was as short before
        ("404 Not Found - HTTP", (heading("404 Not Found"), text("word " * 150)), NEW),  # an article about it
        ("Sign in", (heading("Sign in"), password()), NEW),  # somebody watches the login page
        ("The council", (text("Please log in"), password(), text("word " * 300)), known()),
        ("Security check", (text("How we check the doors of our building, and when"),), NEW),
        ("Scheduled maintenance of the bridge", (heading("Scheduled maintenance of the bridge"),), known()),
        ("The council", (text("The council meets on Monday"),), known()),  # a page that became short
        ("The council", (text("ok"),), NEW),
    ],
)
def test_a_page_is_a_page(title: str, parts: tuple[Spec, ...], state: PageState) -> None:
    assert fault_of_page(page(title, *parts), state) is None


def test_a_first_visit_needs_a_small_page_and_its_title() -> None:
    small = page("Page not found", text("Try the search"))
    assert fault_of_page(small, NEW) is not None
    assert fault_of_page(page("City", heading("Page not found")), NEW) is None


def test_a_first_visit_calls_a_wall_what_names_one_in_its_source() -> None:
    wall = page("Just a moment...", text("Checking"))
    assert fault_of_page(wall, NEW) is None
    marked = replace(wall, dom='<script src="/cdn-cgi/challenge-platform/h/b/orchestrate.js"></script>')
    fault = fault_of_page(marked, NEW)
    assert fault is not None
    assert fault.kind == "bot wall"


def test_a_page_that_leads_to_a_login_is_one() -> None:
    shown = page("Welcome", password(), text("Your name"), url="http://site.test/login?next=/")
    fault = fault_of_page(shown, NEW)
    assert fault is not None
    assert fault.kind == "login wall"
    asked = replace(shown, requested_url="http://site.test/login")
    assert fault_of_page(asked, NEW) is None


def test_nothing_at_all_is_a_fault_and_a_picture_is_not() -> None:
    fault = fault_of_page(page(""), NEW)
    assert fault is not None
    assert fault.kind == "empty"
    assert fault_of_page(page("", element("canvas", BOX)), NEW) is None
    pdf, _ = capture(["text"])
    assert fault_of_page(replace(pdf, nodes=None), NEW) is None
    assert fault_of_page(replace(pdf, nodes=None, responses=(replace(pdf.responses[0], body=b""),)), NEW) is not None


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("net::ERR_NAME_NOT_RESOLVED", "unknown host"),
        ("net::ERR_CERT_DATE_INVALID", "certificate"),
        ("net::ERR_CERT_WEAK_KEY", "certificate"),
        ("net::ERR_SSL_PROTOCOL_ERROR", "unreachable"),
        ("net::ERR_TIMED_OUT", "timeout"),
        ("net::ERR_CONNECTION_REFUSED", "unreachable"),
        ("net::ERR_EMPTY_RESPONSE", "unreachable"),
    ],
)
def test_what_the_browser_says_has_a_kind(said: str, kind: str) -> None:
    fault = fault_of_error(load_error(URL, said))
    assert fault is not None
    if kind == "unreachable" and "SSL" in said:
        kind = "certificate"
    assert fault.kind == kind


def test_what_is_our_own_fault_is_none_of_the_page() -> None:
    assert fault_of_error(BrowserError("no browser")) is None
    assert fault_of_error(RefusedError("private address")) is None
    assert fault_of_error(PageTimeoutError("late")) is not None
    assert (
        fault_of_error(CaptureError("TLS error at https://x (…); its certificate is not accepted")).kind
        == "certificate"
    )  # type: ignore[union-attr]


def test_failures_in_a_row_skip_what_failed_here() -> None:
    good = Visit(url=URL, visited_at=START, stage="render", version=None, kept=False)
    bad, ours = replace(good, fault="server error"), replace(good, error="no browser")
    assert failures_in_a_row([]) == 0
    assert failures_in_a_row([good, bad]) == 0
    assert failures_in_a_row([bad, ours, bad, good, bad]) == 2


DATA = Path(os.environ.get("PAGESTRATA_DATA", Path(__file__).parents[5] / "shared" / "data"))


@pytest.mark.skipif(
    not (DATA / "sequences" / "index.json").is_file(), reason=f"no real pages in {DATA}; set PAGESTRATA_DATA"
)
def test_no_title_of_a_real_page_is_a_phrase() -> None:
    """Titles are half of the evidence; those of 24 real sites never give it."""
    from pagestrata.capturing.recorded.recordings import open_recording
    from pagestrata.formats.html.html_source import parse_html
    from pagestrata.visit.faults.fault_words import LISTS, phrase_of

    for site in json.loads((DATA / "sequences" / "index.json").read_text())[:3]:
        recording = open_recording(DATA / "sequences" / f"{site['site']}.warc.gz")
        for entry in recording.captures(site["url"])[:5]:
            named = parse_html(recording.read(entry).body).css_first("title")
            title = named.text() if named is not None else ""
            assert all(phrase_of(title, kind) is None for kind in LISTS)


def field(kind: str) -> Spec:
    return element("input", BOX, attributes={"type": kind})


def test_a_sentence_counts_where_little_is_left() -> None:
    shown = page("The council", heading("Sorry, this article is no longer available"), text("Go to the first page."))
    found = fault_of_page(shown, known())
    assert found is not None
    assert found.kind == "soft not found"
    assert fault_of_page(shown, NEW) is None  # at a first visit the title must say it, too
    assert fault_of_page(shown, known(count=30)) is None
    said_before = known("This article is no longer available")
    assert fault_of_page(shown, said_before) is None


def test_at_a_first_visit_title_and_heading_must_say_it() -> None:
    said = "This article is no longer available"
    found = fault_of_page(page(said, heading(said)), NEW)
    assert found is not None
    assert found.kind == "soft not found"


def test_a_page_with_figures_of_its_own_is_a_page() -> None:
    novel = page("Books", heading("Not found"), text("A novel by Anna Berg. 312 pages, 18.90 euro, in stock."))
    assert fault_of_page(novel, known()) is None
    film = page("Access denied", heading("Access denied"), text("96 minutes, tonight 20:15, cinema 2."))
    assert fault_of_page(film, known()) is None
    notice = page("Maintenance mode", text("We are back at 06:15 or 7:30."))
    found = fault_of_page(notice, known())
    assert found is not None
    assert found.kind == "maintenance"


def test_a_wall_may_say_nothing_but_name_itself_in_its_source() -> None:
    shown = page("site.test", text("Please enable JS"), dom="<script src='https://ct.captcha-delivery.com/c.js'>")
    found = fault_of_page(shown, known())
    assert found is not None
    assert found.kind == "bot wall"
    assert fault_of_page(shown, NEW) is None


def test_a_login_without_a_password_must_lead_away_and_say_so() -> None:
    away = "http://accounts.test/signin?continue=x"
    shown = page("Sign in", heading("Sign in"), field("email"), url=away)
    found = fault_of_page(shown, known())
    assert found is not None
    assert found.kind == "login wall"
    assert fault_of_page(replace(shown, url=URL), known()) is None
    assert fault_of_page(page("Newsletter", heading("Subscribe"), field("email"), url=away), known()) is None


def test_a_form_for_a_password_alone_is_a_wall_where_little_is_left() -> None:
    shown = page("Customers", heading("Your account"), password())
    found = fault_of_page(shown, known())
    assert found is not None
    assert found.kind == "login wall"
    assert fault_of_page(shown, known(count=5)) is None


def test_the_error_of_a_program_is_no_content() -> None:
    found = fault_of_page(page("Error", text("Fatal error: Uncaught PDOException in /var/www/db.php")), known())
    assert found is not None
    assert found.kind == "maintenance"


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("not found", "Sorry, this article is no longer available"),
        ("not found", "We couldn’t find the page you were looking for"),
        ("not found", "Diese Seite gibt es nicht (mehr)"),
        ("not found", "La page que vous cherchez n'existe pas"),
        ("not found", "Запрошенная страница не найдена"),
        ("not found", "抱歉，您访问的页面不存在"),
        ("maintenance", "Our website is down for maintenance"),
        ("maintenance", "Something went wrong"),
        ("maintenance", "Unsere Website wird gerade gewartet"),
        ("bot wall", "Please verify that you are not a robot"),
        ("bot wall", "Bitte bestätigen Sie, dass Sie kein Roboter sind"),
        ("login wall", "Sign in to your account"),
        ("login wall", "Bitte melden Sie sich an"),
    ],
)
def test_a_short_sentence_says_that_something_else_stands_there(kind: str, text: str) -> None:
    assert is_sentence_of(text, kind)
    assert not is_sentence_of(text + " and so on" * LONGEST, kind)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("not found", ""),
        ("not found", "Two hikers were not found after three days"),
        ("maintenance", "Wartungsarbeiten am Aufzug im Rathaus"),
        ("maintenance", "Maintenance of boilers"),
        ("bot wall", "How robots learn to walk"),
        ("login wall", "A history of the login"),
    ],
)
def test_what_speaks_of_other_things_does_not(kind: str, text: str) -> None:
    assert not is_sentence_of(text, kind)


def test_errors_of_programs_are_known_where_a_page_begins_with_them() -> None:
    assert is_program_error("Fatal error: Uncaught PDOException: SQLSTATE[HY000]")
    assert is_program_error("Traceback (most recent call last): File app.py")
    assert not is_program_error("word " * 200 + "Fatal error: Uncaught")
    assert not is_program_error("A fatal mistake")


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("312 pages, 18.90 euro, tonight 20:15", 3),
        ("404 not found, error 503", 0),
        ("Reference #18.2d351ab8.1557333295 request 4f1c22 since 2026", 0),
        ("back in 5 minutes", 1),
    ],
)
def test_figures_are_prices_times_and_small_numbers(text: str, count: int) -> None:
    assert counted_figures(text) == count
