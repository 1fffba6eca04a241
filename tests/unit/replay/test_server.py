import http.client
import socket
import threading
from collections.abc import Iterator

import pytest

from memory_archive import MemoryArchive, response
from pagestrata.errors import UsageError
from pagestrata.replay.server import Heads, TimeLimit, replay_app, replay_server


@pytest.fixture
def port() -> Iterator[int]:
    archive = MemoryArchive()
    picture = response("http://site.test/a%2Fb.png?x=1&y=2", b"picture", "image/png")
    archive.add("http://site.test/", "20260102030405", b"<p>one", picture)
    with replay_server(archive, port=0) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


def ask(port: int, target: str, *, method: str = "GET", **headers: str) -> tuple[int, http.client.HTTPMessage, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request(method, target, headers=headers)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, answer.headers, body


def test_a_page_is_served_over_http(port):
    status, headers, body = ask(port, "/web/20260102030405/http://site.test/")
    assert (status, body) == (200, b"<p>one")
    assert headers["Memento-Datetime"] == "Fri, 02 Jan 2026 03:04:05 GMT"
    assert headers["Content-Length"] == "6"
    assert headers["Set-Cookie"] is None


def test_escapes_in_the_path_arrive_as_sent(port):
    assert ask(port, "/web/20260102030405/http://site.test/a%2Fb.png?x=1&y=2")[2] == b"picture"
    assert ask(port, "/web/20260102030405/http://site.test/a/b.png?x=1&y=2")[0] == 404


def test_head_has_no_body(port):
    status, headers, body = ask(port, "/web/20260102030405/http://site.test/", method="HEAD")
    assert (status, body, headers["Content-Length"]) == (200, b"", "6")


def test_other_host_names_are_refused(port):
    assert ask(port, "/", Host="evil.test")[0] == 421
    assert ask(port, "/", Host=f"localhost:{port}")[0] == 200


def test_only_this_machine_is_served():
    for host in ("0.0.0.0", "192.168.1.1", "example.org", "::"):
        with pytest.raises(UsageError, match="listens on loopback addresses only"):
            replay_server(MemoryArchive(), host=host)


def test_a_port_in_use_is_said(port):
    with pytest.raises(UsageError, match="choose another --port"):
        replay_server(MemoryArchive(), port=port)


def test_servers_that_unescape_the_path_still_work():
    archive = MemoryArchive()
    archive.add("http://site.test/a b", "20260102030405", b"<p>one")
    sent = []
    environ = {"REQUEST_METHOD": "GET", "PATH_INFO": "/web/20260102030405/http://site.test/a b", "QUERY_STRING": ""}
    body = replay_app(archive)(environ, lambda status, headers: sent.append(status))
    assert (sent, list(body)) == (["200 OK"], [b"<p>one"])


def test_a_request_that_takes_too_long_is_answered_all_the_same():
    release = threading.Event()

    class Slow(MemoryArchive):
        def of(self, url):
            release.wait(60)
            return ()

    app = replay_app(Slow(), request_seconds=0.05)
    said: list[str] = []
    body = app({"REQUEST_METHOD": "GET", "REQUEST_URI": "/cdx?url=site.test"}, lambda status, _: said.append(status))
    release.set()
    assert said == ["503 Service Unavailable"]
    assert b"takes too long" in b"".join(body)


def test_where_tickets_are_asked_for_nothing_is_shown_without_one():
    archive = MemoryArchive()
    archive.add(
        "http://site.test/",
        "20260102030405",
        b"<a href=/next><img src=/i.png>",
        response("http://site.test/i.png", b"x", "image/png"),
    )
    app = replay_app(archive, admits=lambda ticket, _request: ticket == "good")

    def answer(target: str) -> tuple[str, bytes]:
        said: list[str] = []
        body = app({"REQUEST_METHOD": "GET", "REQUEST_URI": target}, lambda status, _: said.append(status))
        return said[0], b"".join(body)

    for target in (
        "/web/20260102030405/http://site.test/",
        "/t/bad/web/20260102030405/http://site.test/",
        "/",
        "/cdx?url=site.test",
    ):
        assert answer(target)[0] == "403 Forbidden"
    status, body = answer("/t/good/web/20260102030405/http://site.test/")
    assert status == "200 OK"
    assert b'href="/t/good/web/20260102030405/http://site.test/next"' in body
    assert b'src="/t/good/web/20260102030405/http://site.test/i.png"' in body
    assert answer("/t/good/web/20260102030405/http://site.test/i.png") == ("200 OK", b"x")


def test_work_in_time_is_as_if_called() -> None:
    limited = TimeLimit(60, most_at_once=1)
    assert limited(lambda: 7) == 7
    with pytest.raises(ZeroDivisionError):
        limited(lambda: 1 // 0)
    assert limited(lambda: 8) == 8


def test_overdue_work_is_not_waited_for_and_keeps_its_place() -> None:
    release, ended = threading.Event(), threading.Event()

    def wait() -> int:
        release.wait(60)
        ended.set()
        return 1

    limited = TimeLimit(0.05, most_at_once=1)
    assert limited(wait) is None
    assert limited(lambda: 2) is None  # for want of a place
    release.set()
    assert ended.wait(60)
    deadline = threading.Event()
    while limited(lambda: 3) is None:  # the place is free a moment after the work has ended
        assert not deadline.wait(0.01)


@pytest.fixture
def pairs():
    made = [socket.socketpair() for _ in range(4)]
    yield made
    for pair in made:
        for end in pair:
            end.close()


def is_closed(pair):
    pair[1].setblocking(False)
    try:
        return pair[1].recv(1) == b""
    except BlockingIOError:
        return False


def test_the_oldest_that_said_nothing_makes_room(pairs):
    heads = Heads(most=2)
    assert [heads.begin(pair[0]) for pair in pairs[:3]] == [True] * 3
    assert [is_closed(pair) for pair in pairs[:3]] == [True, False, False]
    heads.is_read(pairs[1][0])
    heads.is_read(pairs[2][0])
    assert not heads.begin(pairs[3][0])  # all are at work
    heads.end(pairs[1][0])
    assert heads.begin(pairs[3][0])


def test_late_ones_are_closed(pairs):
    now = [0.0]
    heads = Heads(seconds=10, clock=lambda: now[0])
    heads.begin(pairs[0][0])
    heads.begin(pairs[1][0])
    heads.is_read(pairs[1][0])
    now[0] = 9.0
    heads.close_late_ones()
    assert not is_closed(pairs[0])
    now[0] = 11.0
    heads.close_late_ones()
    assert [is_closed(pair) for pair in pairs[:2]] == [True, False]
