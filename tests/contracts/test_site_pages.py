"""The pages of watched sites behave the same on every database."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from captures import START
from pagestrata.model.due import SitePage
from pagestrata.model.records import Watch
from pagestrata.model.watch_settings import WatchSettings
from pagestrata.store.archive import Archive, open_archive

SITE = Watch(id="site", url="http://site.test/", settings=WatchSettings(scope="host", tags=("news",)))


@pytest.fixture
def archive(place: str) -> Iterator[Archive]:
    with open_archive(place) as opened:
        opened.watches.save(SITE)
        yield opened


def page(name: str, **fields: Any) -> SitePage:
    values: dict[str, Any] = {"site": "site", "depth": 1, "shape": "s", "found_at": START}
    return SitePage(id=name, url=f"http://site.test/{name}", **{**values, **fields})


def test_pages_are_entered_once_and_never_more_than_allowed(archive: Archive) -> None:
    first = page("a", modified_at=START - timedelta(days=1))
    assert archive.site_pages.add([first, page("b"), page("b")], most=3) == [first, page("b")]
    assert archive.site_pages.add([page("a", depth=9), page("c"), page("d")], most=3) == [page("c")]
    assert archive.site_pages.add([page("e")], most=2) == []
    assert archive.site_pages.known(["a", "x"]) == {"a": first}
    assert archive.site_pages.count("site") == 3
    assert archive.site_pages.of_site("site", limit=2) == [first, page("b")]
    assert archive.site_pages.add([], most=9) == []


def test_shapes_are_counted(archive: Archive) -> None:
    archive.site_pages.add([page("a"), page("b"), page("c", shape="t")], most=9)
    assert archive.site_pages.shapes("site", {"s", "t", "u"}) == {"s": 2, "t": 1}
    assert archive.site_pages.shapes("other", {"s"}) == {}


def test_what_a_sitemap_says_is_noted_and_pages_leave(archive: Archive) -> None:
    archive.site_pages.add([page("a"), page("b"), page("c")], most=9)
    archive.site_pages.set_modified({"a": START, "nobody": START})
    assert archive.site_pages.known(["a"])["a"].modified_at == START
    archive.site_pages.set_modified({})
    archive.site_pages.remove(["b"])
    assert [found.id for found in archive.site_pages.of_site("site")] == ["a", "c"]
    archive.site_pages.remove_site("site")
    assert archive.site_pages.count("site") == 0


def test_a_page_of_a_site_is_visited_as_its_watch_says_unless_it_has_its_own(archive: Archive) -> None:
    archive.site_pages.add([page("a"), page("b"), page("lost", site="gone")], most=9)
    archive.watches.save(Watch(id="b", url="http://site.test/b"))
    found = archive.watches.covering("http://SITE.test/a#x")
    assert found == Watch(id="site", url="http://site.test/a", settings=SITE.settings)
    assert archive.watches.to_visit("a") == found
    assert (
        archive.watches.to_visit("b") == archive.watches.covering("http://site.test/b") == archive.watches.with_id("b")
    )
    assert archive.watches.to_visit("lost") is None
    assert archive.watches.covering("http://site.test/") == SITE
    assert archive.watches.all_to_visit().keys() == {"site", "a", "b"}
    assert archive.watches.of("http://site.test/a") is None
