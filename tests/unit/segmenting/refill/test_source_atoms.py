from __future__ import annotations

import pytest

from pagestrata.model.blocks import Link
from pagestrata.segmenting.refill.source_atoms import Picture, absolute, read_atoms, renamed_classes

URL = "http://site.test/a/"


def contents(page: str) -> list[object]:
    return [atom.content for atom in read_atoms(page.encode(), URL).atoms]


def test_texts_links_and_pictures_in_document_order() -> None:
    page = "<p>One <a href=b>two <b>three</b></a><img src=/c.png alt='a  cat'></p><script>no</script><!-- no -->"
    assert contents(page) == [
        "One",
        Link("two three", URL + "b"),
        "two",
        "three",
        Picture("a cat", ("http://site.test/c.png",)),
    ]


def test_links_without_words_have_the_name_of_their_picture_or_label() -> None:
    assert contents("<a href=b><img src=c alt=cat></a>")[0] == Link("cat", URL + "b")
    assert contents("<a href=b aria-label=Close></a>")[0] == Link("Close", URL + "b")


def test_a_base_moves_addresses() -> None:
    assert contents("<base href=/z/><a href=b>x</a>")[0] == Link("x", "http://site.test/z/b")


def test_the_skeleton_is_everything_that_decides_the_look_of_what_is_around() -> None:
    def skeleton(page: str) -> int:
        return next(atom.skeleton for atom in read_atoms(page.encode(), URL).atoms if atom.kind == "text")

    same = skeleton("<div><p>x")
    assert skeleton("<div id=a><p>y") == same
    for other in ("<p>x", "<div><b>x", "<div class=a><p>x", "<div><p style='color:red'>x", "<html class=a><div><p>x"):
        assert skeleton(other) != same


def test_what_else_decides_what_a_page_shows() -> None:
    page = "<title> a  b</title><style>p{}</style><script src=x.js></script><script>window.__DATA__=1</script>"
    found = read_atoms(page.encode(), URL)
    assert found.title == "a b"
    assert (found.looks.total(), found.scripts.total(), found.data.total()) == (1, 1, 1)
    marked = read_atoms(b"<script>load(1712345678901)</script>", URL).scripts
    assert marked == read_atoms(b"<script>load(1712345678902)</script>", URL).scripts


@pytest.mark.parametrize(("address", "found"), [("http://b.test", "http://b.test"), ("//[", "//["), (" c ", URL + "c")])
def test_addresses_are_as_a_snapshot_has_them(address: str, found: str) -> None:
    assert absolute(URL, address) == found


def test_a_picture_has_all_addresses_among_which_the_window_chooses() -> None:
    page = "<picture><source srcset='a.webp 1x, b.webp 2x'><img src=c.png data-src=/d.png data-id=7></picture>"
    page += "<video poster=e.png>"
    assert contents(page) == [
        Picture("", tuple(URL + name if name != "d.png" else "http://site.test/d.png" for name in names))
        for names in (("c.png", "d.png", "a.webp", "b.webp"), ("e.png",))
    ]


def test_classes_renamed_by_a_build_have_their_old_names() -> None:
    assert renamed_classes({"a": 2, "x1": 3, "y1": 1}, {"a": 2, "x2": 3, "y2": 1}) == {"x2": "x1", "y2": "y1"}
    assert renamed_classes({"a": 2, "x1": 3}, {"a": 2, "x2": 4}) == {}
    page = b"<p class=x2>x"
    assert read_atoms(page, URL, renamed={"x2": "x1"}).atoms == read_atoms(page.replace(b"x2", b"x1"), URL).atoms
