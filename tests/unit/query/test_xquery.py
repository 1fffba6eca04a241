import pytest

from histories import URL, history, leaf, tree
from pagestrata.errors import InputError, UsageError
from pagestrata.query.query_document import archive_document
from pagestrata.query.xquery import run_xquery

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
