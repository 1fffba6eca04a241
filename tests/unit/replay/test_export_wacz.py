import json
import zipfile
from datetime import UTC, datetime

from archived_site import TEXTS, TIMES, URL, archived_site, page
from pagestrata.formats.recordings.wacz import open_wacz, read_pages
from pagestrata.replay.export_wacz import export_wacz
from pagestrata.replay.export_warc import chosen_versions

NOW = datetime(2026, 2, 1, tzinfo=UTC)


def test_the_package_reads_back(tmp_path):
    path = tmp_path / "out.wacz"
    with archived_site(tmp_path / "archive") as archive, path.open("wb") as file:
        records = export_wacz(archive, chosen_versions(archive), file, software="test", created=NOW, folder=tmp_path)
    assert len(records) == 15
    assert [found.url for found in read_pages(path)] == [URL] * 3
    index = open_wacz(path)
    assert [index.read(entry).body for entry in index.captures(URL)] == [page(texts) for texts in TEXTS]
    assert sorted(item.name for item in tmp_path.iterdir()) == ["archive", "out.wacz"]


def test_the_index_points_at_the_records(tmp_path):
    import gzip

    path = tmp_path / "out.wacz"
    with archived_site(tmp_path / "archive") as archive, path.open("wb") as file:
        export_wacz(archive, chosen_versions(archive), file, software="test", created=NOW)
    with zipfile.ZipFile(path) as package:
        lines = gzip.decompress(package.read("indexes/index.cdx.gz")).decode().splitlines()
        warc = package.read("archive/data.warc.gz")
    assert [line.split()[1] for line in lines if line.startswith("test,site)/ ")] == list(TIMES)
    for line in lines:
        place = json.loads(line.split(" ", 2)[2])
        start = int(place["offset"])
        record = gzip.decompress(warc[start : start + int(place["length"])])
        assert f"WARC-Target-URI: {place['url']}\r\n".encode() in record
