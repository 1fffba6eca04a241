import io
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from warcio.archiveiterator import ArchiveIterator
from warcio.checker import Checker

from pagestrata.formats.recordings.warc import WarcIndex, read_responses
from pagestrata.formats.recordings.warc_writer import WarcWriter, WrittenRecord, payload_digest, warc_date
from pagestrata.model.snapshot import Response

WHEN = datetime(2024, 1, 2, 3, 4, 5, tzinfo=UTC)


def response(body: bytes = b"<p>x", url: str = "http://example.org/", **headers: str) -> Response:
    given = (("Content-Type", "text/html"), *((name.replace("_", "-"), value) for name, value in headers.items()))
    return Response(url=url, status=200, headers=given, body=body)


def write(path: Path, *responses: Response) -> list[WrittenRecord]:
    with path.open("wb") as file:
        writer = WarcWriter(file, filename=path.name, software="test")
        return [writer.response(r, recorded_at=WHEN + timedelta(days=n)) for n, r in enumerate(responses)]


def passes_check(path: Path) -> bool:
    class Command:
        inputs, verbose, offset, length = (str(path),), False, 0, 0

    checker = Checker(Command)
    checker.process_all()
    return bool(checker.exit_value == 0)


def test_responses_come_back_as_they_were(tmp_path: Path) -> None:
    path = tmp_path / "a.warc.gz"
    write(path, response(b"one", X_Kept="yes"), response(b"", url="http://example.org/empty"))
    index = WarcIndex.open(path)
    first, second = (index.read(entry) for entry in index.entries)
    assert (first.body, first.status, first.recorded_at) == (b"one", 200, WHEN)
    assert ("X-Kept", "yes") in first.headers
    assert second.body == b""
    assert passes_check(path)


def test_the_same_bytes_are_written_once(tmp_path: Path) -> None:
    path = tmp_path / "a.warc.gz"
    written = write(path, response(b"same"), response(b"same"), response(b"same", url="http://example.org/copy"))
    assert [record.kind for record in written] == ["response", "revisit", "revisit"]
    index = WarcIndex.open(path)
    assert [index.read(entry).body for entry in index.entries] == [b"same"] * 3
    assert passes_check(path)
    with path.open("rb") as file:
        revisits = [record.rec_headers for record in ArchiveIterator(file) if record.rec_type == "revisit"]
    assert revisits[1].get_header("WARC-Refers-To-Target-URI") == "http://example.org/"
    assert revisits[1].get_header("WARC-Refers-To-Date") == "2024-01-02T03:04:05Z"
    assert revisits[1].get_header("WARC-Refers-To") == written[0].record_id
    assert revisits[1].get_header("WARC-Profile").endswith("/1.1/revisit/identical-payload-digest")


def test_empty_bodies_never_become_revisits(tmp_path: Path) -> None:
    written = write(tmp_path / "a.warc.gz", response(b""), response(b""))
    assert [record.kind for record in written] == ["response", "response"]


def test_headers_of_the_coded_body_are_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a.warc.gz"
    write(path, response(b"plain", Content_Encoding="gzip", Transfer_Encoding="chunked", Content_Length="999"))
    (found,) = read_responses(path)
    assert found.headers == (("Content-Type", "text/html"), ("Content-Length", "5"))


def test_resources_are_written_under_their_own_names(tmp_path: Path) -> None:
    path = tmp_path / "a.warc.gz"
    with path.open("wb") as file:
        writer = WarcWriter(file, filename="a.warc.gz", software="test", information={"operator": "me"})
        writer.resource("urn:view:http://example.org/", b"\x89PNG", content_type="image/png", recorded_at=WHEN)
    (entry,) = WarcIndex.open(path).entries
    assert (entry.url, entry.kind, entry.content_type) == ("urn:view:http://example.org/", "resource", "image/png")
    assert WarcIndex.open(path).read(entry).body == b"\x89PNG"
    assert passes_check(path)


def test_records_tell_where_they_lie(tmp_path: Path) -> None:
    path = tmp_path / "a.warc.gz"
    written = write(path, response(b"one"), response(b"two"))
    assert [record.offset for record in written] == [entry.place.byte for entry in WarcIndex.open(path).entries]
    assert written[0].offset + written[0].length == written[1].offset
    assert written[1].offset + written[1].length == path.stat().st_size
    assert written[0].payload_digest == payload_digest(b"one")


def test_a_header_cannot_forge_a_record(tmp_path: Path) -> None:
    path = tmp_path / "a.warc.gz"
    evil = "x\r\n\r\nWARC/1.1\r\nWARC-Type: response"
    write(path, response(b"body", url="http://example.org/\r\nWARC-Type: evil", X_Evil=evil))
    index = WarcIndex.open(path)
    assert [index.read(entry).body for entry in index.entries] == [b"body"]
    assert index.damages == ()


def test_unusual_statuses_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.warc.gz"
    write(path, Response(url="http://example.org/", status=799, headers=(), body=b"?"))
    assert WarcIndex.open(path).entries[0].status == 799


def test_dates_are_utc_and_need_a_zone() -> None:
    assert warc_date(WHEN) == "2024-01-02T03:04:05Z"
    assert warc_date(datetime(2024, 1, 2, 3, tzinfo=timezone(timedelta(hours=3)))) == "2024-01-02T00:00:00Z"
    assert warc_date(WHEN.replace(microsecond=5)) == "2024-01-02T03:04:05.000005Z"
    with pytest.raises(ValueError, match=r"needs a time zone"):
        warc_date(datetime(2024, 1, 2))


@given(bodies=st.lists(st.binary(max_size=50), min_size=1, max_size=5))
def test_any_bytes_come_back(tmp_path_factory: pytest.TempPathFactory, bodies: list[bytes]) -> None:
    path = tmp_path_factory.mktemp("warc") / "a.warc.gz"
    write(path, *(response(body, url=f"http://example.org/{n}") for n, body in enumerate(bodies)))
    index = WarcIndex.open(path)
    assert [index.read(entry).body for entry in index.entries] == bodies
    assert io.BytesIO(path.read_bytes()).read(2) == b"\x1f\x8b"


def test_what_was_asked_and_who_answered_stand_beside_the_answer(tmp_path: Path) -> None:
    path = tmp_path / "a.warc.gz"
    asked = (("User-Agent", "a browser"), ("Accept", "*/*"), ("X-Bad", "a\r\nb"))
    known = replace(response(url="http://example.org/a?b=1#c"), request_headers=asked, server_address="192.0.2.7")
    write(path, known, replace(response(b"other"), server_address="no address"))
    with path.open("rb") as file:
        found = [
            (r.rec_type, r.rec_headers, r.content_stream().read()) for r in ArchiveIterator(file, no_record_parse=True)
        ]
    assert [kind for kind, _, _ in found] == ["warcinfo", "response", "request", "response"]
    assert (
        found[2][2]
        == b"GET /a?b=1 HTTP/1.1\r\nHost: example.org\r\nUser-Agent: a browser\r\nAccept: */*\r\nX-Bad: a b\r\n\r\n"
    )
    assert found[2][1].get_header("WARC-Concurrent-To") == found[1][1].get_header("WARC-Record-ID")
    assert [headers.get_header("WARC-IP-Address") for _, headers, _ in found] == [None, "192.0.2.7", "192.0.2.7", None]
    index = WarcIndex.open(path)
    assert [entry.server_address for entry in index.entries] == ["192.0.2.7", ""]
    read = [index.read(entry).as_response().request_headers for entry in index.entries]
    assert read == [(("User-Agent", "a browser"), ("Accept", "*/*"), ("X-Bad", "a b")), ()]
    assert passes_check(path)
