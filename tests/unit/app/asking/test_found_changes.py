from datetime import timedelta

import pytest

from captures import START, capture, visit_of
from pagestrata.app.asking.found_changes import find_changes
from pagestrata.app.watches import watch_for
from pagestrata.comparing.vidiff import compare
from pagestrata.errors import NotFoundError, UsageError
from pagestrata.model.change_question import ChangeQuestion
from pagestrata.store.archive import open_archive

BOATS, NEWS = "http://boats.test/", "http://news.test/"


@pytest.fixture
def archive(tmp_path):
    with open_archive(tmp_path) as opened:
        for url in (BOATS, NEWS):
            before = None
            for hour in range(4):
                texts = [
                    f"The ferry ticket costs € {10 + hour}.00 on weekdays",
                    f"{'Section 7: mooring' * (hour < 3)} of {url}",
                ]
                taken, tree = capture(texts, url=url, hours=hour)
                delta = compare(before, tree) if before is not None else None
                opened.append(taken, tree, delta, visit=visit_of(taken))
                before = tree
        watch_for(opened, BOATS, {"tags": ["boats"]})
        yield opened


def hours(found):
    return [(item.version.url, (item.version.captured_at - START) // timedelta(hours=1)) for item in found.items]


def test_changes_of_all_pages_come_newest_first(archive):
    found = find_changes(archive, ChangeQuestion())
    assert hours(found) == [(NEWS, 3), (BOATS, 3), (NEWS, 2), (BOATS, 2), (NEWS, 1), (BOATS, 1)]
    assert all(item.sentence and item.before for item in found.items)
    assert found.next_after is None


def test_a_question_is_narrowed_by_page_tag_time_kind_and_words(archive):
    since, until = START + timedelta(hours=1), START + timedelta(hours=2)
    assert hours(find_changes(archive, ChangeQuestion(tag="boats", since=since, until=until))) == [
        (BOATS, 2),
        (BOATS, 1),
    ]
    assert hours(find_changes(archive, ChangeQuestion(kind="removed", words="section 7", url=NEWS))) == [(NEWS, 3)]
    assert len(find_changes(archive, ChangeQuestion(kind="price")).items) == 6
    assert find_changes(archive, ChangeQuestion(kind="date")).items == ()
    assert find_changes(archive, ChangeQuestion(tag="unknown")).items == ()
    assert find_changes(archive, ChangeQuestion(least_probability=0.5)).items == ()  # nothing here was judged
    first = find_changes(archive, ChangeQuestion(url=BOATS, with_first=True, until=START))
    assert [(item.before, item.sentence) for item in first.items] == [(None, "")]


def test_one_block_is_followed_through_the_versions(archive):
    assert hours(find_changes(archive, ChangeQuestion(url=BOATS, block="1.2"))) == [(BOATS, 3)]
    with pytest.raises(UsageError, match="of which page"):
        find_changes(archive, ChangeQuestion(block="1.2"))
    with pytest.raises(NotFoundError):
        find_changes(archive, ChangeQuestion(url="http://unknown.test/"))


@pytest.mark.parametrize("limit", [1, 2, 4, 5, 6])
def test_the_answer_comes_in_stretches_and_nothing_twice(archive, limit):
    read, after = [], None
    for _ in range(10):
        found = find_changes(archive, ChangeQuestion(kind="price"), after=after, limit=limit)
        read += hours(found)
        after = found.next_after
        if after is None:
            break
    assert read == hours(find_changes(archive, ChangeQuestion()))


def test_a_phrase_far_down_a_long_text_is_found(tmp_path):
    with open_archive(tmp_path) as archive:
        long = "a word of the council and " * 80
        before = None
        for hour, ending in enumerate(("the old bridge", "the new bridge")):
            taken, tree = capture([long + ending], url=NEWS, hours=hour)
            archive.append(taken, tree, compare(before, tree) if before else None, visit=visit_of(taken))
            before = tree
        assert len(find_changes(archive, ChangeQuestion(words="new bridge", kind="new")).items) == 1
        assert find_changes(archive, ChangeQuestion(words="council", kind="new")).items == ()
