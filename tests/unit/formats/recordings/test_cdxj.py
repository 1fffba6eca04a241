import gzip
import json
from datetime import UTC, datetime

from pagestrata.formats.recordings.cdxj import cdxj_line, cdxj_lines, compressed_index, plain_index
from pagestrata.formats.recordings.warc_writer import WrittenRecord


def record(url: str, day: int = 1, **fields: object) -> WrittenRecord:
    values = {
        "url": url,
        "recorded_at": datetime(2026, 1, day, tzinfo=UTC),
        "kind": "response",
        "status": 200,
        "content_type": "text/html",
        "payload_digest": "sha1:AAAA",
        "offset": 10,
        "length": 20,
        "record_id": "<urn:uuid:1>",
    }
    return WrittenRecord(**{**values, **fields})  # type: ignore[arg-type]


def test_a_line_has_key_time_and_json():
    key, time, rest = cdxj_line(record("http://www.Site.test/a?b=1&a=2"), filename="data.warc.gz").split(" ", 2)
    assert (key, time) == ("test,site)/a?a=2&b=1", "20260101000000")
    assert json.loads(rest) == {
        "url": "http://www.Site.test/a?b=1&a=2",
        "mime": "text/html",
        "status": "200",
        "digest": "sha1:AAAA",
        "length": "20",
        "offset": "10",
        "filename": "data.warc.gz",
    }


def test_revisits_and_resources_are_told_apart():
    revisit = cdxj_line(record("http://a.test/", kind="revisit"), filename="f")
    assert '"mime": "warc/revisit"' in revisit
    picture = cdxj_line(record("urn:view:http://a.test/", kind="resource", status=None), filename="f")
    assert picture.startswith("urn:view:http://a.test 2026")
    assert "status" not in picture


def test_hostile_addresses_keep_to_their_line():
    line = cdxj_line(record("http://[bad\n key 2020 {"), filename="f")
    assert "\n" not in line
    assert len(line.split(" ", 2)[0]) > 0
    assert json.loads(line.split(" ", 2)[2])["url"] == "http://[bad\n key 2020 {"


def test_lines_are_in_the_order_of_bytes_and_not_doubled():
    lines = cdxj_lines(
        [record("http://b.test/"), record("http://a.test/", 2), record("http://a.test/")] * 2, filename="f"
    )
    assert [line.split(" ")[0:2] for line in lines] == [
        ["test,a)/", "20260101000000"],
        ["test,a)/", "20260102000000"],
        ["test,b)/", "20260101000000"],
    ]


def test_the_compressed_index_can_be_read_member_by_member():
    lines = cdxj_lines((record(f"http://site.test/{number:05}") for number in range(2500)), filename="f")
    packed, pointers = compressed_index(lines)
    assert gzip.decompress(packed) == plain_index(lines)
    head, *rest = pointers.decode().splitlines()
    assert head == '!meta 0 {"format": "cdxj-gzip-1.0", "filename": "index.cdx.gz"}'
    assert len(rest) == 3
    for number, pointer in enumerate(rest):
        key, time, where = pointer.split(" ", 2)
        place = json.loads(where)
        member = gzip.decompress(packed[place["offset"] : place["offset"] + place["length"]]).decode()
        assert member.splitlines()[0] == lines[1024 * number]
        assert member.startswith(f"{key} {time} ")
