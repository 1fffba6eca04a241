"""Things go wrong while a person uses the web application in a real browser: it says so, and nothing is lost."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import sqlalchemy as sql
from playwright.sync_api import Page, expect

from archived_site import URL
from browsing import new_page
from pagestrata.web.context import WebContext
from web_fixtures import running, site_archive

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PATIENCE = 120_000
FOREVER = 600_000


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
        with connected_with(context, "busy_timeout = 20"):
            other.execute("BEGIN IMMEDIATE")
            save_budget(page, "61/hour")
            expect(page.locator(".notice--bad")).to_contain_text("locked by another program")
            expect(page.get_by_text("What you sent was not stored")).to_be_visible()
            page.goto(f"{address}/page?url={URL}")  # who only reads is not kept waiting
            expect(page.get_by_role("heading", level=1)).to_contain_text("The harbour")
            other.execute("ROLLBACK")
        pages = other.execute("PRAGMA page_count").fetchone()[0]
        with connected_with(context, f"max_page_count = {pages}"):
            page.goto(f"{address}/settings/channels")
            # More than fits into the room that is left on the pages there are.
            page.get_by_label("About").fill(URL)
            page.get_by_label("Channel").fill(f"file:{tmp_path}/{'x' * 1_900}")
            page.get_by_role("button", name="Add").click()
            if page.locator(".notice--ok").count():
                for _ in range(200):
                    context.archive.settings.add_model(b"x" * 100_000)
            expect(page.locator("main")).to_be_visible()
        other.execute("UPDATE alembic_version SET version_num = '9999'")
        page.goto(f"{address}/settings")
        save_budget(page, "62/hour")
        expect(page.locator(".notice--bad")).to_contain_text("upgraded to schema 9999")
        assert context.archive.settings.get("budget") is None
        other.execute("UPDATE alembic_version SET version_num = (SELECT max(version_num) FROM alembic_version)")
        other.close()
