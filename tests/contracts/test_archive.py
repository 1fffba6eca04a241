"""What every archive does, whatever database holds its catalog."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest

from captures import START, capture, pixels, visit_of
from pagestrata.errors import NotFoundError
from pagestrata.store.archive import Archive, open_archive


@pytest.fixture
def archive(place: str) -> Iterator[Archive]:
    with open_archive(place) as opened:
        yield opened


def test_a_version_comes_back_exactly(archive: Archive) -> None:
    taken, tree = capture(["one", "two \ud83d\ude00 \udc80", "three"])
    version = archive.append(taken, tree, None, visit=visit_of(taken))
    assert archive.response(version) == taken.responses[0]
    assert archive.dom(version) == taken.dom
    assert archive.tree(version) == tree
    assert archive.delta(version) is None
    assert archive.latest("http://site.test/#part") == version
    assert version.captured_at == START


def test_many_versions_all_come_back(archive: Archive) -> None:
    texts = [f"paragraph {number} with some words to keep" for number in range(30)]
    kept = []
    for hour in range(40):
        texts[hour % 30] = f"rewritten in hour {hour}"
        taken, tree = capture(texts, hours=hour, picture=False)
        kept.append((archive.append(taken, tree, None, visit=visit_of(taken)), taken, tree))
    assert archive.versions("http://site.test/") == [version for version, *_ in kept]
    for version, taken, tree in kept:
        assert archive.response(version).body == taken.responses[0].body
        assert archive.dom(version) == taken.dom
        assert archive.tree(version) == tree


def test_visits_are_remembered_newest_first(archive: Archive) -> None:
    taken, tree = capture(["one"])
    version = archive.append(taken, tree, None, visit=visit_of(taken))
    idle = replace(visit_of(taken), stage="unchanged", kept=False, visited_at=START.replace(hour=9), reasons=("same",))
    archive.record_visit(idle)
    first, second = archive.visits(taken.url)
    assert first == idle
    assert second.version == version.id
    assert len(archive.visits(taken.url, limit=1)) == 1


def test_a_page_never_archived_has_no_versions(archive: Archive) -> None:
    assert archive.latest("http://nowhere.test/") is None
    assert archive.versions("http://nowhere.test/") == []
    with pytest.raises(NotFoundError, match="not in the archive, which holds no page at all"):
        archive.version_at("http://nowhere.test/", "latest")


def test_screenshots_come_back_pixel_for_pixel(archive: Archive) -> None:
    texts = [f"paragraph {number}" for number in range(12)]
    kept = []
    for hour in range(5):
        texts.insert(hour, f"inserted in hour {hour}")
        taken, tree = capture(texts, hours=hour)
        kept.append((archive.append(taken, tree, None, visit=visit_of(taken)), taken))
    for version, taken in kept:
        assert pixels(archive.screenshot(version)) == pixels(taken.screenshot_png)


def test_search_finds_blocks_with_their_stay(archive: Archive) -> None:
    for hour, texts in enumerate(
        [["Grüße aus Köln", "constant words"], ["新闻标题 今天", "constant words"], ["last", "constant words"]]
    ):
        taken, tree = capture(texts, hours=hour)
        archive.append(taken, tree, None, visit=visit_of(taken))
    (stay,) = archive.search("grusse koln")
    assert (stay.text, stay.first_seen, stay.last_seen) == ("Grüße aus Köln", START, START)
    assert stay.gone_at == START + timedelta(hours=1)
    (still,) = archive.search('"constant words"')
    assert (still.first_seen, still.last_seen, still.gone_at) == (START, START + timedelta(hours=2), None)
    assert [stay.text for stay in archive.search("标题")] == ["新闻标题 今天"]
    assert archive.search("题标") == []
    assert [stay.text for stay in archive.search("const*")] == ["constant words"]
    assert archive.search("words constant") != []
    assert archive.search('"words constant"') == []
    assert archive.search("koln", since=START + timedelta(minutes=90)) == []
    assert archive.search("constant", changed=True) == []
    assert [stay.text for stay in archive.search("last", changed=True)] == ["last"]
