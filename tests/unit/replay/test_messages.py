import pytest

from pagestrata.replay.messages import ReplayResponse, parse_asked, plain_url


@pytest.mark.parametrize(
    ("rest", "time", "modifier", "url"),
    [
        ("20260102030405/http://x.test/", "20260102030405", "", "http://x.test/"),
        ("20260102030405id_/http://x.test/", "20260102030405", "id_", "http://x.test/"),
        ("2026/https://x.test/a?b=c", "2026", "", "https://x.test/a?b=c"),
        ("*/http://x.test/", "*", "", "http://x.test/"),
        ("http://x.test/2026/", "", "", "http://x.test/2026/"),
        ("x.test/a", "", "", "http://x.test/a"),
        ("20260102030405/x.test:8080/a", "20260102030405", "", "http://x.test:8080/a"),
    ],
)
def test_what_is_asked_for(rest, time, modifier, url):
    asked = parse_asked(rest)
    assert (asked.time, asked.modifier, asked.url) == (time, modifier, url)


@pytest.mark.parametrize(
    ("written", "url"),
    [
        ("http:/x.test/a//b", "http://x.test/a//b"),
        ("https%3A%2F%2Fx.test%2Fa", "https://x.test/a"),
        ("http://x.test/a%2Fb", "http://x.test/a%2Fb"),
        ("http://b%C3%BCcher.test/a%20b", "http://bücher.test/a%20b"),
    ],
)
def test_addresses_survive_what_servers_do_to_paths(written, url):
    assert plain_url(written) == url


def test_headers_are_found_in_any_case():
    response = ReplayResponse(status=200, headers=(("Link", "x"),))
    assert response.header("link") == "x"
    assert response.header("none") is None
