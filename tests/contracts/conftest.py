"""A real PostgreSQL server for the contract suites, from the wheel, started once."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from postgres_servers import postgres_server_of_its_own

_numbers = itertools.count()
_S3_REQUESTS: list[str] = []


def _count_requests(server: Any) -> None:
    answer = server.app

    def counted(environ: dict[str, Any], start_response: Any) -> Any:
        _S3_REQUESTS.append(f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']}")
        return answer(environ, start_response)

    server.app = counted


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The URI of the server's own database."""
    with postgres_server_of_its_own() as server:
        yield server.get_uri()


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


@pytest.fixture(scope="session")
def s3_server() -> Iterator[str]:
    """The address of a server on this machine that speaks the S3 protocol."""
    moto = pytest.importorskip("moto.server", reason="pip install 'moto[s3]' flask flask-cors to test S3")
    server = moto.ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    _count_requests(server._server)
    try:
        yield "http://{}:{}".format(*server.get_host_and_port())
    finally:
        server.stop()


@pytest.fixture(scope="session")
def s3_requests(s3_server: str) -> list[str]:
    """The method and path of every request that the server got since it was emptied."""
    return _S3_REQUESTS


@pytest.fixture
def s3_place(s3_server: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """A prefix in a new, empty bucket, with the settings that lead to it in the environment."""
    import httpx

    settings = {"ENDPOINT_URL": s3_server, "ALLOW_HTTP": "true", "REGION": "us-east-1"}
    for name, value in {**settings, "ACCESS_KEY_ID": "someone", "SECRET_ACCESS_KEY": "secret"}.items():
        monkeypatch.setenv(f"AWS_{name}", value)
    bucket = f"archive-{next(_numbers)}"
    httpx.put(f"{s3_server}/{bucket}").raise_for_status()
    return f"s3://{bucket}/pages"
