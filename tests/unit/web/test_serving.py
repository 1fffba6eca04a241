import http.client
import os
import socket
import sys
import threading
import urllib.request
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from pagestrata.errors import UsageError
from pagestrata.replay.messages import ReplayRequest
from pagestrata.web.app import create_app
from pagestrata.web.security.logins import Role, add_user
from pagestrata.web.security.peers import Peer
from pagestrata.web.serving import ReplayDoor, Server, ended_by_signals, listen, warm_up
from pagestrata.web.templating import environment
from web_fixtures import BASE, NOW, running, web_context

ASKED = ReplayRequest(target="/web/2026/http://site.test/")


def test_the_application_is_served_until_it_is_stopped(tmp_path):
    with web_context(tmp_path) as context, listen("127.0.0.1", 0) as own:
        server = Server(create_app(context))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [own]})
        thread.start()
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{own.getsockname()[1]}/health", timeout=60) as answer:
                assert answer.read() == b'{"alive":true}'
                assert "uvicorn" not in str(answer.headers).lower()
        finally:
            server.stop()
            thread.join()


def test_short_answers_do_not_wait_for_the_receipt_of_their_head():
    with listen("127.0.0.1", 0) as own, socket.create_connection(own.getsockname()):
        connection, _ = own.accept()
        with connection:
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_a_port_in_use_is_said():
    with listen("127.0.0.1", 0) as own, pytest.raises(UsageError, match="choose another --port"):
        listen("127.0.0.1", own.getsockname()[1])


def test_the_second_interrupt_ends_at_once(tmp_path):
    import signal

    with web_context(tmp_path) as context:
        server = Server(create_app(context))
        with ended_by_signals(server):
            signal.raise_signal(signal.SIGTERM)
            assert (server.should_exit, server.force_exit) == (True, False)
            signal.raise_signal(signal.SIGTERM)
            assert server.force_exit


def test_every_request_knows_who_is_at_the_other_end(tmp_path, monkeypatch):
    with running(tmp_path, start_key="key") as (address, _context):
        assert _status(address) == 200
        monkeypatch.setattr(Peer, "is_ours", False)
        assert _status(address) == 303
    assert os.getuid() >= 0


def _status(address):
    client = http.client.HTTPConnection(address.removeprefix("http://"), timeout=60)
    client.request("GET", "/")
    status = client.getresponse().status
    client.close()
    return status


def test_tickets_are_asked_for_where_somebody_may_be_a_stranger(tmp_path):
    with web_context(tmp_path, empty=True) as open_to_all:
        assert ReplayDoor(lambda: open_to_all).admits("", ASKED)
        add_user(open_to_all.archive, "ada", "a long password", Role.ADMIN, now=NOW)
        assert not ReplayDoor(lambda: open_to_all).admits("", ASKED)
    with web_context(tmp_path / "other", empty=True, start_key="key") as context:
        door = ReplayDoor(lambda: context)
        assert not door.admits("", ASKED)
        assert not door.admits("guess", ASKED)
        assert door.admits(door.new_ticket(), ASKED)


def test_templates_and_what_compares_are_loaded():
    warm_up()
    assert environment().cache is not None
    assert len(environment().cache) >= len(environment().list_templates())
    assert "pagestrata.store.history.contents" in sys.modules
    assert "rapidfuzz.distance" in sys.modules
    assert "PIL.WebPImagePlugin" in sys.modules


def test_no_route_is_left_to_the_first_who_comes_by(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with web_context(tmp_path) as context:
        app = create_app(context)
        warm_up(app)
        monkeypatch.setattr("fastapi.routing.get_dependant", None)  # whoever reads parameters now fails
        client = TestClient(app, base_url=BASE)
        assert [client.get(path).status_code for path in ("/", "/plan", "/api/v1/health", "/nowhere")] == [
            200,
            200,
            200,
            404,
        ]
