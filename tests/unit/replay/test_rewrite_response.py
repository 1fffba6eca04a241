import pytest

from memory_archive import response
from pagestrata.model.snapshot import Response
from pagestrata.replay.archive_addresses import ReplayAddress
from pagestrata.replay.rewrite_response import raw, replayed, show

PLACE = ReplayAddress(base="https://site.test/", timestamp="20260102030405")


@pytest.mark.parametrize(
    ("declared", "body", "sent", "shown"),
    [
        ("text/html; charset=latin1", "<p>é".encode("latin-1"), "text/html; charset=utf-8", "<p>é".encode()),
        ("application/xhtml+xml", b"<p/>x", "text/html; charset=utf-8", b"<p></p>x"),
        ("text/html", b'<meta charset="shift_jis">' + "日".encode("cp932"), "text/html; charset=utf-8", "日".encode()),
        ("text/html; charset=utf-7", b"+ADw-script+AD4-", "text/html; charset=utf-8", b"+ADw-script+AD4-"),
        ("text/css", b"a{}", "text/css; charset=utf-8", b"a{}"),
        ("text/css; charset=latin1", "a{b:'é'}".encode("latin-1"), "text/css; charset=utf-8", "a{b:'é'}".encode()),
        ("image/png", b"\x89PNG", "image/png", b"\x89PNG"),
        ("text/javascript", b"x()", "text/plain", b"x()"),
        ("application/rss+xml; charset=utf-8", b"<rss/>", "text/plain; charset=utf-8", b"<rss/>"),
        ("text/plain; charset=utf-7", b"+ADw-", "text/plain", b"+ADw-"),
        ("application/x-shockwave-flash", b"FWS", "application/octet-stream", b"FWS"),
        ("image/svg+xml", b"<not xml", "text/plain", b"<not xml"),
        ("", b"<p>", "application/octet-stream", b"<p>"),
    ],
)
def test_each_kind_is_shown_in_its_way(declared, body, sent, shown):
    found = show(response("https://site.test/x", body, declared), PLACE)
    assert (found.content_type, found.body) == (sent, shown)


def test_a_stylesheet_names_its_own_encoding():
    body = b'@charset "windows-1251"; a{b:"' + "ж".encode("cp1251") + b'"}'
    assert "ж".encode() in show(response("https://site.test/x", body, "text/css"), PLACE).body
    assert "ж".encode() not in show(response("https://site.test/x", body, "text/css; charset=latin1"), PLACE).body


def test_an_svg_is_cleaned():
    body = b'<svg xmlns="http://www.w3.org/2000/svg"><script>hit()</script></svg>'
    found = show(response("https://site.test/x", body, "image/svg+xml"), PLACE)
    assert found.content_type == "image/svg+xml"
    assert b"hit" not in found.body


def test_the_rendered_document_wins():
    found = show(response("https://site.test/", b"<p>raw", "text/html"), PLACE, dom="<p>\ud800rendered")
    assert found.body == b"<p>?rendered"


def test_the_status_is_that_of_the_archive():
    for stored, sent, body in ((404, 404, b"<p>"), (204, 204, b""), (999, 200, b"<p>")):
        answered = Response(url="https://site.test/", status=stored, headers=(), body=b"<p>")
        answer = replayed(answered, raw(answered), PLACE)
        assert (answer.status, answer.body) == (sent, body)


def test_a_redirect_to_a_script_leads_nowhere():
    headers = (("Location", "javascript:alert(1)"),)
    answered = Response(url="https://site.test/", status=302, headers=headers, body=b"")
    assert replayed(answered, raw(answered), PLACE).header("Location") is None
