from datetime import UTC, datetime

import pytest

from archived_site import URL
from captures import START, pixels
from pagestrata.errors import NotFoundError, UsageError
from pagestrata.model.records import Trail
from pagestrata.web.views.search import block_picture, everything, marked_pieces, search_answer
from web_fixtures import site_archive


def said(text: str, words: str) -> list[str]:
    return [piece.text for piece in marked_pieces(text, words) if piece.is_match]


def test_words_are_found_whatever_their_case_and_accents():
    assert said("The Café is CLOSED, café!", "cafe closed") == ["Café", "CLOSED", "café"]
    assert said("ﬁnal", "final") == ["ﬁnal"]
    assert said('a "long phrase" here', '"long phrase"') == ["long", "phrase"]
    assert said("beginning", "begin*") == ["begin"]
    assert said("nothing of it", "***") == []


def test_the_pieces_are_the_whole_text():
    for text in ("", "harbour", "the harbour is open", "open harbour open"):
        assert "".join(piece.text for piece in marked_pieces(text, "harbour open")) == text


def test_what_was_found_is_given_by_page_with_first_and_last_time(tmp_path):
    with site_archive(tmp_path) as archive:
        found = search_answer(archive, "harbour week")
        assert (found.blocks, found.next_after) == (2, None)
        (page,) = found.pages
        assert (page.url, page.title) == ("http://site.test/", archive.versions.latest("http://site.test/").title)
        assert page.title
        assert page.first_seen == START
        assert page.last_seen == datetime(2026, 1, 4, 3, 4, 5, tzinfo=UTC)
        assert page.still_says_it
        newest, oldest = page.blocks
        assert newest.gone_at is None
        assert oldest.gone_at == datetime(2026, 1, 3, 3, 4, 5, tzinfo=UTC)
        assert oldest.snippet == "the harbour is open every day of the week"


def test_a_stretch_says_where_the_next_one_begins(tmp_path):
    with site_archive(tmp_path) as archive:
        first = search_answer(archive, "harbour", limit=1)
        assert first.next_after == 1
        second = search_answer(archive, "harbour", limit=1, after=1)
        assert second.next_after is None
        assert first.pages[0].blocks[0] != second.pages[0].blocks[0]
        assert search_answer(archive, "harbour", after=1000).pages == ()
        assert search_answer(archive, "submarine").pages == ()
        with pytest.raises(UsageError, match="no word"):
            search_answer(archive, "***")


def test_the_block_is_framed_in_its_surroundings(tmp_path):
    with site_archive(tmp_path) as archive:
        version = archive.versions.latest("http://site.test/")
        mode, size, data = pixels(block_picture(archive, version, "1.1"))
        assert (mode, size) == ("RGB", (320, 80))
        assert data[:3] == bytes((214, 40, 40))
        with pytest.raises(NotFoundError, match="no picture of block '9'"):
            block_picture(archive, version, "9")


def test_a_page_is_listed_with_its_last_change_and_its_followed_blocks(tmp_path):
    with site_archive(tmp_path) as archive:
        archive.trails.save(Trail(id="t1", url=URL, origin={"name": "Boats"}, state={}))
        (listed,) = everything(archive).pages
        assert (listed.name, listed.page.versions, listed.blocks) == ("The harbour", 3, [("t1", "Boats")])
        assert listed.last_change == "boats to the island leave at nine → ten"
        assert everything(archive, words="nowhere").pages == []
