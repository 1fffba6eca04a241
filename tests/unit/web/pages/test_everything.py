from archived_site import URL, archived_site
from pagestrata.app.watches import remove_watch
from pagestrata.web.context import WebContext
from web_fixtures import NOW, client_of, web_client


def test_what_nobody_watches_is_found_and_can_be_watched(tmp_path):
    with archived_site(tmp_path) as archive, client_of(WebContext(archive=archive, clock=lambda: NOW)) as client:
        empty = client.get("/").text
        assert "There are archived pages that no one watches" in empty
        listed = client.get("/archive").text
        assert "not watched" in listed
        assert "island leave at nine → ten" in listed
        assert "/add?url=" in listed
        assert "No page fits" in client.get("/archive?q=elsewhere").text


def test_watched_pages_are_in_the_list_too(tmp_path):
    with web_client(tmp_path) as client:
        listed = client.get("/archive").text
        assert "The harbour" in listed
        assert "Watch it" not in listed
        assert "Everything archived is watched" in client.get("/archive?unwatched=true").text
        archive = client.app.state.context.archive
        remove_watch(archive, archive.watches.of(URL))
        for path in ("/archive", "/archive?unwatched=true"):
            assert "Watch it" in client.get(path, headers={"cache-control": "no-cache"}).text


def test_an_empty_archive_says_so(tmp_path):
    with web_client(tmp_path, empty=True) as client:
        assert "Nothing is archived yet" in client.get("/archive").text
        assert "no one watches" not in client.get("/").text
