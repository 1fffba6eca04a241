import pytest

from followed_pages import news_page
from pagestrata.follow.page import page_of
from pagestrata.follow.paper.baselines import BASELINES
from pagestrata.follow.select import select_row


@pytest.mark.parametrize("name", sorted(BASELINES))
def test_every_baseline_finds_a_block_on_an_unchanged_page(name):
    first = news_page()
    row = select_row(first, css="h1")
    found = BASELINES[name](page_of(first), row)(page_of(news_page()))
    assert found is not None
    assert news_page().nodes.text_of(found).startswith("The Daily Test")


def test_the_path_alone_is_lost_behind_a_banner_and_the_text_is_not():
    first, later = news_page(), news_page(banner=True)
    row, moved = select_row(first, css=".shop"), select_row(later, css=".shop")
    assert BASELINES["Path"](page_of(first), row)(page_of(later)) != moved
    assert BASELINES["TextL"](page_of(first), row)(page_of(later)) == moved
    assert BASELINES["EditD"](page_of(first), row)(page_of(later)) == moved
    assert BASELINES["Similo"](page_of(first), row)(page_of(later)) == moved


def test_tree_edit_distance_counts_whole_subtrees():
    from pagestrata.follow.paper.baselines import _distance, _Tree

    first, later = news_page(), news_page(stories=("Rain", "Sun"))
    old = _Tree.of_row(page_of(first), select_row(first, css=".stories"))
    new = _Tree.of_row(page_of(later), select_row(later, css=".stories"))
    assert _distance(old, old, {}) == 0
    assert _distance(old, new, {}) == 2  # one paragraph with its text


@pytest.mark.parametrize("name", ["Area", "Path", "Content", "Context", "TextL", "EditD"])
def test_a_page_without_anything_alike_gives_nothing(name):
    from builders import element, snapshot

    other = page_of(snapshot(element("html", (0, 0, 1, 1), element("frameset", (0, 0, 1, 1)))))
    first = news_page()
    assert BASELINES[name](page_of(first), select_row(first, css=".shop"))(other) is None
