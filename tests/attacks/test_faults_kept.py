"""Failed transfers and server errors never become versions, and neither does the recovery from them."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest

from attacks.canaries import Internet, internet, message
from pagestrata.app.session import Session
from pagestrata.capturing.options import CaptureOptions
from pagestrata.visit.plan import VisitRequest

pytestmark = pytest.mark.browser
OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n"
STORY = " ".join(f"The council met on the matter number {number} and decided nothing." for number in range(40))
GOOD = f"<!doctype html><html><head><title>Town news</title></head><body><h1>Town news</h1><p>{STORY}</p></body></html>".encode()
HALF = GOOD[: len(GOOD) // 2]
PACKED = gzip.compress(GOOD)
PART = PACKED[: len(PACKED) // 2]
WALL = """<!doctype html><html><title>Before you continue</title><body><h1>We use cookies</h1><p>We and our partners store
cookies on your device. Manage your consent, or accept all cookies.</p><button>Accept all</button></body></html>"""
ACCIDENTS = {
    "a short length": OK + b"Content-Length: %d\r\n\r\n" % len(GOOD) + HALF,
    "chunks without an end": OK + b"Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n" % (len(HALF), HALF),
    "a cut chunk": OK + b"Transfer-Encoding: chunked\r\n\r\n%x\r\n%s" % (len(GOOD), HALF),
    "half of a gzip": OK + b"Content-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(PART) + PART,
    "an error as JSON": message('{"error": "upstream timed out"}', kind="application/json"),
    "a shell": message("<!doctype html><html><title>Town news</title><body><div id=app>Loading …</div></body></html>"),
    "a cookie wall": message(WALL),
}  # fmt: skip


class Town:
    """A site whose pages are as told."""

    def __init__(self) -> None:
        self.answer = message(GOOD)

    def __call__(self, url: str) -> bytes:
        return self.answer if "/page/" in url else message("", status="404 Not Found")


@pytest.fixture(scope="module")
def town() -> Iterator[tuple[Town, Internet]]:
    site = Town()
    with internet(site) as far:
        yield site, far


@pytest.fixture(scope="module")
def session(town: tuple[Town, Internet], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    folder: Path = tmp_path_factory.mktemp("faults") / "archive"
    options = CaptureOptions(proxy=town[1].proxy, screenshot=False, second_look=False, settle_seconds=1.0)
    with Session(archive=folder, options=options) as found:
        yield found


@pytest.mark.parametrize("accident", ACCIDENTS)
def test_an_accident_is_a_fault_and_recovery_is_no_news(
    session: Session, town: tuple[Town, Internet], accident: str
) -> None:
    site, url = town[0], f"http://far.invalid/page/{accident.replace(' ', '-')}"
    site.answer = message(GOOD)
    first, _ = session.attempt(VisitRequest(url))
    assert first.kept
    site.answer = ACCIDENTS[accident]
    failed, _ = session.attempt(VisitRequest(url))
    assert failed.fault is not None, failed
    assert not failed.kept
    site.answer = message(GOOD)
    back, _ = session.attempt(VisitRequest(url))
    assert (back.fault, back.kept) == (None, False)
    assert len(session.archive.versions.of(url)) == 1


def test_what_stays_is_the_page(session: Session, town: tuple[Town, Internet]) -> None:
    site, url = town[0], "http://far.invalid/page/moved-to-an-api"
    site.answer = message(GOOD)
    assert session.attempt(VisitRequest(url))[0].kept
    site.answer = message('{"news": ["The council met."]}', kind="application/json")
    looks = [session.attempt(VisitRequest(url))[0] for _ in range(3)]
    assert [look.fault for look in looks] == ["suspect", "suspect", None]
    assert looks[-1].kept


@pytest.mark.parametrize("accident", ["a short length", "chunks without an end", "a cut chunk"])
def test_a_first_visit_keeps_no_half_of_a_page(session: Session, town: tuple[Town, Internet], accident: str) -> None:
    site, url = town[0], f"http://far.invalid/page/first-{accident.replace(' ', '-')}"
    site.answer = ACCIDENTS[accident]
    made, error = session.attempt(VisitRequest(url))
    assert (made.fault, made.kept) == ("unreachable", False)
    assert "broke off" in str(error)
