import hashlib
import json

import pytest

from memory_archive import MemoryArchive, response
from pagestrata.errors import UsageError
from pagestrata.model.records import Holding
from pagestrata.replay.cdx import CdxQuery, cdx_answer


@pytest.fixture
def archive() -> MemoryArchive:
    archive = MemoryArchive()
    for time in ("20240101000000", "20250101000000", "20250601000000", "20260101000000"):
        archive.add("http://www.site.test/a", time, f"<p>{time}".encode())
    archive.add("http://site.test/a/b", "20250101000000", response("http://site.test/a/b", b"x", "image/png"))
    archive.add("http://blog.site.test/", "20250101000000", b"<p>blog")
    archive.add("http://other.test/a", "20250101000000", b"<p>other")
    return archive


def rows(archive: MemoryArchive, *parameters: tuple[str, str]) -> list[str]:
    query = CdxQuery.parse([("fl", "timestamp,original"), *parameters])
    return cdx_answer(archive, query).body.decode().splitlines()


def times(archive: MemoryArchive, *parameters: tuple[str, str]) -> list[str]:
    return [row[:8] for row in rows(archive, ("url", "www.site.test/a"), *parameters)]


def test_all_fields_in_the_usual_order(archive):
    answer = cdx_answer(archive, CdxQuery.parse([("url", "http://site.test/a/b")])).body.decode()
    key, time, original, kind, status, digest, length = answer.split()
    assert (key, time, original) == ("test,site)/a/b", "20250101000000", "http://site.test/a/b")
    assert (kind, status, length) == ("image/png", "200", "1")
    assert len(digest) == 64


def test_json_starts_with_the_names(archive):
    query = CdxQuery.parse([("url", "site.test/a/b"), ("output", "json"), ("fl", "timestamp,statuscode")])
    assert json.loads(cdx_answer(archive, query).body) == [["timestamp", "statuscode"], ["20250101000000", "200"]]
    nothing = CdxQuery.parse([("url", "unknown.test"), ("output", "json")])
    assert json.loads(cdx_answer(archive, nothing).body) == []


@pytest.mark.parametrize(
    ("parameters", "expected"),
    [
        ([], ["20240101", "20250101", "20250601", "20260101"]),
        ([("from", "2025")], ["20250101", "20250601", "20260101"]),
        ([("to", "2025")], ["20240101", "20250101", "20250601"]),
        ([("from", "202501"), ("to", "202505")], ["20250101"]),
        ([("limit", "2")], ["20240101", "20250101"]),
        ([("limit", "-1")], ["20260101"]),
        ([("sort", "reverse"), ("limit", "1")], ["20260101"]),
        ([("closest", "20250531"), ("limit", "2")], ["20250601", "20250101"]),
        ([("collapse", "timestamp:4")], ["20240101", "20250101", "20260101"]),
        ([("filter", "timestamp:2025.*")], ["20250101", "20250601"]),
        ([("filter", "!timestamp:2025.*"), ("filter", "statuscode:200")], ["20240101", "20260101"]),
        ([("filter", "mimetype:image/.*")], []),
    ],
)
def test_rows_are_chosen(archive, parameters, expected):
    assert times(archive, *parameters) == expected


@pytest.mark.parametrize(
    ("parameters", "expected"),
    [
        ([("url", "site.test/a"), ("matchType", "prefix")], {"http://www.site.test/a", "http://site.test/a/b"}),
        ([("url", "site.test/a*")], {"http://www.site.test/a", "http://site.test/a/b"}),
        ([("url", "site.test"), ("matchType", "host")], {"http://www.site.test/a", "http://site.test/a/b"}),
        ([("url", "*.site.test")], {"http://www.site.test/a", "http://site.test/a/b", "http://blog.site.test/"}),
    ],
)
def test_several_pages_match(archive, parameters, expected):
    assert {row.split()[1] for row in rows(archive, *parameters)} == expected


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ([], "url is missing"),
        ([("url", "x.test"), ("matchType", "some")], "use one of exact, prefix, host, domain"),
        ([("url", "x.test"), ("from", "yesterday")], "is not a timestamp"),
        ([("url", "x.test"), ("limit", "many")], "is not a number"),
        ([("url", "x.test"), ("fl", "secret")], "fl=secret is unknown"),
        ([("url", "x.test"), ("output", "xml")], "output=xml"),
        ([("url", "x.test"), ("filter", r"original:(a)\1")], "not a regular expression that can be used"),
        ([("url", "x.test"), ("filter", "original:((a{1,900}){1,900}){1,900}")], "not a regular expression"),
        ([("url", "x.test"), ("filter", "original:[")], "not a regular expression"),
        ([("url", "x.test"), ("filter", "statuscode")], "not understood"),
        ([("url", "x.test"), ("collapse", "timestamp:x")], "collapse=timestamp:x"),
    ],
)
def test_what_is_wrong_is_named(parameters, message):
    with pytest.raises(UsageError, match=message.replace("+", r"\+")):
        CdxQuery.parse(parameters)


def test_resources_are_listed_with_what_their_responses_say():
    archive = MemoryArchive()
    style = response("http://cdn.site.test/a.css", b"p {}", "text/css; charset=utf-8")
    missing = response("http://site.test/a/gone.png", b"no", "text/plain", status=404)
    archive.add("http://site.test/a", "20250101000000", b"<p>", style, missing)
    exact = cdx_answer(archive, CdxQuery.parse([("url", style.url)])).body.decode().split()
    assert exact[:5] == ["test,site,cdn)/a.css", "20250101000000", style.url, "text/css", "200"]
    assert exact[5:] == [hashlib.sha256(b"p {}").hexdigest(), "4"]
    assert rows(archive, ("url", "site.test/a*")) == [
        "20250101000000 http://site.test/a",
        "20250101000000 http://site.test/a/gone.png",
    ]
    assert rows(archive, ("url", "*.site.test"), ("filter", "statuscode:404")) == [
        "20250101000000 http://site.test/a/gone.png"
    ]
    assert rows(archive, ("url", "site.test"), ("matchType", "host"), ("filter", "mimetype:text/css")) == []


def test_a_resource_that_is_no_web_address_is_no_reason_to_fail():
    class Odd(MemoryArchive):
        def holdings(self, url=None):
            return [Holding(url="about:blank", version=self.of("http://site.test/")[0])]

    archive = Odd()
    archive.add("http://site.test/", "20250101000000", b"<p>")
    assert rows(archive, ("url", "*.site.test")) == ["20250101000000 http://site.test/"]


@pytest.mark.parametrize("pattern", ["(a+)+b", "(a|a)*b", "(.*)*b", ".*.*.*.*.*b", "(a?){30}a{30}b", "([a-z]+)*$b"])
def test_no_expression_runs_away(pattern):
    """Each of these keeps a backtracking engine busy for longer than anybody waits."""
    archive = MemoryArchive()
    archive.add("http://site.test/" + "a" * 1500, "20250101000000", b"<p>")
    assert rows(archive, ("url", "*.site.test"), ("filter", f"original:{pattern}")) == []


def test_an_expression_may_hold_any_character():
    archive = MemoryArchive()
    archive.add("http://site.test/", "20250101000000", b"<p>")
    assert rows(archive, ("url", "site.test"), ("filter", "original:\ud800")) == []
