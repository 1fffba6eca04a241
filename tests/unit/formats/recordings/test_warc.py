import base64
import gzip
import hashlib
import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pagestrata.errors import InputError
from pagestrata.formats.recordings import warc_entries
from pagestrata.formats.recordings.warc import WarcIndex, read_responses
from warcs import HTML, message, packed, record

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write(*records: bytes, name: str = "test.warc.gz") -> Path:
        path = tmp_path / name
        path.write_bytes(packed(*records))
        return path

    return write


def day(number: int) -> str:
    return f"2024-01-{number:02}T00:00:00Z"


def at(number: int) -> datetime:
    return datetime(2024, 1, number, tzinfo=UTC)


def test_responses_come_with_time_zone_and_codings_undone(write: Write) -> None:
    coded = message(gzip.compress(HTML), headers={"Content-Encoding": "gzip", "X-Kept": "yes"})
    path = write(record(coded, date="2024-01-02T03:04:05.250Z"), record(b"a: b", kind="metadata"))
    (found,) = read_responses(path)
    assert found.body == HTML
    assert found.recorded_at == datetime(2024, 1, 2, 3, 4, 5, 250000, tzinfo=UTC)
    assert (found.status, found.content_type) == (200, "text/html")
    assert dict(found.as_response().headers) == {"Content-Type": "text/html; charset=utf-8", "X-Kept": "yes"}


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://user:secret@example.org/a@b", "http://example.org/a@b"),
        ("http://example.org?to=me@example.org", "http://example.org?to=me@example.org"),
        ("<http://example.org/#a@b>", "http://example.org/#a@b"),
        ("urn:view:me@example.org", "urn:view:me@example.org"),
    ],
)
def test_user_info_in_addresses_is_stripped(write: Write, url: str, expected: str) -> None:
    assert WarcIndex.open(write(record(message(), url=url))).urls() == [expected]


def test_international_names_are_found_in_either_spelling(write: Write) -> None:
    index = WarcIndex.open(write(record(message(), url="http://xn--bcher-kva.example/ä?q=ü")))
    assert index.lookup("http://bücher.example/%C3%A4?q=%c3%bc#top", at(1)) is not None


def test_times_of_the_far_future_and_past_are_kept_in_order(write: Write) -> None:
    dates = ("9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z", "2024-01-01T00:00:00Z")
    index = WarcIndex.open(write(*(record(message(date.encode()), date=date) for date in dates)))
    assert [index.read(entry).body.decode()[:4] for entry in index.captures()] == ["0001", "2024", "9999"]
    entry = index.lookup("http://example.org/", at(5))
    assert entry is not None
    assert entry.recorded_at.year == 2024


def test_an_open_file_is_read_and_left_open(write: Write) -> None:
    with write(record(message(b"one")), record(message(b"two"), date=day(2))).open("rb") as file:
        assert [found.body for found in read_responses(file)] == [b"one", b"two"]
        assert not file.closed


def test_an_index_stays_small(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(*(record(message(), date=day(n)) for n in range(1, 6)))
    monkeypatch.setattr(warc_entries, "MAX_ENTRIES", 3)
    assert len(WarcIndex.open(path).entries) == 3
    assert "too many responses for one index; the rest is left out" in WarcIndex.open(path).damages[0]
    monkeypatch.setattr(warc_entries, "MAX_INDEX_CHARACTERS", 10)
    assert len(WarcIndex.open(path).entries) == 1


def test_captures_are_the_html_pages_in_time_order(write: Write) -> None:
    index = WarcIndex.open(
        write(
            record(message(b"late"), date=day(9)),
            record(message(b"css", headers={"Content-Type": "text/css"}), date=day(1), url="http://example.org/s.css"),
            record(message(status="301 Moved", headers={"Location": "/"}), date=day(1)),
            record(message(b"early"), date=day(2)),
            record(message(b"other"), date=day(3), url="http://example.org/other"),
        )
    )
    assert [index.read(entry).body for entry in index.captures("http://example.org/")] == [b"early", b"late"]
    assert [index.read(entry).body for entry in index.captures()] == [b"early", b"other", b"late"]
    assert index.times("http://example.org/") == [at(1), at(2), at(9)]


def test_lookup_takes_the_capture_nearest_in_time(write: Write) -> None:
    index = WarcIndex.open(write(*(record(message(b"%d" % n), date=day(n)) for n in (1, 10, 20))))
    for asked, expected in ((1, b"1"), (5, b"1"), (6, b"10"), (15, b"10"), (16, b"20"), (31, b"20")):
        entry = index.lookup("http://example.org/", at(asked))
        assert entry is not None
        assert index.read(entry).body == expected


@pytest.mark.parametrize("asked", ["http://example.org/a#top", "https://example.org/a", "http://example.org/a/"])
def test_lookup_forgives_fragment_scheme_and_closing_slash(write: Write, asked: str) -> None:
    index = WarcIndex.open(write(record(message(), url="http://example.org/a")))
    assert index.lookup(asked, at(1)) is not None


@pytest.mark.parametrize(
    "asked", ["http://example.org/b", "http://example.org/a?x=1", "http://example.com/a", "nonsense"]
)
def test_lookup_does_not_take_another_address(write: Write, asked: str) -> None:
    index = WarcIndex.open(write(record(message(), url="http://example.org/a")))
    assert index.lookup(asked, at(1)) is None


def test_lookup_prefers_the_exact_address_over_a_nearer_time(write: Write) -> None:
    index = WarcIndex.open(
        write(
            record(message(b"exact"), date=day(1)), record(message(b"loose"), date=day(9), url="https://example.org/")
        )
    )
    entry = index.lookup("http://example.org/", at(9))
    assert entry is not None
    assert index.read(entry).body == b"exact"


@pytest.mark.parametrize(
    "reference",
    [
        {"WARC-Payload-Digest": "SHA1:aaa"},
        {"WARC-Refers-To": "<urn:test:original>"},
        {"WARC-Refers-To-Target-URI": "http://example.org/old", "WARC-Refers-To-Date": day(1)},
    ],
)
@pytest.mark.parametrize("head", [b"", b"HTTP/1.1 304 Not Modified\r\nETag: x\r\n\r\n", message(b"")])
def test_revisits_find_their_bytes(write: Write, reference: dict[str, str], head: bytes) -> None:
    original = record(
        message(b"the bytes"),
        url="http://example.org/old",
        date=day(1),
        headers={"WARC-Payload-Digest": "sha1:AAA"},
        record_id="<urn:test:original>",
    )
    index = WarcIndex.open(write(original, record(head, date=day(5), kind="revisit", headers=reference)))
    entry = index.lookup("http://example.org/", at(5))
    assert entry is not None
    found = index.read(entry)
    assert (found.body, found.status, found.recorded_at, found.revisit) == (b"the bytes", 200, at(5), True)


def test_a_revisit_before_its_original_in_the_file_is_resolved(write: Write) -> None:
    digest = {"WARC-Payload-Digest": "sha1:AAA"}
    path = write(
        record(b"", kind="revisit", headers=digest, date=day(2)), record(message(b"x"), headers=digest, date=day(1))
    )
    assert [found.body for found in read_responses(path)] == [b"x", b"x"]
    assert [entry.recorded_at for entry in WarcIndex.open(path).captures()] == [at(1), at(2)]


def test_a_revisit_without_original_is_left_out_and_says_why(write: Write) -> None:
    path = write(
        record(b"", kind="revisit", headers={"WARC-Payload-Digest": "sha1:NONE"}), record(message(), date=day(9))
    )
    assert [found.body for found in read_responses(path)] == [HTML]
    index = WarcIndex.open(path)
    with pytest.raises(InputError, match=r"refers to a record that is not in this file; open it together"):
        index.read(index.entries[0])


def test_duplicate_record_ids_are_noted_and_revisits_still_match(write: Write) -> None:
    def one(body: bytes, digest: str, url: str) -> bytes:
        return record(message(body), url=url, record_id="<urn:x>", headers={"WARC-Payload-Digest": digest}, date=day(1))

    again = {"WARC-Refers-To": "<urn:x>", "WARC-Payload-Digest": "sha1:B"}
    path = write(
        one(b"a", "sha1:A", "http://example.org/a"),
        one(b"b", "sha1:B", "http://example.org/b"),
        record(b"", kind="revisit", url="http://example.org/c", headers=again),
    )
    index = WarcIndex.open(path)
    assert [index.read(entry).body for entry in index.entries] == [b"a", b"b", b"b"]
    assert any("<urn:x> occurs twice" in damage for damage in index.damages)


def test_resource_records_are_served_with_their_type(write: Write) -> None:
    body = b"\x89PNG"
    path = write(record(body, kind="resource", url="http://example.org/i.png", headers={"Content-Type": "image/png"}))
    (found,) = read_responses(path)
    assert (found.status, found.content_type, found.body) == (200, "image/png", body)


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        (record(b"rubbish"), "no HTTP status line"),
        (record(message(), date="someday"), "is not a time"),
        (record(message(), url="http://example.org/" + "a" * 100_000), "target address of 100019 characters"),
        (record(message(), url=""), "target address of 0 characters"),
        (record(message(), length=3), "longer than its Content-Length says"),
    ],
)
def test_bad_records_are_noted_and_the_rest_is_read(write: Write, bad: bytes, reason: str) -> None:
    index = WarcIndex.open(write(bad, record(message(b"good"), date=day(9))))
    assert [index.read(entry).body for entry in index.entries] == [b"good"]
    assert reason in index.damages[0]


def test_a_body_that_is_a_bomb_is_refused_with_its_place(write: Write) -> None:
    bomb = message(gzip.compress(bytes(3_000_000)), headers={"Content-Encoding": "gzip"})
    index = WarcIndex.open(write(record(bomb)))
    with pytest.raises(InputError, match=r"test.warc.gz, byte 0: http://example.org/: .* more than 1000000 bytes"):
        index.read(index.entries[0], max_bytes=1_000_000)


def test_a_record_larger_than_the_limit_is_refused_before_it_is_read(write: Write) -> None:
    index = WarcIndex.open(write(record(message(os.urandom(400_000)))))
    with pytest.raises(InputError, match=r"more than 100000"):
        index.read(index.entries[0], max_bytes=100_000)


def test_a_file_that_is_no_warc_is_an_input_error(tmp_path: Path) -> None:
    path = tmp_path / "page.warc.gz"
    path.write_bytes(b"<html>\n")
    with pytest.raises(
        InputError, match=r"holds no WARC response .* byte 0: no WARC record starts here .*; check that"
    ):
        WarcIndex.open(path)


def test_a_missing_file_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot open .*missing.warc: No such file or directory; check the path"):
        WarcIndex.open(tmp_path / "missing.warc")


def test_a_file_that_changed_since_it_was_indexed_is_an_input_error(write: Write) -> None:
    path = write(record(message()))
    index = WarcIndex.open(path)
    path.write_bytes(b"")
    with pytest.raises(InputError, match=r"cannot read the record of http://example.org/ .*; was the file changed"):
        index.read(index.entries[0])


def test_an_address_that_is_none_does_not_hide_the_others(write: Write) -> None:
    path = write(record(message(b"odd"), url="http://[::1"), record(message(), url="http://example.org/"))
    index = WarcIndex.open(path)
    found = index.lookup("http://example.org", at(3))
    assert found is not None
    assert index.read(found).body == HTML
    odd = index.lookup("http://[::1", at(3))
    assert odd is not None
    assert index.read(odd).body == b"odd"


@pytest.mark.parametrize("form", ["sha1:{b32}", "SHA1:{hex}", "sha1:{b32_lower}"])
def test_a_flipped_bit_of_a_plain_file_is_noted(write: Write, form: str) -> None:
    block = message(b"good")
    digest = hashlib.sha1(block, usedforsecurity=False).digest()
    b32 = base64.b32encode(digest).decode()
    headers = {"WARC-Block-Digest": form.format(b32=b32, b32_lower=b32.lower(), hex=digest.hex())}
    sound, flipped = record(block, headers=headers), record(message(b"gooe"), date=day(9), headers=headers)
    index = WarcIndex.open(write(sound, flipped))
    assert len(index.entries) == 2
    assert index.damages == (
        f"byte {len(packed(sound))}: the bytes of http://example.org/ are not those of their digest",
    )


@pytest.mark.parametrize("digest", ["sha1:unknown", "blake3:00", "sha1:", ""])
def test_a_digest_in_an_unknown_form_is_no_damage(write: Write, digest: str) -> None:
    assert WarcIndex.open(write(record(message(), headers={"WARC-Block-Digest": digest}))).damages == ()


def test_a_revisit_without_its_original_is_noted(write: Write) -> None:
    revisit = record(b"", kind="revisit", date=day(9), headers={"WARC-Refers-To": "<urn:none>"})
    index = WarcIndex.open(write(record(message()), revisit))
    assert "refers to a record that is not in this file" in index.damages[0]
