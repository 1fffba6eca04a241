import pytest

from pagestrata.replay.archive_addresses import ReplayAddress
from pagestrata.replay.attributes import looks_active, rewrite_attributes
from pagestrata.replay.tokens import StartTag

PLACE = ReplayAddress(base="https://site.test/", timestamp="20260102030405")
ROOT = "/web/20260102030405/https://site.test/"


def kept(tag: str, **attributes: str) -> dict[str, str]:
    named = tuple((name.rstrip("_").replace("_", "-"), value) for name, value in attributes.items())
    return dict(rewrite_attributes(StartTag(tag, tag, named, False), PLACE))


def test_what_acts_is_left_out():
    assert kept("a", onclick="x", ping="/p", target="_top", download="f", integrity="i", is_="x-y") == {}
    assert kept("form", action="/", method="post", class_="c") == {"class": "c"}
    assert kept("p", title="javascript:alert(1)") == {}


def test_addresses_follow_the_kind_of_element():
    picture = "data:image/png;base64,AA"
    assert kept("img", src=picture) == {"src": picture}
    assert kept("a", href=picture) == {}
    assert kept("iframe", src=picture) == {}
    assert kept("link", rel="icon", href=picture) == {"rel": "icon", "href": picture}
    assert kept("link", rel="stylesheet", href=picture) == {"rel": "stylesheet"}
    assert kept("video", poster="p.png") == {"poster": ROOT + "p.png"}


def test_names_that_are_none_are_left_out():
    assert dict(rewrite_attributes(StartTag("p", "p", (("<x", "1"), ('"', "2"), ("@click", "3")), False), PLACE)) == {}


def test_styles_and_painted_addresses():
    assert kept("rect", fill="url(a.svg#b)") == {"fill": f'url("{ROOT}a.svg#b")'}
    assert kept("p", data_x="url(a)") == {"data-x": "url(a)"}


@pytest.mark.parametrize(
    "value", ["javascript:x", " java\nscript:x", "VBScript:x", "data:text/html,x", "\u200bjavascript:x"]
)
def test_values_that_might_run(value):
    assert looks_active(value)


@pytest.mark.parametrize("value", ["about javascript: a book", "data:image/png,x", "", "javascript"])
def test_values_that_do_not(value):
    assert not looks_active(value)
