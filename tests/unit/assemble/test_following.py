from datetime import UTC, datetime

import pytest

from followed_pages import news_page
from pagestrata.assemble.following import Choice, add_trail, correct_trail, find_trail, follow_trails, versions_in
from pagestrata.errors import NotFoundError, UsageError
from pagestrata.store.archive import open_archive

URL = "http://site.test/"


@pytest.fixture
def archive(tmp_path):
    with open_archive(tmp_path / "archive") as opened:
        yield opened


def page(day, **options):
    return news_page(captured_at=datetime(2026, 1, day, tzinfo=UTC), **options)


def test_a_trail_has_an_entry_per_version_with_text_change_and_confidence(archive):
    trail = add_trail(archive, page(1), Choice(css=".shop"), url=URL, version=None)
    follow_trails(archive, page(2, price="89.00 €"), url=URL, version=None)
    follow_trails(archive, page(3, with_price=False), url=URL, version=None)
    follow_trails(archive, page(4, price="89.00 €", banner=True), url=URL, version=None)
    entries = archive.trail_entries(trail.id)
    assert [entry.state for entry in entries] == ["found", "found", "lost", "found"]
    assert [entry.change for entry in entries] == [None, "text", "lost", "found again"]
    assert entries[1].text.endswith("89.00 €")
    assert entries[2].path is None


def test_what_the_follower_learnt_is_kept(archive):
    trail = add_trail(archive, page(1), Choice(css=".shop"), url=URL, version=None)
    before = find_trail(archive, trail.id).state
    follow_trails(archive, page(2, price="89.00 €"), url=URL, version=None)
    assert find_trail(archive, trail.id).state != before


def test_a_correction_moves_the_trail(archive):
    trail = add_trail(archive, page(1), Choice(css=".shop"), url=URL, version=None)
    correct_trail(archive, trail.id, page(2), Choice(css=".stories"), version=None)
    ((_, entry),) = follow_trails(archive, page(3), url=URL, version=None)
    assert entry.text.startswith("Stories today")


def test_the_same_block_is_followed_once(archive):
    trail = add_trail(archive, page(1), Choice(css=".shop"), url=URL, version=None)
    with pytest.raises(UsageError, match=f"follow show {trail.id}"):
        add_trail(archive, page(1), Choice(css=".shop"), url=URL, version=None)


def test_an_unknown_trail_says_where_to_look(archive):
    with pytest.raises(NotFoundError, match="follow list"):
        find_trail(archive, "nope")


def test_a_single_version_cannot_be_replayed(tmp_path):
    file = tmp_path / "page.html"
    file.write_text("<p>hello")
    with pytest.raises(UsageError, match="is one version"):
        versions_in([str(file)])
