from __future__ import annotations

import io
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from captures import capture, visit_of
from pagestrata.app.proving.wacz_signatures import package_signer
from pagestrata.app.recordings.imports import import_recording
from pagestrata.app.session import Session
from pagestrata.capturing.options import CaptureOptions
from pagestrata.errors import ArchiveError
from pagestrata.formats.recordings.warc import WarcIndex
from pagestrata.formats.recordings.warc_records import walk_records
from pagestrata.formats.recordings.warc_writer import WarcWriter
from pagestrata.model.records import Visit
from pagestrata.model.snapshot import Redirect, Response
from pagestrata.replay.export_wacz import export_wacz
from pagestrata.replay.export_warc import export_warc
from pagestrata.store.archive import open_archive
from warcs import message, packed, record

URL = "http://site.test/"


def page(text: str) -> Response:
    body = f"<!doctype html><title>Site</title><h1>News</h1><p>{text}</p>".encode()
    return Response(url=URL, status=200, headers=(("Content-Type", "text/html; charset=utf-8"),), body=body)


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    file = tmp_path / "site.warc.gz"
    texts = ["The first report", "The first report", "A second, longer report about the harbour"]
    with file.open("wb") as opened:
        writer = WarcWriter(opened, filename=file.name, software="test")
        for day, text in enumerate(texts, 1):
            writer.response(page(text), recorded_at=datetime(2024, 1, day, tzinfo=UTC))
    return file


@pytest.mark.parametrize(
    ("signed", "said"),
    [
        (True, "from a WACZ package with a valid signature of the key"),
        (False, "from a WACZ package without a signature"),
    ],
)
def test_versions_from_a_package_say_what_its_signature_is_worth(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, signed: bool, said: str
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    url, now = "http://site.test/a.txt", datetime(2024, 1, 1, tzinfo=UTC)
    sent = Response(url=url, status=200, headers=(("Content-Type", "text/plain"),), body=b"plain words")
    warc, wacz = tmp_path / "pages.warc.gz", tmp_path / "pages.wacz"
    with warc.open("wb") as opened:
        WarcWriter(opened, filename=warc.name, software="test").response(sent, recorded_at=now, is_page=True)
    with Session(archive=tmp_path / "first") as session, wacz.open("wb") as opened:
        list(import_recording(session, warc))
        sign = package_signer(session.archive, software="test", created=now) if signed else None
        export_wacz(session.archive, session.archive.versions.of(url), opened, software="test", created=now, sign=sign)
    with Session(archive=tmp_path / "second") as session:
        assert [found.problem for found in import_recording(session, wacz)] == [None]
        (note,) = session.archive.versions.at(url, "latest").notes
    assert note.startswith(said)


@pytest.mark.browser
def test_captures_become_versions_in_time_order_and_repetitions_visits(recording: Path, tmp_path: Path) -> None:
    with Session(archive=tmp_path / "archive") as session:
        found = list(import_recording(session, recording))
        versions = session.archive.versions.of(URL)
        assert [entry.problem for entry in found] == [None, None, None]
        assert [entry.visit.kept for entry in found if entry.visit] == [True, False, True]
        assert [version.captured_at.day for version in versions] == [1, 3]
        assert session.archive.contents.response(versions[0]).body == page("The first report").body
        assert versions[1].changes > 0


class FullArchive:
    """An archive that answers nothing."""

    def __getattr__(self, name: str) -> None:
        raise ArchiveError("the archive is full")


def test_an_archive_that_cannot_be_written_ends_the_import(recording: Path) -> None:
    session = SimpleNamespace(archive=FullArchive(), pool=None, options=CaptureOptions())
    with pytest.raises(ArchiveError, match="the archive is full"):
        list(import_recording(cast("Session", session), recording))


@pytest.mark.parametrize("url", ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "about:blank"])
def test_only_pages_of_the_web_are_opened(tmp_path: Path, url: str) -> None:
    file = tmp_path / "odd.warc.gz"
    with file.open("wb") as opened:
        writer = WarcWriter(opened, filename=file.name, software="test")
        writer.response(replace(page("text"), url=url), recorded_at=datetime(2024, 1, 1, tzinfo=UTC))
    session = SimpleNamespace(archive=FullArchive(), pool=None, options=CaptureOptions())
    (found,) = import_recording(cast("Session", session), file)
    assert found.visit is None
    assert found.problem == "only pages with an http(s) address are imported; this one was skipped"


@pytest.mark.browser
def test_our_own_export_brings_everything_back_once(tmp_path: Path) -> None:
    day = datetime(2024, 1, 1, tzinfo=UTC)
    pages = {
        "http://site.test/": ("text/html", b"<!doctype html><title>Site</title><p>Report"),
        "http://site.test/a.pdf": ("application/pdf", b"%PDF-1.4 no more than a beginning"),
        "http://site.test/a.json": ("application/json", b'{"a": 1}'),
        "http://site.test/a.txt": ("text/plain", b"plain words"),
    }
    file = tmp_path / "pages.warc.gz"
    with file.open("wb") as opened:
        writer = WarcWriter(opened, filename=file.name, software="test")
        for url, (kind, body) in pages.items():
            found = Response(url=url, status=200, headers=(("Content-Type", kind),), body=body)
            writer.response(found, recorded_at=day, is_page=True)
        icon = Response(
            url="http://site.test/favicon.ico", status=404, headers=(("Content-Type", "text/html"),), body=b"<p>no"
        )
        writer.response(icon, recorded_at=day)
    with Session(archive=tmp_path / "archive") as session:
        found = list(import_recording(session, file))
        assert {entry.url: entry.problem for entry in found} == dict.fromkeys(pages)
        assert {
            url: session.archive.contents.response(session.archive.versions.at(url, "latest")).body for url in pages
        } == {url: body for url, (_, body) in pages.items()}
        again = list(import_recording(session, file))
        assert [(entry.is_known, entry.visit) for entry in again] == [(True, None)] * 4


def test_what_was_asked_and_who_answered_come_back_with_a_document(tmp_path: Path) -> None:
    url, day, asked = "http://site.test/a.txt", datetime(2024, 1, 1, tzinfo=UTC), (("Accept", "text/plain"),)
    sent = Response(
        url=url, status=200, headers=(("Content-Type", "text/plain"),), body=b"plain words",
        server_address="192.0.2.7", request_headers=asked,
    )  # fmt: skip
    file = tmp_path / "pages.warc.gz"
    with file.open("wb") as opened:
        WarcWriter(opened, filename=file.name, software="test").response(sent, recorded_at=day, is_page=True)
    with Session(archive=tmp_path / "archive") as session:
        assert [found.problem for found in import_recording(session, file)] == [None]
        version = session.archive.versions.at(url, "latest")
        stored = session.archive.contents.response(version)
        assert (stored.body, stored.server_address, stored.request_headers) == (sent.body, "192.0.2.7", asked)
        assert [leaf.text for leaf in session.archive.contents.tree(version).leaves()] == ["plain words"]


@pytest.mark.browser
def test_header_bytes_that_are_no_utf8_survive_import_export_and_import(tmp_path: Path) -> None:
    files = [tmp_path / "first.warc.gz", tmp_path / "second.warc.gz"]
    sent = {"Content-Type": "text/html", "X-Place": "caf\udce9", "X-Utf": "café\xa0", "X-Both": "é \udce9"}
    head = "".join(f"{name}: {value}\r\n" for name, value in sent.items()).encode("utf-8", "surrogateescape")
    files[0].write_bytes(packed(record(b"HTTP/1.1 200 OK\r\n" + head + b"\r\n<title>Site</title><p>Report", url=URL)))
    for file in files:
        with Session(archive=tmp_path / file.stem) as session:
            assert [found.problem for found in import_recording(session, file)] == [None]
            version = session.archive.versions.at(URL, "latest")
            kept = session.archive.contents.response(version)
            assert dict(kept.headers) == sent
            assert kept.header("x-place") == "café"
            with files[1].open("wb") as target:
                list(export_warc(session.archive, [version], target, filename="second", software="test"))
        assert head in b"".join(found.block for found in walk_records(io.BytesIO(files[1].read_bytes())))


@pytest.mark.browser
def test_a_page_that_was_redirected_comes_back_under_its_own_address(tmp_path: Path) -> None:
    hops = (
        Redirect(url=URL, status=301, location="/a"),
        Redirect(url=f"{URL}a", status=302, location="http://home.test/b"),
    )
    taken, tree = capture(["Report"], url=URL, redirects=hops)
    home = replace(taken.responses[0], url="http://home.test/b", server_address="192.0.2.1")
    taken = replace(taken, url=home.url, responses=(home,))
    file = tmp_path / "moved.warc.gz"
    with open_archive(tmp_path / "old") as archive, file.open("wb") as target:
        version = archive.append(taken, tree, None, visit=visit_of(taken, url=URL))
        assert archive.versions.at(URL, "latest").redirects == hops
        list(export_warc(archive, [version], target, filename=file.name, software="test"))
    statuses = [(entry.url, entry.status) for entry in WarcIndex.open(file).entries if entry.kind == "response"]
    assert statuses == [(URL, 301), (f"{URL}a", 302), (home.url, 200)]
    with Session(archive=tmp_path / "new") as session:
        found = list(import_recording(session, file))
        assert [(entry.url, entry.problem) for entry in found] == [(URL, None)]
        again = session.archive.versions.at(URL, "latest")
        assert again.redirects == hops
        kept = session.archive.contents.response(again)
        assert (kept.url, kept.body, kept.server_address) == (home.url, home.body, "192.0.2.1")
        assert session.archive.versions.pages() == [URL]


@pytest.mark.browser
@pytest.mark.parametrize(
    "leads", ["<script>location = '/elsewhere'</script>", "<meta http-equiv=refresh content='0;url=http://else.test/'>"]
)
def test_recorded_pages_that_navigate_away_are_imported(tmp_path: Path, leads: str) -> None:
    file = tmp_path / "leaving.warc.gz"
    file.write_bytes(packed(record(message(f"<title>Site</title><p>Report{leads}".encode()), url=URL)))
    with Session(archive=tmp_path / "archive") as session:
        assert [found.problem for found in import_recording(session, file)] == [None]
        tree = session.archive.contents.tree(session.archive.versions.at(URL, "latest"))
    assert [block.text for block in tree.leaves()] == ["Report"]


def test_an_error_is_a_page_only_where_the_page_was_recorded_too(tmp_path: Path) -> None:
    file = tmp_path / "errors.warc.gz"
    error = replace(page("not found"), status=404)
    with file.open("wb") as opened:
        writer = WarcWriter(opened, filename=file.name, software="test")
        writer.response(
            replace(error, url="http://site.test/favicon.ico"), recorded_at=datetime(2024, 1, 1, tzinfo=UTC)
        )
        writer.response(page("text"), recorded_at=datetime(2024, 1, 1, tzinfo=UTC))
        writer.response(error, recorded_at=datetime(2024, 1, 2, tzinfo=UTC))
    session = SimpleNamespace(archive=open_archive(tmp_path / "archive"), pool=None, options=CaptureOptions())
    with session.archive:
        for day in (1, 2):
            moment = datetime(2024, 1, day, tzinfo=UTC)
            session.archive.record_visit(Visit(url=URL, visited_at=moment, stage="render", version=None, kept=False))
        found = list(import_recording(cast("Session", session), file))
    assert [(entry.url, entry.captured_at.day, entry.is_known) for entry in found] == [(URL, 1, True), (URL, 2, True)]
