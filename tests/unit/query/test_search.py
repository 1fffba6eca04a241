import pytest

from captures import capture, visit_of
from pagestrata.comparing.vidiff import compare
from pagestrata.errors import UsageError
from pagestrata.query.search import search, snippet
from pagestrata.store.archive import Archive, open_archive

URL = "http://site.test/"


@pytest.fixture
def archive(tmp_path):
    with open_archive(tmp_path / "archive") as found:
        before = None
        texts = (
            ["the harbour is open every day of the week", "boats to the island leave at nine in the morning"],
            ["the harbour is closed every day of the week", "boats to the island leave at nine in the morning"],
            ["the harbour is closed every day of the week", "boats from the harbour leave at nine in the morning"],
        )
        for day, page in enumerate(texts):
            taken, tree = capture(page, hours=24 * day)
            delta = compare(before, tree) if before is not None else None
            found.append(taken, tree, delta, visit=visit_of(taken))
            before = tree
        yield found


def texts(hits) -> list[str]:
    return [hit.stay.text.split()[3] for hit in hits]


def test_blocks_are_found_by_their_words(archive: Archive):
    assert sorted(texts(search(archive, "harbour"))) == ["closed", "harbour", "open"]
    assert texts(search(archive, "harbour open")) == ["open"]
    assert search(archive, "submarine") == []


def test_one_block_is_searched_through_all_its_versions(archive: Archive):
    assert sorted(texts(search(archive, "harbour", url=URL, block="1.1"))) == ["closed", "open"]
    assert texts(search(archive, "harbour", url=URL, block="1.2")) == ["harbour"]


def test_a_role_is_searched(archive: Archive):
    assert len(search(archive, "harbour", block="article")) == 3
    assert search(archive, "harbour", block="footer") == []


def test_a_block_needs_its_page(archive: Archive):
    with pytest.raises(UsageError, match="needs a page"):
        search(archive, "harbour", block="1.1")


def test_a_snippet_shows_the_words():
    text = "before " * 100 + "the harbour is open " + "after " * 100
    found = snippet(text, "harbour")
    assert "the harbour is open" in found
    assert found.startswith("…")
    assert found.endswith("…")
    assert len(found) <= 170
    assert snippet("short  text", "x") == "short text"
    assert snippet("x" * 500, "y").startswith("xxx")
