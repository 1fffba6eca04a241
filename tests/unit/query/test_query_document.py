from datetime import UTC, datetime

import pytest
from lxml import etree

from histories import URL, history, leaf, tree
from pagestrata.errors import UsageError
from pagestrata.query import query_document
from pagestrata.query.query_document import archive_document


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
    monkeypatch.setattr(query_document, "MAX_DOCUMENT_BYTES", 10)
    with pytest.raises(UsageError, match="--since and --until"):
        archive_document(archive(), [URL])
