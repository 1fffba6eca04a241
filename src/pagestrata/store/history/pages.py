"""Pages by id."""

from __future__ import annotations

from pagestrata.store.catalog.database import TURN, Catalog
from pagestrata.store.catalog.driver_statements import ask, tell
from pagestrata.store.catalog.later import schema, sql
from pagestrata.store.catalog.names import host_of, url_key

_PAGE_NUMBER = "SELECT id FROM page WHERE url_key = ?"
_HOST = "INSERT INTO page_host (page_id, host) VALUES (?, ?) ON CONFLICT (page_id) DO NOTHING"
_IN_TURN = f"SELECT id, {TURN.format(page='id')} FROM page WHERE url_key = ?"  # noqa: S608 - no input


def page_number(connection: sql.Connection, catalog: Catalog, url: str, moment: int) -> int:
    """Return the id of the page with this canonical URL; insert a new page."""
    key = url_key(url)
    found = ask(connection, _PAGE_NUMBER, [key])
    if not found:
        row = {"url_key": key, "url": url, "first_at": moment, "facts": "{}"}
        number = catalog.insert_numbered(connection, schema.page.c.url_key, [row])[key]
        tell(connection, _HOST, [(number, host_of(url))])
        return number
    return int(found[0][0])


def page_number_in_turn(connection: sql.Connection, catalog: Catalog, url: str, moment: int) -> int:
    """Like `page_number`, with the page locked against other writers until this transaction ends."""
    if not catalog.is_sqlite and (found := ask(connection, _IN_TURN, [url_key(url)])):
        return int(found[0][0])
    number = page_number(connection, catalog, url, moment)
    catalog.take_turn(connection, number)
    return number
