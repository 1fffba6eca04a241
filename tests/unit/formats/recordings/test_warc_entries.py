import io
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pagestrata.errors import InputError
from pagestrata.formats.recordings.warc import WarcIndex
from pagestrata.formats.recordings.warc_entries import (
    BorrowedSource,
    FileSource,
    WarcEntry,
    index_source,
    read_block,
    read_head,
)
from warcs import message, packed, record


def entries(*records: bytes) -> tuple[list[WarcEntry], list[str]]:
    found: list[WarcEntry] = []
    damages: list[str] = []
    index_source(BorrowedSource(io.BytesIO(packed(*records))), found, damages)
    return found, damages


def test_an_entry_tells_what_the_head_says() -> None:
    digest = {"WARC-Payload-Digest": "SHA1:abc"}
    (entry,), damages = entries(record(message(b"x", status="404 Not Found"), headers=digest, record_id="<urn:1>"))
    assert (entry.status, entry.content_type, entry.is_html, entry.kind) == (404, "text/html", True, "response")
    assert entry.recorded_at == datetime(2024, 1, 2, 3, 4, 5, tzinfo=UTC)
    assert (entry.payload_digest, entry.record_id) == ("sha1:ABC", "<urn:1>")
    assert damages == []


def test_heads_and_bodies_are_read_from_the_file() -> None:
    (entry,), _ = entries(record(message(b"body", headers={"X-Kept": "yes"})))
    head = read_head(entry)
    assert head is not None
    assert head.header("x-kept") == "yes"
    assert read_block(entry, 1000)[1] == b"body"


def test_a_revisit_without_head_has_none() -> None:
    (entry,), _ = entries(record(b"", kind="revisit", headers={"WARC-Payload-Digest": "sha1:A"}))
    assert (entry.has_head, entry.status) == (False, 0)
    assert read_head(entry) is None
    with pytest.raises(InputError, match=r"byte 0: http://example.org/: no HTTP status line"):
        read_block(entry, 1000)


def test_records_of_other_kinds_are_passed_over() -> None:
    kinds = ("warcinfo", "request", "metadata", "conversion")
    assert entries(*(record(b"a: b", kind=kind) for kind in kinds)) == ([], [])


def test_sources_have_names_for_messages(tmp_path: Path) -> None:
    path = tmp_path / "a.warc"
    path.write_bytes(b"")
    assert FileSource(path).name == str(path)
    with path.open("rb") as file:
        assert BorrowedSource(file).name == str(path)
    assert BorrowedSource(io.BytesIO()).name == "the open file"


def test_requests_are_found_whichever_of_the_two_names_the_other(tmp_path: Path) -> None:
    asked = b"GET / HTTP/1.1\r\nHost: example.org\r\nCookie: secret\r\nAccept: */*\r\n\r\n"
    request = record(asked, kind="request", headers={"WARC-Record-ID": "<urn:q>"})
    answer = record(message(), headers={"WARC-Record-ID": "<urn:a>", "WARC-Concurrent-To": "<urn:q>"})
    broken = record(b"nothing", kind="request", headers={"WARC-Record-ID": "<urn:r>"})
    other = record(message(), headers={"WARC-Record-ID": "<urn:b>", "WARC-Concurrent-To": "<urn:r>"})
    path = tmp_path / "a.warc"
    path.write_bytes(request + answer + broken + other)
    index = WarcIndex.open(path)
    assert [index.read(entry).request_headers for entry in index.entries] == [(("Accept", "*/*"),), ()]
    assert index.damages == ()
