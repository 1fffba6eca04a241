from archived_site import URL
from web_fixtures import web_client


def test_thumbnails_are_pictures_and_nothing_else(tmp_path):
    with web_client(tmp_path) as client:
        version = client.app.state.context.archive.versions.latest(URL)
        answer = client.get(f"/thumbnails/{version.id}")
        assert answer.headers["Content-Type"] == "image/webp"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert "immutable" in answer.headers["Cache-Control"]
        assert client.get("/thumbnails/20260101000000-99").status_code == 404
        assert client.get("/thumbnails/nonsense").status_code == 404
