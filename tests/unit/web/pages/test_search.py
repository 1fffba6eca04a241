import pytest

from archived_site import URL, archived_site
from captures import capture, visit_of
from pagestrata.app.watches import remove_watch
from pagestrata.web.context import WebContext
from web_fixtures import NOW, client_of, web_client


@pytest.fixture
def client(tmp_path):
    with web_client(tmp_path / "archive") as made:
        yield made


def test_what_was_found_is_marked_and_leads_to_its_version(client):
    answer = client.get("/search", params={"q": "harbour open"})
    assert answer.status_code == 200
    assert "<mark>harbour</mark>" in answer.text
    assert "/versions/20260102030405-1?show=picture&amp;block=1.1" in answer.text
    assert "no longer" in answer.text
    picture = client.get("/search/picture/20260102030405-1/1.1.png")
    assert (picture.status_code, picture.headers["content-type"]) == (200, "image/png")
    assert "immutable" in picture.headers["cache-control"]
    known = {"If-None-Match": picture.headers["etag"]}
    assert client.get("/search/picture/20260102030405-1/1.1.png", headers=known).status_code == 304


def test_nothing_asked_and_nothing_found_explain_themselves(client):
    assert "Find text in any version" in client.get("/search").text
    assert "No block contains that" in client.get("/search?q=submarine").text
    assert "has no word to search for" in client.get("/search?q=***").text
    assert "No block contains that" in client.get("/search?q=harbour&until=2026-01-01").text
    assert "No block contains that" in client.get("/search?q=harbour&since=2026-02-01&changed=1").text
    assert "<mark>" in client.get("/search?q=harbour&since=nonsense&until=9999-12-31&changed=1").text


def test_what_there_is_not_is_not_found(client):
    assert client.get("/search/picture/20260102030405-9/1.1.png").status_code == 404
    assert client.get("/search/picture/20260102030405-1/%F0%9F%98%80.png").status_code == 404
    assert client.get("/search", params={"q": "x" * 501}).status_code == 400


def test_texts_of_pages_stay_texts(client):
    archive = client.app.state.context.archive
    text = "<script>alert(1)</script> harbour \u202e\u0007 \"'><img src=x>"
    taken, tree = capture([text], url="http://evil.test/", hours=99)
    archive.append(taken, tree, None, visit=visit_of(taken))
    shown = client.get("/search", params={"q": "harbour", "url": "http://evil.test/"}).text
    assert "<script>alert" not in shown
    assert "<img src=x>" not in shown
    assert "\u202e" not in shown
    assert "&lt;script&gt;" in shown
    echoed = client.get("/search", params={"q": '"><script>alert(2)</script>'}).text
    assert "<script>alert" not in echoed


def test_what_nobody_watches_is_found_and_can_be_watched(tmp_path):
    with archived_site(tmp_path) as archive, client_of(WebContext(archive=archive, clock=lambda: NOW)) as client:
        empty = client.get("/").text
        assert "There are archived pages that are not watched" in empty
        listed = client.get("/archive").text
        assert "not watched" in listed
        assert "boats to the island leave at nine → ten" in listed
        assert "/add?url=" in listed
        assert "No matching pages" in client.get("/archive?q=elsewhere").text


def test_watched_pages_are_in_the_list_too(tmp_path):
    with web_client(tmp_path) as client:
        listed = client.get("/archive").text
        assert "The harbour" in listed
        assert "Watch it" not in listed
        assert "Every archived page is watched" in client.get("/archive?unwatched=true").text
        archive = client.app.state.context.archive
        remove_watch(archive, archive.watches.of(URL))
        for path in ("/archive", "/archive?unwatched=true"):
            assert "Watch it" in client.get(path, headers={"cache-control": "no-cache"}).text


def test_an_empty_archive_says_so(tmp_path):
    with web_client(tmp_path, empty=True) as client:
        assert "Nothing is archived yet" in client.get("/archive").text
        assert "no one watches" not in client.get("/").text
