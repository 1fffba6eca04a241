from __future__ import annotations

import socket
from pathlib import Path

import pytest

from archived_site import URL, archived_site
from pagestrata.app.doctor.services import channels_result, proxy_result, ray_result
from pagestrata.app.telling.notifications import add_rule
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
