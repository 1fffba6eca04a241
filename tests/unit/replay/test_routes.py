import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_archive import MemoryArchive, response
from pagestrata.model.snapshot import Response
from pagestrata.replay.messages import ReplayRequest, ReplayResponse
from pagestrata.replay.routes import Replay

PAGE = "http://site.test/"
STYLE = response("http://site.test/s.css", b"a{b:url(i.png)}", "text/css")
FONT = response("http://cdn.test/f.woff2", b"font", "font/woff2")
SCRIPT = response("http://site.test/s.js", b"hit()", "text/javascript")
SPLIT = Response(
    url="http://site.test/split",
    status=200,
    headers=(("Content-Type", "text/html\r\nX: y"), ("X-A", "b\r\nSet-Cookie: c=d"), ("Set-Cookie", "e=f")),
    body=b"<p>x",
)


@pytest.fixture
def replay() -> Replay:
    archive = MemoryArchive()
    archive.add(PAGE, "20260102030405", b"<p>one<script>hit()</script>", STYLE, FONT, SCRIPT)
    archive.add(PAGE, "20260105000000", b"<p>raw two", STYLE, dom="<p>two as rendered<script>hit()</script>")
    archive.add("http://site.test/split", "20260102030405", SPLIT)
    gone = Response(url="http://site.test/old", status=301, headers=(("Location", "/new"),), body=b"")
    archive.add("http://site.test/old", "20260102030405", gone)
    return Replay(archive)


def get(replay: Replay, target: str, **headers: str) -> ReplayResponse:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return replay.respond(ReplayRequest(target=target, root="http://127.0.0.1:1", headers=named))


def test_a_version_is_shown_rewritten_with_its_time(replay):
    found = get(replay, f"/web/20260102030405/{PAGE}")
    assert found.status == 200
    assert found.body == b"<p>one"
    assert found.header("Memento-Datetime") == "Fri, 02 Jan 2026 03:04:05 GMT"
    assert 'rel="original"' in (found.header("Link") or "")
    assert "sandbox" in (found.header("Content-Security-Policy") or "")
    assert found.header("X-Content-Type-Options") == "nosniff"


def test_the_rendered_document_is_preferred(replay):
    assert get(replay, f"/web/20260105000000/{PAGE}").body == b"<p>two as rendered"


def test_the_raw_bytes_are_given_on_request_with_the_same_protection(replay):
    found = get(replay, f"/web/20260102030405id_/{PAGE}")
    assert found.body == b"<p>one<script>hit()</script>"
    assert "sandbox" in (found.header("Content-Security-Policy") or "")


def test_another_time_leads_to_the_closest_version(replay):
    for asked in ("20260104", "2026", "20260105000001"):
        found = get(replay, f"/web/{asked}/{PAGE}")
        assert found.status == 302
    assert get(replay, f"/web/20260104/{PAGE}").header("Location") == f"http://127.0.0.1:1/web/20260105000000/{PAGE}"
    assert get(replay, f"/web/2026id_/{PAGE}").header("Location") == f"http://127.0.0.1:1/web/20260102030405id_/{PAGE}"


def test_the_time_gate_negotiates(replay):
    newest = get(replay, f"/web/{PAGE}")
    assert newest.status == 302
    assert newest.header("Location") == f"http://127.0.0.1:1/web/20260105000000/{PAGE}"
    assert newest.header("Vary") == "accept-datetime"
    older = get(replay, f"/web/{PAGE}", accept_datetime="Fri, 02 Jan 2026 10:00:00 GMT")
    assert older.header("Location") == f"http://127.0.0.1:1/web/20260102030405/{PAGE}"
    assert get(replay, f"/web/{PAGE}", accept_datetime="soon").status == 400
    assert get(replay, "/web/http://unknown.test/").status == 404


def test_time_maps(replay):
    link = get(replay, f"/web/timemap/link/{PAGE}")
    assert link.header("Content-Type") == "application/link-format; charset=utf-8"
    assert link.body.count(b"memento") == 2
    assert len(json.loads(get(replay, f"/web/timemap/json/{PAGE}").body)["mementos"]["list"]) == 2
    assert get(replay, f"/web/timemap/xml/{PAGE}").status == 400
    assert get(replay, "/web/timemap/link/http://unknown.test/").status == 404


def test_resources_come_from_the_page_that_was_shown(replay):
    style = get(replay, "/web/20260102030405/http://site.test/s.css")
    assert style.body == b'a{b:url("/web/20260102030405/http://site.test/i.png")}'
    assert style.header("Content-Type") == "text/css; charset=utf-8"
    get(replay, f"/web/20260102030405/{PAGE}")
    font = get(replay, "/web/20260102030405/http://cdn.test/f.woff2")
    assert font.body == b"font"
    assert font.header("Access-Control-Allow-Origin") == "*"
    assert style.header("Access-Control-Allow-Origin") is None


def test_scripts_are_shown_as_text(replay):
    assert get(replay, "/web/20260102030405/http://site.test/s.js").header("Content-Type") == "text/plain"


def test_redirects_stay_inside(replay):
    found = get(replay, "/web/20260102030405/http://site.test/old")
    assert found.status == 301
    assert found.header("Location") == "/web/20260102030405/http://site.test/new"


def test_stored_headers_cannot_add_headers(replay):
    found = get(replay, "/web/20260102030405/http://site.test/split")
    assert found.header("Content-Type") == "application/octet-stream"
    assert found.header("Set-Cookie") is None
    assert all("\r" not in value and "\n" not in value for _, value in found.headers)


def test_lists_are_escaped(replay):
    front = get(replay, "/")
    assert b'<a href="http://127.0.0.1:1/web/*/http://site.test/">' in front.body
    versions = get(replay, f"/web/*/{PAGE}")
    assert versions.body.count(b"<li>") == 2
    assert "default-src 'none'" in (versions.header("Content-Security-Policy") or "")


@pytest.mark.parametrize("target", ["/web", "/web/"])
def test_the_place_of_all_pages_leads_to_their_list(replay, target):
    answer = get(replay, target)
    assert (answer.status, dict(answer.headers)["Location"]) == (302, "http://127.0.0.1:1/")


def test_what_is_wrong_is_said(replay):
    assert get(replay, "/elsewhere").status == 404
    missing = get(replay, "/web/20260102030405/http://site.test/none.png")
    assert missing.status == 404
    assert b"is not in this archive" in missing.body
    assert get(replay, f"/web/20269999999999/{PAGE}").status == 400
    assert get(replay, "/web/2026/" + "http://x.test/" + "a" * 100_000).status == 414
    assert get(replay, "/cdx").status == 400
    assert get(replay, "/cdx?" + "filter=a&" * 60).status == 400
    posted = replay.respond(ReplayRequest(target="/", method="POST"))
    assert posted.status == 405
    assert posted.header("Allow") == "GET, HEAD"


def test_messages_are_plain_text(replay):
    found = get(replay, "/web/20260102030405/http://<script>alert(1)</script>/")
    assert found.header("Content-Type") == "text/plain; charset=utf-8"


@given(st.text(max_size=60), st.text(max_size=30))
@settings(max_examples=200, deadline=None)
def test_any_target_gets_an_answer(rest, date):
    archive = MemoryArchive()
    archive.add(PAGE, "20260102030405", b"<p>one")
    replay = Replay(archive)
    for start in ("/web/", "/web/20260102030405/", "/web/timemap/link/", "/cdx?url=", "/web/*/", "/"):
        found = get(replay, start + rest, accept_datetime=date)
        assert 200 <= found.status < 500
        assert all("\r" not in value and "\n" not in value for _, value in found.headers)
