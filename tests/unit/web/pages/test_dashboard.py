from archived_site import URL
from web_fixtures import web_client


def test_the_watched_pages_are_listed(tmp_path):
    with web_client(tmp_path) as client:
        assert URL in client.get("/").text
