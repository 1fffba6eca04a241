"""Things go wrong while a person uses the web application in a real browser: it says so, and nothing is lost."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
import sqlalchemy as sql
from playwright.sync_api import Page, expect

from archived_site import URL
from browsing import new_page
from pagestrata.app.session import Session
from pagestrata.app.watches import watch_for
from pagestrata.demo.site import ChangingSite
from pagestrata.store.catalog.migrate import HEAD
from pagestrata.web.context import WebContext
from pagestrata.web.security.identify import make_token
from pagestrata.web.security.logins import Person, Role
from web_fixtures import running, site_archive

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PATIENCE = 120_000
FOREVER = 300_000


def patient(page: Page) -> None:
    page.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)


@contextmanager
def connected_with(context: WebContext, *pragmas: str) -> Iterator[None]:
    """While it lasts, every connection of the application to its catalogue has these settings of SQLite."""
    engine = context.archive._catalog.engine

    def configure(connection: sqlite3.Connection, _record: object) -> None:
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")

    sql.event.listen(engine, "connect", configure)
    engine.dispose()
    try:
        yield
    finally:
        sql.event.remove(engine, "connect", configure)
        engine.dispose()


def save_budget(page: Page, words: str) -> None:
    page.get_by_label("All visits together").fill(words)
    page.get_by_role("button", name="Save").click()


def test_an_archive_that_is_locked_full_or_upgraded_says_so_and_loses_nothing(tmp_path: Path) -> None:
    site_archive(tmp_path).close()
    file = tmp_path / "catalog.sqlite"
    with running(tmp_path) as (address, context), new_page() as page:
        patient(page)
        page.goto(f"{address}/settings")
        other = sqlite3.connect(file, isolation_level=None)
        again = page.get_by_role("button", name="Send it again")
        with connected_with(context, "busy_timeout = 20"):
            other.execute("BEGIN IMMEDIATE")
            save_budget(page, "61/hour")
            expect(page.locator(".notice--bad")).to_contain_text("locked by another program")
            read = page.request.get(f"{address}/page?url={URL}")  # who only reads is not kept waiting
            assert "The harbour" in read.text()
            other.execute("ROLLBACK")
        # What SQLite says where the disk is full; the store's own tests fill one.
        full = "BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END"
        other.execute(f"CREATE TRIGGER no_room BEFORE INSERT ON setting {full}")
        again.click()
        expect(page.locator(".notice--bad")).to_contain_text("free some space and try again: nothing was changed")
        other.execute("DROP TRIGGER no_room")
        other.execute("UPDATE alembic_version SET version_num = '9999'")
        again.click()
        expect(page.locator(".notice--bad")).to_contain_text("upgraded to schema 9999")
        assert context.archive.settings.get("budget") is None
        other.execute("UPDATE alembic_version SET version_num = ?", (HEAD,))
        other.close()
        again.click()
        expect(page.get_by_text("Saved")).to_be_visible()
        assert context.archive.settings.get("budget") == "61/hour"


def test_the_second_of_two_editors_is_told_before_anything_is_overwritten(tmp_path: Path) -> None:
    with ChangingSite() as site, running(tmp_path) as (address, context), new_page() as page:
        patient(page)
        page.goto(f"{address}/add")
        page.get_by_label("Address").fill(site.url)
        page.get_by_role("button", name="Open page").click()
        page.get_by_label("Tags").wait_for(timeout=FOREVER)
        watch_for(
            context.archive, site.url, {"title": "The other one's", "tags": ["theirs"]}
        )  # somebody else, meanwhile
        page.get_by_label("Tags").fill("mine")
        page.get_by_label("Visit it").select_option("3600")
        page.get_by_role("button", name="Watch this page").click()
        expect(page.get_by_role("alert")).to_contain_text("Someone else changed the settings of this page")
        (watch,) = context.archive.watches.all()
        assert (watch.settings.tags, watch.settings.interval_seconds) == (("theirs",), None)
        expect(page.get_by_label("Tags")).to_have_value("mine")
        expect(page.get_by_label("Visit it")).to_have_value("3600")
        page.get_by_role("button", name="Watch this page").click()
        expect(page.locator("[data-watch]")).to_contain_text("First version", timeout=FOREVER)
        (watch,) = context.archive.watches.all()
        assert (watch.settings.tags, watch.settings.interval_seconds) == (("mine",), 3600)


LISTENING = """(token) => {
  window.heard = "";
  window.over = fetch("/events", {headers: {Authorization: `Bearer ${token}`}}).then(async (answer) => {
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const {done, value} = await reader.read();
      if (done) return window.heard;
      window.heard += value;
    }
  });
}"""


# Without leaving the page, on which the stream is read.
REVOKING = "(button) => fetch(button.form.action, {method: 'POST', body: new FormData(button.form)})"


def test_a_stream_ends_when_its_token_is_revoked(tmp_path: Path) -> None:
    site_archive(tmp_path).close()
    with running(tmp_path) as (address, context), new_page() as page:
        patient(page)
        person = Person(name="", role=Role.ADMIN, way="loopback")
        token, secret = make_token(context.archive, person, label="screen", scope="read", now=datetime.now(UTC))
        page.goto(f"{address}/settings/tokens")
        page.evaluate(LISTENING, secret)
        page.wait_for_function("() => window.heard.includes('retry:')")
        context.events.publish("visit", url="http://site.test/before")
        page.wait_for_function("() => window.heard.includes('before')")
        page.get_by_role("button", name="Revoke").evaluate(REVOKING)
        context.events.publish("visit", url="http://site.test/after")
        heard = page.evaluate("() => window.over")
        assert "before" in heard
        assert "after" not in heard
        assert token.id not in {each.id for each in context.archive.accounts.tokens()}


SENDING = """async (path) => {
  const form = new FormData();
  form.append("csrf_token", document.querySelector('meta[name="csrf-token"]').content);
  form.append("url", new File([new Uint8Array([0, 255, 137, 80])], "page.html", {type: "text/html"}));
  form.append("threshold", new File(["0.1"], "x.csv", {type: "image/png"}));
  const asForm = await fetch(path, {method: "POST", body: form, redirect: "manual"});
  const headers = {"Content-Type": "application/json", "X-CSRF-Token": form.get("csrf_token")};
  const asJson = await fetch("/api/v1/watches", {method: "POST", headers, body: new Uint8Array([137, 80, 78, 71])});
  return [asForm.status, asJson.status];
}"""


def test_what_is_sent_as_something_else_than_it_is_changes_nothing(tmp_path: Path) -> None:
    site_archive(tmp_path).close()
    with running(tmp_path) as (address, context), new_page() as page:
        patient(page)
        page.goto(f"{address}/add")
        before = (context.archive.watches.all(), context.archive.settings.all())
        assert page.evaluate(SENDING, "/add") == [400, 400]
        assert page.evaluate(SENDING, "/settings") == [400, 400]
        assert (context.archive.watches.all(), context.archive.settings.all()) == before


def test_an_empty_archive_shows_the_demo_site_at_work(tmp_path: Path) -> None:
    def demo() -> Session:
        return Session(archive=tmp_path, allow_private=True)

    with running(tmp_path, open_demo=demo) as (address, context), new_page() as page:
        patient(page)
        page.goto(address)
        page.get_by_role("button", name="Watch the demo site").click()
        expect(page.get_by_text("The demo site is open")).to_be_visible()
        page.wait_for_function(
            "() => document.querySelector('[data-watch]') || (location.reload(), false)", polling=3_000
        )
        expect(page.locator("[data-watch]")).to_contain_text("The Aldermouth Post (demo)")
        expect(page.locator("[data-watch]")).to_contain_text("First version", timeout=FOREVER)  # by itself
        assert context.archive.versions.of(context.archive.watches.all()[0].url)
