from __future__ import annotations

import socket
import sqlite3
from pathlib import Path

import pytest

from archived_site import URL, archived_site
from pagestrata.app.doctor.services import channels_result, look_at_archive, proxy_result, ray_result
from pagestrata.app.notifications import add_rule
from pagestrata.app.watches import watch_for
from pagestrata.model.check_results import State
from web_fixtures import NOW

_PROXIES = ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "all_proxy", "ALL_PROXY")


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (*_PROXIES, "RAY_ADDRESS"):
        monkeypatch.delenv(name, raising=False)


def closed_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def test_ray_is_only_looked_for_where_an_address_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    assert ray_result().state is State.FINE
    monkeypatch.setenv("RAY_ADDRESS", f"ray://127.0.0.1:{closed_port()}")
    found = ray_result()
    assert found.state is State.MISSING
    assert found.advice


def test_channels_are_opened_but_nothing_is_sent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAGESTRATA_CHANNELS", str(tmp_path / "channels.json"))
    with archived_site(tmp_path / "archive") as archive:
        watch_for(archive, URL, {})
        add_rule(archive, URL, channel="file:news.txt", now=NOW)
        assert channels_result(str(tmp_path / "archive")).found == "1 can be used"
        monkeypatch.setenv("OUR_CHANNEL", "json://example.org/secret")
        add_rule(archive, URL, channel="env:OUR_CHANNEL", now=NOW)
    monkeypatch.delenv("OUR_CHANNEL")
    found = channels_result(str(tmp_path / "archive"))
    assert found.state is State.MISSING
    assert "OUR_CHANNEL is not set" in found.found
    assert "set it to the address of the channel" in found.advice
    assert not list(tmp_path.rglob("news.txt"))


def test_without_an_archive_there_are_no_channels(tmp_path: Path) -> None:
    assert channels_result(None).state is State.FINE
    assert channels_result(str(tmp_path / "none")).state is State.FINE


def test_the_proxy_given_comes_before_that_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    assert proxy_result(None).found == "none"
    monkeypatch.setenv("https_proxy", f"http://me:secret@127.0.0.1:{closed_port()}")
    environment = proxy_result(None)
    assert environment.state is State.MISSING
    assert "of the environment" in environment.found
    assert "secret" not in str(environment)
    assert proxy_result("http://").found == "the proxy: its address makes no sense"


def test_an_archive_that_is_well_is_fine(tmp_path: Path) -> None:
    archived_site(tmp_path).close()
    condition, (line,) = look_at_archive(str(tmp_path))
    assert condition is not None
    assert line.state is State.FINE
    assert "3 versions, writable, sealed" in line.found


def test_no_archive_yet_is_fine_where_one_can_be_made(tmp_path: Path) -> None:
    condition, (line,) = look_at_archive(str(tmp_path / "archive"))
    assert condition is None
    assert line.state is State.FINE
    assert "the first visit starts one" in line.found
    assert list(tmp_path.iterdir()) == []


def test_versions_beside_the_ledger_are_told(tmp_path: Path) -> None:
    archived_site(tmp_path).close()
    with sqlite3.connect(tmp_path / "catalog.sqlite") as connection:
        connection.execute("DELETE FROM ledger WHERE name = 'version'")
    connection.close()
    _, (line,) = look_at_archive(str(tmp_path))
    assert line.state is State.MISSING
    assert "3 of 3 versions do not fit the ledger" in line.found
    assert "verify --repair" in line.advice


def test_an_archive_of_a_newer_program_is_told(tmp_path: Path) -> None:
    archived_site(tmp_path).close()
    with sqlite3.connect(tmp_path / "catalog.sqlite") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    _, (line,) = look_at_archive(str(tmp_path))
    assert line.state is State.MISSING
    assert "has schema 9999" in line.found
    assert line.advice == "upgrade Pagestrata"


def test_an_archive_of_an_older_program_is_left_as_it_is(tmp_path: Path) -> None:
    archived_site(tmp_path).close()
    with sqlite3.connect(tmp_path / "catalog.sqlite") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0016'")
    connection.close()
    _, (line,) = look_at_archive(str(tmp_path))
    assert line.state is State.WEAK
    assert "older schema 0016" in line.found
    assert "upgrades it" in line.advice


def test_a_server_that_is_away_is_told_and_its_password_is_not(tmp_path: Path) -> None:
    _, lines = look_at_archive(f"postgresql://me:secret@127.0.0.1:1/pages?blobs={tmp_path}/blobs")
    assert [(line.name, line.state) for line in lines] == [("PostgreSQL", State.MISSING), ("blobs", State.FINE)]
    assert "does not answer" in lines[0].found
    assert "secret" not in str(lines)


def test_a_bucket_in_memory_is_fine(tmp_path: Path) -> None:
    _, lines = look_at_archive(f"{tmp_path}/archive?blobs=memory:///pages")
    assert [(line.name, line.state) for line in lines][1:] == [("bucket", State.FINE)]
