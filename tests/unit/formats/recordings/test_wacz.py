import copy
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pagestrata.errors import InputError
from pagestrata.formats.recordings import wacz
from pagestrata.formats.recordings.wacz import open_wacz, read_pages
from warcs import message, packed, record

ONE = packed(record(message(b"one"), url="http://example.org/1"), record(message(b"two"), url="http://example.org/2"))
TWO = packed(record(message(b"three"), url="http://example.org/3"))
Pack = Callable[..., Path]


@pytest.fixture
def pack(tmp_path: Path) -> Pack:
    def pack(members: dict[str, bytes], *, method: int = zipfile.ZIP_STORED) -> Path:
        path = tmp_path / "pages.wacz"
        with zipfile.ZipFile(path, "w", method) as package:
            for name, data in members.items():
                package.writestr(name, data)
        return path

    return pack


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_all_warc_files_of_a_package_are_one_index(pack: Pack, method: int) -> None:
    members = {"datapackage.json": b"{}", "archive/a.warc.gz": ONE, "archive/b.warc.gz": TWO}
    index = open_wacz(pack(members, method=method))
    assert [index.read(entry).body for entry in index.entries] == [b"one", b"two", b"three"]
    assert index.damages == ()


def test_revisits_are_resolved_across_the_files_of_a_package(pack: Pack) -> None:
    digest = {"WARC-Payload-Digest": "sha1:A"}
    first = packed(record(message(b"x"), headers=digest))
    again = packed(record(b"", kind="revisit", headers=digest, date="2025-01-01T00:00:00Z"))
    index = open_wacz(pack({"archive/a.warc.gz": first, "archive/b.warc.gz": again}))
    assert [index.read(entry).body for entry in index.entries] == [b"x", b"x"]


def test_listed_pages_are_read_and_nonsense_is_left_out(pack: Pack) -> None:
    lines = (
        b'{"format": "json-pages-1.0", "id": "pages"}\n'
        b'{"url": "http://example.org/1", "ts": "2024-01-02T03:04:05Z", "title": "One"}\n'
        b'rubbish\n[]\n{"url": "http://example.org/2", "ts": "someday"}\n' + b"[" * 100_000
    )
    (page,) = read_pages(pack({"archive/a.warc.gz": ONE, "pages/pages.jsonl": lines}))
    assert (page.url, page.title) == ("http://example.org/1", "One")
    assert page.recorded_at == datetime(2024, 1, 2, 3, 4, 5, tzinfo=UTC)
    assert read_pages(pack({"archive/a.warc.gz": ONE})) == []


@pytest.mark.parametrize(
    "name", ["../evil.warc.gz", "/evil.warc", "archive/../../evil.warc", "..\\evil.warc", "C:/x.warc"]
)
def test_names_that_leave_the_package_are_refused(pack: Pack, name: str) -> None:
    with pytest.raises(InputError, match=r"points outside the package; do not trust it"):
        open_wacz(pack({name: ONE}))


def test_a_zip_bomb_is_refused(pack: Pack) -> None:
    path = pack({"archive/a.warc": bytes(30_000_000)}, method=zipfile.ZIP_DEFLATED)
    with pytest.raises(InputError, match=r"unpacks to 30000000 bytes; that is a zip bomb"):
        open_wacz(path)


def test_members_that_share_their_bytes_are_refused(tmp_path: Path) -> None:
    """A thousand names for one recording would be read a thousand times."""
    path = tmp_path / "shared.wacz"
    with zipfile.ZipFile(path, "w") as package:
        package.writestr("archive/0.warc", ONE * 10)
        (first,) = package.filelist
        for number in range(1, 1000):
            other = copy.copy(first)
            other.filename = other.orig_filename = f"archive/{number}.warc"
            package.filelist.append(other)
    with pytest.raises(InputError, match=r"overlap; that is a zip bomb"):
        open_wacz(path)


def test_large_lists_and_large_packed_files_are_refused(pack: Pack, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wacz, "MAX_PAGES_BYTES", 3)
    monkeypatch.setattr(wacz, "MAX_PACKED_WARC_BYTES", 3)
    path = pack({"archive/a.warc.gz": ONE, "pages/pages.jsonl": b"many"}, method=zipfile.ZIP_DEFLATED)
    with pytest.raises(InputError, match=r"pages.jsonl claims 4 bytes, more than 3"):
        read_pages(path)
    with pytest.raises(InputError, match=r"is compressed and claims .* pack it uncompressed"):
        open_wacz(path)
    monkeypatch.setattr(wacz, "MAX_MEMBERS", 1)
    with pytest.raises(InputError, match=r"has 2 members, more than 1"):
        open_wacz(path)


def test_what_is_no_package_is_an_input_error(pack: Pack, tmp_path: Path) -> None:
    (tmp_path / "text.wacz").write_bytes(b"no zip")
    with pytest.raises(InputError, match=r"as a WACZ package .*; check that it is complete"):
        open_wacz(tmp_path / "text.wacz")
    with pytest.raises(InputError, match=r"cannot open .*missing.wacz"):
        open_wacz(tmp_path / "missing.wacz")
    with pytest.raises(InputError, match=r"holds no WARC file under archive/"):
        open_wacz(pack({"readme.txt": b"hello"}))


def test_a_truncated_package_is_an_input_error(pack: Pack) -> None:
    path = pack({"archive/a.warc.gz": ONE})
    path.write_bytes(path.read_bytes()[:-30])
    with pytest.raises(InputError, match=r"as a WACZ package"):
        open_wacz(path)


def test_damaged_members_are_told(pack: Pack) -> None:
    members = {"archive/a.warc.gz": ONE, "archive/b.warc.gz": TWO, "pages/pages.jsonl": b"{}" * 50}
    path = pack(members, method=zipfile.ZIP_DEFLATED)
    data = bytearray(path.read_bytes())
    for name in ("archive/b.warc.gz", "pages/pages.jsonl"):
        at = data.index(name.encode()) + len(name)
        data[at : at + 4] = bytes(byte ^ 0x55 for byte in data[at : at + 4])
    path.write_bytes(data)
    index = open_wacz(path)
    assert [index.read(entry).body for entry in index.entries] == [b"one", b"two"]
    assert "b.warc.gz cannot be read to its end" in index.damages[0]
    with pytest.raises(InputError, match=r"the list of pages is damaged .*; fetch the package again"):
        read_pages(path)


def test_a_package_that_changed_since_is_an_input_error(pack: Pack) -> None:
    path = pack({"archive/a.warc.gz": ONE})
    index = open_wacz(path)
    path.write_bytes(b"x" * 500)
    with pytest.raises(InputError, match=r"no zip member at byte 0"):
        index.read(index.entries[0])
