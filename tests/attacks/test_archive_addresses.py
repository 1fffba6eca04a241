"""Options in addresses of PostgreSQL and S3: none is shown to others, silently ignored, or lifts a limit."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
import sqlalchemy as sql

from pagestrata.app.doctor.services import look_at_archive
from pagestrata.errors import PagestrataError, UsageError
from pagestrata.store.archive import open_archive
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.objects.bucket_blobs import BucketBlobs

SECRET = "xyzzy-4711"


def closed_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://me:{secret}@127.0.0.1:{port}/db?blobs={folder}&connect_timeout=2",
        "postgresql://127.0.0.1:{port}/db?password={secret}&blobs={folder}&connect_timeout=2",
        "postgresql://127.0.0.1:{port}/db?sslpassword={secret}&blobs={folder}&connect_timeout=2",
        "postgresql://127.0.0.1:{port}/db?password={secret}",
        "postgresql://me:{secret}@127.0.0.1:port/db?blobs={folder}",
        "mysql://me:{secret}@127.0.0.1/db",
        "postgresql://127.0.0.1:{port}/db?blobs=s3://KEY:{secret}@bucket/x",
        "{folder}?blobs=s3://KEY:{secret}@bucket/x",
        "{folder}?blobs=s3://bucket/x?aws_secret_access_key={secret}",
    ],
)
def test_no_message_shows_a_password(address: str, tmp_path: Path) -> None:
    pytest.importorskip("psycopg", reason="the extra 'postgres' is not installed")
    pytest.importorskip("obstore", reason="the extra 's3' is not installed")
    place = address.format(secret=SECRET, port=closed_port(), folder=tmp_path / "archive")
    with pytest.raises(PagestrataError) as caught:
        open_archive(place)
    assert SECRET not in str(caught.value)
    assert SECRET not in str(look_at_archive(place))


@pytest.mark.parametrize(
    "place",
    [
        "s3://bucket/x?endpoint=http://127.0.0.1:9",
        "s3://KEY:SECRET@bucket/x",
        "http://127.0.0.1:9/x",
        "https://127.0.0.1:9/x",
        "ftp://127.0.0.1/x",
    ],
)
def test_what_a_bucket_would_not_heed_is_refused(place: str) -> None:
    """Options in the address of a bucket are read by nobody: blobs would go to another store than the one named."""
    pytest.importorskip("obstore", reason="the extra 's3' is not installed")
    with pytest.raises(UsageError, match="in the environment"):
        BucketBlobs.open(place)


def test_options_of_an_address_do_not_lift_read_only() -> None:
    pytest.importorskip("psycopg", reason="the extra 'postgres' is not installed")
    options = "-c search_path=mine -c default_transaction_read_only=off"
    url = sql.make_url("postgresql+psycopg://127.0.0.1/db").update_query_dict({"options": options})
    given: dict[str, object] = {}
    catalog = Catalog(url, name="db", read_only=True)

    @sql.event.listens_for(catalog.engine, "do_connect")
    def connect(_dialect: object, _record: object, _arguments: object, named: dict[str, object]) -> None:
        given.update(named)
        raise sql.exc.DBAPIError("no server here", None, Exception())

    with pytest.raises(sql.exc.DBAPIError):
        catalog.engine.connect()
    catalog.close()
    assert str(given["options"]).startswith(options)
    assert str(given["options"]).endswith("-c default_transaction_read_only=on")
