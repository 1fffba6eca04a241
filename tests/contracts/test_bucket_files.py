"""Recordings in a bucket, over HTTP and the S3 protocol to a server on this machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from captures import START
from command_line import call
from pagestrata.app.recordings.imports import LocalCopies
from pagestrata.errors import InputError, UsageError
from pagestrata.formats.recordings.warc_writer import WarcWriter
from pagestrata.model.snapshot import Response
from pagestrata.store.objects.bucket_files import is_in_bucket, list_bucket
from recorded_pages import REPORTS, record_pages

pytest.importorskip("obstore", reason="pip install 'pagestrata[s3]' to test buckets")


def upload(folder: Path, place: str) -> None:
    """The files of a folder into a bucket."""
    from obstore.store import from_url

    for file in folder.iterdir():
        from_url(place).put(file.name, file.read_bytes())


def test_files_are_listed_and_brought_here_while_they_are_needed(s3_place: str, tmp_path: Path) -> None:
    record_pages(tmp_path / "in")
    upload(tmp_path / "in", s3_place)
    listed = list_bucket(s3_place)
    assert [address.rpartition("/")[2] for address in listed] == sorted(p.name for p in (tmp_path / "in").iterdir())
    assert list_bucket(listed[0]) == [listed[0]]
    with LocalCopies(most=2) as copies:
        paths = [copies.path(address) for address in listed[:3]]
        assert [path.exists() for path in paths] == [False, True, True]
        assert paths[2].read_bytes() == (tmp_path / "in" / listed[2].rpartition("/")[2]).read_bytes()
        assert copies.path(listed[2]) == paths[2]  # not brought twice
        assert copies.path(str(tmp_path)) == tmp_path
    assert not paths[2].exists()


def test_what_is_not_there_or_no_bucket_is_said(s3_place: str) -> None:
    with pytest.raises(InputError, match="there is nothing at"):
        list_bucket(f"{s3_place}/nothing.warc.gz")
    with pytest.raises(UsageError, match="names no bucket"):
        list_bucket("s3://")
    with LocalCopies() as copies, pytest.raises(InputError, match="there is nothing at"):
        copies.path(f"{s3_place}/nothing.warc.gz")
    assert not is_in_bucket("folder/s3:/file.warc")


def test_analyse_reads_a_bucket(s3_place: str, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    record_pages(tmp_path / "in")
    upload(tmp_path / "in", s3_place)
    words = ["--archive", tmp_path / "archive", "analyse", s3_place, "-o", tmp_path / "out", "--into-archive"]
    answer = call(capfdbinary, *words, "--workers", 1, "--json")
    assert answer.code == 0, answer.err
    assert (answer.json["pages"], answer.json["captures"], answer.json["kept"]) == (2, len(REPORTS) + 2, 4)
    stored = call(capfdbinary, "--archive", tmp_path / "archive", "stats", "--json")
    assert (stored.json["pages"], stored.json["versions"], stored.json["visits"]) == (2, 4, 6)


def test_import_reads_a_bucket(s3_place: str, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    (tmp_path / "in").mkdir()
    with (tmp_path / "in" / "empty.warc.gz").open("wb") as file:
        writer = WarcWriter(file, filename="empty.warc.gz", software="test")
        plain = (("Content-Type", "text/plain"),)
        writer.response(Response(url="http://site.test/a.txt", status=200, headers=plain, body=b"a"), recorded_at=START)
    (tmp_path / "in" / "pages.txt").write_text("http://site.test/\n")
    upload(tmp_path / "in", s3_place)
    addresses = [f"{s3_place}/empty.warc.gz", f"{s3_place}/pages.txt"]
    answer = call(capfdbinary, "--archive", tmp_path / "archive", "import", *addresses, "--workers", 1)
    assert answer.code == 1, answer.err
    assert [found["file"] for found in answer.json["files"]] == addresses
    assert [found["watches"] for found in answer.json["files"]] == [0, 1]
    assert "no page" in answer.json["files"][0]["problems"][0]
