from datetime import UTC, datetime

import pytest
from lxml import etree

from histories import URL, history, leaf, tree
from pagestrata.errors import InputError, UsageError
from pagestrata.query.xquery import archive_document, run_xquery

pytest.importorskip("saxonche", reason="needs the extra xquery")

DOCUMENT = b'<Archive><Page url="http://site.test/"><Version id="1"/><Version id="2"/></Page></Archive>'


def test_a_query_reads_the_document():
    assert run_xquery("//Version/@id/string()", DOCUMENT) == ["1", "2"]
    assert run_xquery("count(//Version), <a>{1 + 1}</a>, //Version[1]/@id", DOCUMENT) == ["2", "<a>2</a>", "1"]
    assert run_xquery("()", DOCUMENT) == []


def test_a_query_asks_about_blocks_and_changes():
    archive = history([tree(leaf("1.1", "the old words of the page")), tree(leaf("1.1", "the new words of the page"))])
    document = archive_document(archive, [URL])
    changed = "for $v in //Version[Delta//Update] return string($v/@time)"
    assert run_xquery(changed, document) == ["2026-01-02T00:00:00Z"]
    assert run_xquery("//Block[@leafblock]/Txts/@Txt/string()", document) == [
        "the old words of the page",
        "the new words of the page",
    ]


@pytest.mark.parametrize(
    "query",
    [
        "unparsed-text('file:///etc/hostname')",
        "unparsed-text('/etc/hostname')",
        "doc('file:///etc/passwd')",
        "doc('http://127.0.0.1:9/')",
        "collection('file:///tmp')",
        "json-doc('file:///tmp/a.json')",
        "parse-xml('<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/hostname\">]><a>&amp;x;</a>')",
        "import module namespace m='x' at 'file:///tmp/m.xq'; 1",
        "declare namespace j='java:java.lang.System'; j:exit(0)",
    ],
)
def test_nothing_outside_the_document_can_be_read(query):
    with pytest.raises(InputError, match=r"the query cannot be run: .*; correct it"):
        run_xquery(query, DOCUMENT)


def test_the_environment_is_empty(monkeypatch):
    monkeypatch.setenv("PAGESTRATA_ARCHIVE", "postgresql://user:word@host/name")
    assert run_xquery("environment-variable('PAGESTRATA_ARCHIVE')", DOCUMENT) in ([], [""])


def test_a_mistake_is_told_in_one_line():
    with pytest.raises(InputError, match="XPST0003") as caught:
        run_xquery("let $x := 1 return $x +", DOCUMENT)
    assert "\n" not in str(caught.value)


def test_a_query_without_end_is_stopped():
    with pytest.raises(UsageError, match="took longer than 2 s and was stopped"):
        run_xquery("count(for $a in 1 to 1000000, $b in 1 to 1000000 return $a)", DOCUMENT, seconds=2)


def test_a_long_query_is_refused():
    with pytest.raises(UsageError, match="more than 100000"):
        run_xquery("1" * 100_001, DOCUMENT)


def archive():
    return history([tree(leaf("1.1", f"number {n} of the words on this page")) for n in range(3)])


def test_versions_hold_their_blocks_and_deltas():
    root = etree.fromstring(archive_document(archive(), [URL]))
    assert root.xpath("string(Page/@url)") == URL
    assert root.xpath("Page/Version/@time") == [f"2026-01-0{day}T00:00:00Z" for day in (1, 2, 3)]
    assert [len(version) for version in root.xpath("Page/Version")] == [1, 2, 2]
    assert root.xpath("count(//Version/XML//Block[@leafblock])") == 3


def test_versions_are_chosen():
    root = etree.fromstring(archive_document(archive(), [URL], since=datetime(2026, 1, 2, tzinfo=UTC)))
    assert root.xpath("count(//Version)") == 2
    root = etree.fromstring(archive_document(archive(), [URL], newest=1))
    assert root.xpath("string(//Version/@time)") == "2026-01-03T00:00:00Z"


def test_titles_and_addresses_cannot_break_the_document():
    hostile = "http://site.test/?a=\"<&'"
    found = history([tree(leaf("1.1", "x"))], url=hostile)
    root = etree.fromstring(archive_document(found, found.pages()))
    assert root.xpath("count(Page)") == 1


def test_too_much_is_refused_with_a_way_out(monkeypatch):
    monkeypatch.setattr("pagestrata.query.xquery.MAX_DOCUMENT_BYTES", 10)
    with pytest.raises(UsageError, match="--since and --until"):
        archive_document(archive(), [URL])
