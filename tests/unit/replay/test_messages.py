import pytest

from pagestrata.replay.messages import (
    CONTENT_SECURITY_POLICY,
    ReplayResponse,
    media_type,
    one_line,
    original_headers,
    parse_target,
    plain_url,
)


def test_the_policy_allows_no_script_and_sandboxes():
    directives = dict(part.strip().partition(" ")[::2] for part in CONTENT_SECURITY_POLICY.split(";"))
    assert directives["sandbox"] == ""
    assert directives["default-src"] == directives["script-src"] == directives["object-src"] == "'none'"
    assert directives["base-uri"] == directives["form-action"] == directives["connect-src"] == "'none'"
    assert "http" not in CONTENT_SECURITY_POLICY


@pytest.mark.parametrize(
    ("declared", "kind"),
    [
        ("text/HTML; charset=utf-8", "text/html"),
        (None, "application/octet-stream"),
        ("text/html\r\nSet-Cookie: a=b", "application/octet-stream"),
        ("nonsense", "application/octet-stream"),
        ("image/svg+xml", "image/svg+xml"),
    ],
)
def test_only_media_types_pass_for_media_types(declared, kind):
    assert media_type(declared) == kind


def test_stored_headers_are_passed_on_clean():
    stored = [
        ("Server", "nginx"),
        ("Set-Cookie", "a=b"),
        ("X-Split", "a\r\nSet-Cookie: b=c\r\n\r\n<script>"),
        ("Bad Name", "x"),
        ("Bad\r\nName", "x"),
        ("X-Snowman", "☃\x00é"),
        ("", "x"),
    ]
    assert original_headers(stored) == [
        ("X-Archive-Orig-Server", "nginx"),
        ("X-Archive-Orig-X-Split", "a  Set-Cookie: b=c    <script>"),
        ("X-Archive-Orig-X-Snowman", "? é"),
    ]


def test_the_number_and_length_of_headers_is_limited():
    assert len(original_headers([(f"X-{i}", "y") for i in range(500)])) == 60
    assert len(one_line("x" * 100_000)) == 4_000


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
    asked = parse_target(rest)
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
