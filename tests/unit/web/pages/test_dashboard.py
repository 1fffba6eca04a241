import re
import threading

import pytest

from archived_site import URL
from pagestrata.app.watches import watch_for
from pagestrata.model.records import Visit
from web_fixtures import NOW, post, web_client


class Visitor:
    """Stands for a session that visits."""

    def __init__(self):
        self.visited = []
        self.done = threading.Event()

    def visit(self, request):
        url = request.url
        self.visited.append(url)
        self.done.set()
        return Visit(url=url, visited_at=NOW, stage="unchanged", version=None, kept=False)


def ids_of(client) -> list[str]:
    return re.findall(r'data-watch="([0-9a-f]+)"', client.get("/").text)


@pytest.mark.parametrize("view", ["cards", "rows"])
def test_the_watched_pages_are_shown_with_what_changed_last(tmp_path, view):
    with web_client(tmp_path) as client:
        page = client.get(f"/?view={view}").text
    assert "The harbour" in page
    assert 'href="/page?url=http%3A%2F%2Fsite.test%2F"' in page
    assert re.search(r'href="/compare/20260103030405-\d+/20260104030405-\d+"', page)
    assert "3 visits: 3 kept, 0 failed" in page


def test_an_empty_archive_explains_itself(tmp_path):
    with web_client(tmp_path, empty=True) as client:
        page = client.get("/").text
    assert "No pages are watched yet" in page
    assert 'action="/demo"' in page


def test_who_asked_for_the_demo_is_not_asked_again_before_it_comes(tmp_path):
    with web_client(tmp_path, empty=True) as client:
        page = client.get("/?done=demo").text
    assert "Opening the demo newspaper" in page
    assert 'action="/demo"' not in page


@pytest.mark.parametrize(("view", "words"), [("cards", "no visits while paused"), ("rows", "no visits")])
def test_a_paused_page_is_not_said_to_be_visited(tmp_path, view, words):
    with web_client(tmp_path) as client:
        watch_for(client.app.state.context.archive, URL, {"paused": True})
        page = client.get(f"/?view={view}").text
    assert f">{words}<" in page
    assert "as needed" not in page


def test_titles_full_of_markup_are_text(tmp_path):
    with web_client(tmp_path) as client:
        archive = client.app.state.context.archive
        watch_for(archive, "http://evil.test/", {"title": "<script>alert(1)</script>\u202e", "tags": ['"><b>']})
        page = client.get("/").text
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;�" in page
    assert '"><b>' not in page


def test_filters_that_make_no_sense_are_refused(tmp_path):
    with web_client(tmp_path) as client:
        for query in ("state=odd", "sort=odd", "view=odd", f"q={'x' * 501}"):
            assert client.get(f"/?{query}").status_code == 400
        assert client.get("/?after=nonsense&sort=next").status_code == 200
        assert client.get("/?state=&tag=&q=").status_code == 200


def test_chosen_pages_are_paused_tagged_and_removed(tmp_path):
    with web_client(tmp_path) as client:
        archive = client.app.state.context.archive
        (watch_id,) = ids_of(client)
        answer = post(client, "/pages/pause", {"id": watch_id, "back": "/?view=rows"})
        assert answer.headers["Location"] == "/?view=rows&done=pause"
        assert archive.watches.with_id(watch_id).settings.paused
        post(client, "/pages/resume", {"id": watch_id})
        assert archive.watches.with_id(watch_id).settings.paused is None
        post(client, "/pages/tag", {"id": watch_id, "tag": " sea "})
        assert archive.watches.with_id(watch_id).settings.tags == ("sea", "travel")
        assert post(client, "/pages/tag", {"id": watch_id}).status_code == 400
        assert post(client, "/pages/remove", {"id": [watch_id, "gone"]}).status_code == 303
        assert archive.watches.of(URL) is None
        assert archive.versions.latest(URL) is not None


def test_nobody_is_sent_elsewhere_behind_an_action(tmp_path):
    with web_client(tmp_path) as client:
        for back in ("https://evil.test/", "//evil.test/", "/\\evil.test"):
            answer = post(client, "/pages/pause", {"id": ids_of(client), "back": back})
            assert answer.headers["Location"] == "/?done=pause"
        assert post(client, "/pages/pause").status_code == 400
        assert post(client, "/pages/dance", {"id": "x"}).status_code == 400


def test_chosen_pages_are_visited_in_the_background(tmp_path):
    visitor = Visitor()
    with web_client(tmp_path, session=visitor) as client:
        assert post(client, "/pages/visit", {"id": ids_of(client)}).status_code == 303
        assert visitor.done.wait(60)
    assert visitor.visited == [URL]


def test_without_a_session_nothing_is_visited(tmp_path):
    with web_client(tmp_path) as client:
        assert post(client, "/pages/visit", {"id": ids_of(client)}).status_code == 400


def test_single_cards_are_shown_again(tmp_path):
    with web_client(tmp_path) as client:
        (watch_id,) = ids_of(client)
        part = client.get(f"/cards?id={watch_id}&id=gone").text
    assert "<html" not in part
    assert part.count("data-watch") == 1
