import pytest

from memory_archive import MemoryArchive, response
from pagestrata.errors import InputError
from pagestrata.model.records import Version
from pagestrata.replay import find_response
from pagestrata.replay.find_response import Finder, Found

CDN = "http://cdn.test/a.css"


def archive() -> MemoryArchive:
    found = MemoryArchive()
    for day in (1, 2, 3):
        style = response(CDN, f"/* {day} */".encode(), "text/css")
        found.add("http://site.test/", f"202601{day:02d}000000", b"<p>", style)
    found.add("http://other.test/", "20260102000000", b"<p>")
    return found


def test_the_exact_time_is_the_page_another_is_the_way_to_it():
    finder = Finder(archive())
    exact = finder.at("http://site.test/#top", "20260102000000")
    assert isinstance(exact, Found)
    assert exact.is_page
    near = finder.at("http://site.test/", "20260102000001")
    assert isinstance(near, Version)
    assert near.captured_at.day == 2
    assert finder.at("http://unknown.test/", "2026") is None


@pytest.mark.parametrize("day", [1, 2, 3])
def test_a_resource_is_that_of_the_time_asked_for(day):
    found = Finder(archive()).at(CDN, f"202601{day:02d}000000")
    assert isinstance(found, Found)
    assert not found.is_page
    assert found.response.body == f"/* {day} */".encode()


def test_few_versions_are_remembered(monkeypatch):
    monkeypatch.setattr(find_response, "REMEMBERED_VERSIONS", 2)
    finder = Finder(archive())
    for day in (1, 2, 3):
        finder.at("http://site.test/", f"202601{day:02d}000000")
    assert len(finder._shown) == 2


def test_what_is_no_address_or_time_is_refused():
    for url, digits in (("http://[", "2026"), ("http://site.test/", "20261399000000")):
        with pytest.raises(InputError):
            Finder(archive()).at(url, digits)


def test_what_a_shown_page_lacks_comes_from_the_page_that_held_it_closest_to_that_time():
    found = archive()
    found.add("http://plain.test/", "20260102000000", b"<p>")
    finder = Finder(found)
    finder.at("http://plain.test/", "20260102000000")
    held = finder.at(CDN, "20260102120000")
    assert isinstance(held, Found)
    assert held.response.body == b"/* 2 */"
    early = finder.at(CDN, "20200101000000")
    assert isinstance(early, Found)
    assert early.response.body == b"/* 1 */"
    assert finder.at("http://site.test/missing.png", "20260102000000") is None


def test_no_other_page_is_looked_at_for_a_resource():
    class Refusing(MemoryArchive):
        def pages(self):
            raise AssertionError("all pages were listed")

    refusing = Refusing()
    refusing.add("http://site.test/", "20260102000000", b"<p>", response(CDN, b"/**/", "text/css"))
    assert isinstance(Finder(refusing).at(CDN, "20260102000000"), Found)
    assert Finder(refusing).at("http://site.test/missing.png", "20260102000000") is None
