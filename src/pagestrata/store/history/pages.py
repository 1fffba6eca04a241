"""The rows of pages: found by address, inserted for new pages, and locked while a page is written."""

from __future__ import annotations

from pagestrata.store.catalog.driver_statements import ask, insert_numbered, is_sqlite, tell
from pagestrata.store.catalog.later import schema, sql
from pagestrata.store.catalog.names import host_of, url_key

_PAGE_NUMBER = "SELECT id FROM page WHERE url_key = ?"
_HOST = "INSERT INTO page_host (page_id, host) VALUES (?, ?) ON CONFLICT (page_id) DO NOTHING"
_TURN = "pg_advisory_xact_lock(1, mod({page}, 2147483648)::integer)"
_TAKE_TURN = f"SELECT {_TURN.format(page='?::bigint')}"
_IN_TURN = f"SELECT id, {_TURN.format(page='id')} FROM page WHERE url_key = ?"  # noqa: S608 - no input


def page_number(connection: sql.Connection, url: str, moment: int) -> int:
    """Return the id of the page with this canonical URL; insert a new page."""
    key = url_key(url)
    found = ask(connection, _PAGE_NUMBER, [key])
    if not found:
        row = {"url_key": key, "url": url, "first_at": moment, "facts": "{}"}
        number = insert_numbered(connection, schema.page.c.url_key, [row])[key]
        tell(connection, _HOST, [(number, host_of(url))])
        return number
    return int(found[0][0])


def page_number_in_turn(connection: sql.Connection, url: str, moment: int) -> int:
    """Like `page_number`, with the page locked against other writers until this transaction ends."""
    if not is_sqlite(connection) and (found := ask(connection, _IN_TURN, [url_key(url)])):
        return int(found[0][0])
    number = page_number(connection, url, moment)
    take_turn(connection, number)
    return number


def take_turn(connection: sql.Connection, page_id: int) -> None:
    """Wait until no other transaction writes this page. SQLite has one writer anyway."""
    if not is_sqlite(connection):
        ask(connection, _TAKE_TURN, [page_id])
