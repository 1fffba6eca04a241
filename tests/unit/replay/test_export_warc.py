import subprocess
import sys
from datetime import UTC, datetime

import pytest

from archived_site import STYLE, TEXTS, URL, archived_site, page, picture
from captures import capture, visit_of
from pagestrata.formats.recordings.cdxj import cdxj_lines
from pagestrata.formats.recordings.warc import WarcIndex
from pagestrata.replay.export_warc import chosen_versions, export_warc
from pagestrata.store.archive import open_archive


@pytest.fixture
def exported(tmp_path):
    path = tmp_path / "out.warc.gz"
    with archived_site(tmp_path / "archive") as archive, path.open("wb") as file:
        versions = chosen_versions(archive)
        found = list(export_warc(archive, versions, file, filename=path.name, software="pagestrata test"))
    return path, found


def test_every_version_is_written_with_its_resources(exported):
    _, versions = exported
    assert [[(record.kind, record.url) for record in found.records] for found in versions] == [
        [
            ("response", URL),
            (kind, f"{URL}s.css?b=1&a=2"),
            ("response", "http://cdn.site.test/i.png"),
            ("resource", f"urn:view:{URL}"),
            ("resource", f"urn:text:{URL}"),
        ]
        for kind in ("response", "revisit", "revisit")
    ]


def test_the_file_reads_back_byte_for_byte(exported):
    path, _ = exported
    index = WarcIndex.open(path)
    assert index.damages == ()
    pages = [index.read(entry) for entry in index.captures(URL)]
    assert [found.body for found in pages] == [page(texts) for texts in TEXTS]
    assert [found.recorded_at.day for found in pages] == [2, 3, 4]
    at = datetime(2026, 1, 4, 3, 4, 5, tzinfo=UTC)
    assert index.read(index.lookup(f"{URL}s.css?b=1&a=2", at)).body == STYLE
    found = index.read(index.lookup("http://cdn.site.test/i.png", at))
    assert found.body == picture(2)
    assert ("Set-Cookie", "b=c") not in found.headers


def test_the_text_is_what_was_seen(exported):
    _, versions = exported
    assert versions[1].text == "\n".join(TEXTS[1])


def test_warcio_accepts_the_file(exported):
    path, _ = exported
    checked = subprocess.run(
        [sys.executable, "-m", "warcio.cli", "check", "-v", str(path)], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert checked.stdout.count("digest pass") == 14
    assert "fail" not in checked.stdout


def test_versions_are_chosen_by_page_and_time(tmp_path):
    with archived_site(tmp_path / "archive") as archive:
        chosen = list(chosen_versions(archive, [URL], since=datetime(2026, 1, 3, tzinfo=UTC)))
        assert [version.captured_at.day for version in chosen] == [3, 4]
        assert [v.captured_at.day for v in chosen_versions(archive, until=datetime(2026, 1, 3, tzinfo=UTC))] == [2]
        assert list(chosen_versions(archive, ["http://other.test/"])) == []


def test_addresses_of_any_length_and_spelling_are_exported(tmp_path):
    urls = ["http://site.test/" + "a" * 100_000, "http://user:word@b\u00fccher.test/#top"]
    path = tmp_path / "out.warc.gz"
    with open_archive(tmp_path / "archive") as archive, path.open("wb") as file:
        for url in urls:
            taken, tree = capture(["some words of a page"], url=url, picture=False)
            archive.append(taken, tree, None, visit=visit_of(taken))
        exported = list(export_warc(archive, chosen_versions(archive), file, filename=path.name, software="test"))
    records = [record for found in exported for record in found.records]
    lines = cdxj_lines(records, filename=path.name)
    assert len(lines) == 4
    assert any(line.startswith("test,xn--bcher-kva)/ ") for line in lines)
    assert not any("word@" in record.url for record in records)
    assert len(WarcIndex.open(path).damages) == 2  # our own reader leaves addresses out that are longer than 64 KB
