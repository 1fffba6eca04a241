"""Pages made to be slow: they take linear time, and one that takes too long is a fault with a reason."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from archives import new_archive
from attacks.canaries import PATIENCE_SECONDS, internet, message
from attacks.hostile_pages import dripping
from laid_out_pages import Part, laid_out
from pagestrata.app.comparisons import compare_archived
from pagestrata.app.session import Session
from pagestrata.app.watches import watch_for
from pagestrata.capturing.http.fetch import fetch
from pagestrata.capturing.options import CaptureOptions
from pagestrata.errors import PageTimeoutError, SlowPageError
from pagestrata.store.archive import open_archive
from pagestrata.store.due.due_visits import LEASE
from pagestrata.visit.plan import VisitRequest, plan_visit
from visits import visit_page

NUMBERS = "1 " * 50_000
ADDRESS = "http://far.invalid/"
MOST_SECONDS = 20.0
"""Processor seconds for a visit and a screen together; they took minutes."""


def test_a_paragraph_of_numbers_with_one_more_sentence_freezes_nobody(tmp_path: Path) -> None:
    archive, _ = new_archive(tmp_path)
    begin = time.process_time()
    visit_page(archive, laid_out(Part("main", "story", [NUMBERS])))
    made = visit_page(archive, laid_out(Part("main", "story", [f"{NUMBERS}The mayor resigned today."]), minutes=60))
    assert made.kept
    old, new = archive.versions.of(made.url)
    found = compare_archived(archive, old, new)
    assert time.process_time() - begin < MOST_SECONDS
    assert any("mayor" in reason.text for reason in found.decision.reasons)
    archive.close()


def test_a_page_that_takes_too_long_is_ended(tmp_path: Path) -> None:
    archive, _ = new_archive(tmp_path)
    page = laid_out(*(Part("section", f"part{number}", [f"Words of part {number}."]) for number in range(2_000)))
    begin = time.process_time()
    with pytest.raises(SlowPageError, match=r"examining http://site\.test/ took longer than 0\.05 seconds"):
        visit_page(archive, page, examine_seconds=0.05)
    assert time.process_time() - begin < MOST_SECONDS
    assert plan_visit(archive, VisitRequest(page.url), now=page.captured_at).examine_seconds > 1.0
    archive.close()


@pytest.mark.browser
def test_such_a_page_is_a_fault_with_its_reason(tmp_path: Path) -> None:
    body = "".join(f"<section><h2>Part {number}</h2><p>Words of part {number}.</section>" for number in range(2_000))
    with internet(lambda _: message(body)) as far:
        options = CaptureOptions(proxy=far.proxy, screenshot=False, second_look=False)
        with Session(archive=tmp_path / "archive", options=options, examine_seconds=0.05) as session:
            made, error = session.attempt(VisitRequest(ADDRESS))
            assert isinstance(error, SlowPageError)
            assert (made.fault, made.kept) == ("timeout", False)
            assert "took longer than 0.05 seconds and was stopped" in (made.error or "")
            (recorded,) = session.archive.visits.of(ADDRESS)
            assert recorded.fault == "timeout"


def test_a_run_that_waits_for_a_page_ends_at_the_second_interrupt(tmp_path: Path) -> None:
    """A visit may take minutes, in a thread that no signal reaches: who interrupts twice does not want to wait for it."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        with open_archive(tmp_path) as archive:
            watch = watch_for(archive, f"http://127.0.0.1:{silent.getsockname()[1]}/", {"robots": "ignore"})
        words = ["run", "--archive", str(tmp_path), "--allow-private", "--timeout", "120"]
        with subprocess.Popen([sys.executable, "-m", "pagestrata.cli.main", *words], stderr=subprocess.PIPE) as program:
            connection, _ = silent.accept()
            with connection:
                assert program.stderr is not None
                program.send_signal(signal.SIGTERM)
                while b"interrupt again" not in program.stderr.readline():
                    assert program.poll() is None
                program.send_signal(signal.SIGTERM)
                assert program.wait(PATIENCE_SECONDS) == 130
    with open_archive(tmp_path) as archive:  # nothing is lost: the lease of the visit ends by itself
        assert archive.visits.of(watch.url) == []
        (due,) = archive.due.take_turns(now=datetime.now(UTC) + 2 * LEASE, holder="next", pause=timedelta(0), limit=1)
        assert due.watch_id == watch.id


@pytest.mark.parametrize(
    "begin",
    [
        b"HTTP/1.1 200 OK\r\nX-Slow: ",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1",
        b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n",
    ],
    ids=["head", "length of a chunk", "body"],
)
def test_a_page_that_arrives_a_byte_at_a_time_ends_in_time(begin: bytes) -> None:
    with dripping(begin) as address:
        started = time.monotonic()
        with pytest.raises(PageTimeoutError):
            fetch(address, allow_private=True, timeout_seconds=0.5)
        assert time.monotonic() - started < 5
