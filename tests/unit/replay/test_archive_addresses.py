import pytest

from pagestrata.replay.archive_addresses import ReplayAddress, rewrite_srcset

PLACE = ReplayAddress(base="https://site.test/a/b.html?q", timestamp="20260102030405")
ROOT = "/web/20260102030405/"


@pytest.mark.parametrize(
    ("address", "rewritten"),
    [
        ("c.html", ROOT + "https://site.test/a/c.html"),
        ("/c?x=1&y=2#top", ROOT + "https://site.test/c?x=1&y=2#top"),
        ("//other.test/x", ROOT + "https://other.test/x"),
        ("  HTTP://other.test/x\n", ROOT + "http://other.test/x"),
        ("\\\\other.test\\x?a\\b", ROOT + "https://other.test/x?a%5Cb"),
        ("ht\ntp://other.test/", ROOT + "http://other.test/"),
        ("a b\"<'é", ROOT + "https://site.test/a/a%20b%22%3C'%C3%A9"),
        ("#top", "#top"),
        ("mailto:a@b.test", "mailto:a@b.test"),
        ("", ROOT + "https://site.test/a/b.html?q"),
    ],
)
def test_links_lead_into_the_archive(address, rewritten):
    assert PLACE.link(address) == rewritten


@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)",
        " java\tscript:alert(1)",
        "\x01javascript:alert(1)",
        "JAVASCRIPT://site.test/%0aalert(1)",
        "vbscript:x",
        "data:text/html,<script>alert(1)</script>",
        "blob:https://site.test/1",
        "file:///etc/passwd",
        "about:blank",
        "http://[::1/",
        "view-source:http://x.test/",
    ],
)
def test_what_is_no_web_address_leads_nowhere(address):
    assert PLACE.link(address) is None
    assert PLACE.resource(address) is None


def test_pictures_and_fonts_may_be_written_in_the_address_but_not_followed():
    picture = "data:image/png;base64,AAAA"
    assert PLACE.resource(picture) == picture
    assert PLACE.link(picture) is None
    assert PLACE.resource("data:font/woff2;base64,AA") == "data:font/woff2;base64,AA"
    assert PLACE.resource("data:image/svg+xml-not,x") is None


def test_an_address_too_long_to_be_asked_for_is_left_out():
    assert PLACE.link("http://x.test/" + "a" * 100_000) is None


def test_another_base_keeps_the_time():
    assert PLACE.at("https://cdn.test/css/").link("x.css") == ROOT + "https://cdn.test/css/x.css"
    assert PLACE.at("javascript:1").base == PLACE.base


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("a.png 1x, b.png 2x", f"{ROOT}https://site.test/a/a.png 1x, {ROOT}https://site.test/a/b.png 2x"),
        ("a.png 100w,b.png 200w", f"{ROOT}https://site.test/a/a.png 100w, {ROOT}https://site.test/a/b.png 200w"),
        ("a.png, b.png", f"{ROOT}https://site.test/a/a.png, {ROOT}https://site.test/a/b.png"),
        ("data:image/png;base64,AA= 2x, javascript:1 3x", "data:image/png;base64,AA= 2x"),
        ("i/w_100,h_2/x.png 1x", f"{ROOT}https://site.test/a/i/w_100,h_2/x.png 1x"),
        (" , ", ""),
    ],
)
def test_every_candidate_of_a_set_is_rewritten(written, expected):
    assert rewrite_srcset(written, PLACE) == expected
