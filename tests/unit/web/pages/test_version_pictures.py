from pathlib import Path

from archived_site import URL as ARCHIVED_SITE_URL
from compared_pages import URL, visited_archive
from pagestrata.web.context import WebContext
from web_fixtures import client_of, web_client


def test_pictures_are_kept_by_browsers(tmp_path: Path) -> None:
    with visited_archive(tmp_path, days=1) as archive, client_of(WebContext(archive=archive)) as client:
        version = archive.versions.of(URL)[0]
        leaf = next(archive.contents.tree(version).leaves())
        for name in ("picture/0.jpg", f"blocks/{leaf.ref}.jpg", "sketch.svg"):
            answer = client.get(f"/versions/{version.id}/{name}")
            kind = "image/svg+xml" if name == "sketch.svg" else "image/jpeg"
            assert answer.headers["content-type"] == kind, name
            assert "immutable" in answer.headers["cache-control"]
            assert answer.headers["x-content-type-options"] == "nosniff"
            again = client.get(f"/versions/{version.id}/{name}", headers={"If-None-Match": answer.headers["etag"]})
            assert (again.status_code, again.content) == (304, b"")
        for name in ("picture/9.jpg", "blocks/9.9.jpg", "picture/x.jpg"):
            assert client.get(f"/versions/{version.id}/{name}").status_code in {404, 422, 400}, name
        assert client.get("/versions/nothing/picture/0.jpg").status_code == 404


def test_thumbnails_are_pictures_and_nothing_else(tmp_path):
    with web_client(tmp_path) as client:
        version = client.app.state.context.archive.versions.latest(ARCHIVED_SITE_URL)
        answer = client.get(f"/thumbnails/{version.id}")
        assert answer.headers["Content-Type"] == "image/webp"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert "immutable" in answer.headers["Cache-Control"]
        assert client.get("/thumbnails/20260101000000-99").status_code == 404
        assert client.get("/thumbnails/nonsense").status_code == 404
