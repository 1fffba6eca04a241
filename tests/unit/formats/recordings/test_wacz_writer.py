import hashlib
import io
import json
import zipfile
from datetime import UTC, datetime

from pagestrata.formats.recordings.wacz_writer import PackedPage, write_wacz

PAGE = PackedPage(
    id="1", url="http://site.test/", recorded_at=datetime(2026, 1, 2, tzinfo=UTC), title="Ü", text="words"
)


def package(tmp_path, created=datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)) -> zipfile.ZipFile:
    warc = tmp_path / "x.warc.gz"
    warc.write_bytes(b"WARC bytes" * 1000)
    target = io.BytesIO()
    write_wacz(target, warc, index=["a 2026 {}"], pages=[PAGE], software="test", created=created, title="T")
    return zipfile.ZipFile(target)


def test_the_package_has_the_parts_the_specification_names(tmp_path):
    found = package(tmp_path)
    assert found.namelist() == [
        "archive/data.warc.gz",
        "indexes/index.cdx.gz",
        "indexes/index.idx",
        "pages/pages.jsonl",
        "datapackage.json",
        "datapackage-digest.json",
    ]
    assert found.testzip() is None
    assert found.getinfo("archive/data.warc.gz").compress_type == zipfile.ZIP_STORED
    assert found.read("archive/data.warc.gz") == b"WARC bytes" * 1000


def test_hashes_and_sizes_are_true(tmp_path):
    found = package(tmp_path)
    description = json.loads(found.read("datapackage.json"))
    assert (description["profile"], description["wacz_version"]) == ("data-package", "1.1.1")
    assert (description["created"], description["title"]) == ("2026-03-04T05:06:07Z", "T")
    assert [part["path"] for part in description["resources"]] == found.namelist()[:4]
    for part in description["resources"]:
        data = found.read(part["path"])
        assert part["hash"] == f"sha256:{hashlib.sha256(data).hexdigest()}"
        assert part["bytes"] == len(data)
    digest = json.loads(found.read("datapackage-digest.json"))
    assert digest["hash"] == f"sha256:{hashlib.sha256(found.read('datapackage.json')).hexdigest()}"


def test_pages_are_listed(tmp_path):
    head, page = map(json.loads, package(tmp_path).read("pages/pages.jsonl").splitlines())
    assert head["format"] == "json-pages-1.0"
    assert page == {"id": "1", "url": "http://site.test/", "ts": "2026-01-02T00:00:00Z", "title": "Ü", "text": "words"}


def test_a_time_no_zip_file_knows_is_no_obstacle(tmp_path):
    assert package(tmp_path, datetime(1970, 1, 1, tzinfo=UTC)).testzip() is None
