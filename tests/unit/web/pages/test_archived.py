from archived_site import URL
from web_fixtures import REPLAY, web_client


def test_archived_pages_are_on_another_origin(tmp_path):
    with web_client(tmp_path) as client:
        for target in (f"/web/20260103030405/{URL}a%2Fb?x=1&y=%20", f"/web/{URL}", f"/web/2026id_/{URL}"):
            answer = client.get(target)
            assert (answer.status_code, answer.headers["Location"]) == (307, f"{REPLAY}{target}")


def test_lists_and_feeds_stay_where_they_were(tmp_path):
    with web_client(tmp_path) as client:
        assert "20260103030405" in client.get(f"/cdx?url={URL}").text
        assert client.get("/cdx?url=site.test&filter=original:(").status_code == 400
        assert 'rel="original"' in client.get(f"/web/timemap/link/{URL}").text
        feed = client.get("/feed/")
        assert feed.headers["Content-Type"].startswith("application/atom+xml")
        assert client.get("/feed/", headers={"If-None-Match": feed.headers["ETag"]}).status_code == 304
        assert client.head("/feed/").status_code == 200


def test_without_a_place_for_archived_content_there_is_none(tmp_path):
    with web_client(tmp_path, replay_port=None) as client:
        assert client.get(f"/web/{URL}").status_code == 404
