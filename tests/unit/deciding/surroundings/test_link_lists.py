"""Entries of menus and numbers of pages are not news."""

from dataclasses import replace

from found_changes import block, found, page_of
from pagestrata.deciding.surroundings.link_lists import is_all_links, is_reordered_list
from pagestrata.model.blocks import Link


def test_menu_entries_and_page_numbers_have_little_chance() -> None:
    entries = tuple(Link(name, f"/{name}") for name in ("Home", "News", "Jobs"))
    old, new = block("Home News", "menu", entries[:2]), block("Home News Jobs", "menu", entries)
    assert [(finding.kind, finding.chance < 0.5) for finding in found(old, new)] == [("link", True)]
    numbers = tuple(Link(name, f"/{name}") for name in ("7.4", "7.5", "7.6"))
    old, new = block("7.4 7.5", links=numbers[:2]), block("7.4 7.5 7.6", links=numbers)
    assert [finding.chance < 0.5 for finding in found(old, new)] == [True]


def test_a_block_of_links_says_hardly_more_than_their_names() -> None:
    links = (Link("Home", "/"), Link("Latest news", "/news"))
    assert is_all_links(block("Home | Latest news", links=links))
    assert not is_all_links(block("Home, and a long report about the latest news of the town", links=links))
    assert not is_all_links(block("Home"))


def test_the_same_lines_in_another_order_only_moved() -> None:
    lists = [
        replace(next(page_of(text).leaves()), role="sidebar")
        for text in ("Ferries\nWeather 12 °C\nJobs", "Jobs\nFerries\nWeather 12 °C", "Jobs\nFerries\nWeather 14 °C")
    ]
    assert [(one.kind, one.chance < 0.5) for one in found(lists[0], lists[1])] == [("moved", True)]
    assert any(one.chance > 0.5 for one in found(lists[0], lists[2]))
    assert not is_reordered_list(block("a b", "article"), "a\nb", "b\na")
    assert not is_reordered_list(block("a b", "menu"), "a\nb", "a\nb")
