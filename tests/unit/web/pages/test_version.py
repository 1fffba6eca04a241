from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from archived_site import URL as ARCHIVED_SITE_URL
from compared_pages import URL, visited_archive
from pagestrata.web.context import WebContext
from web_fixtures import client_of, post, web_client


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with visited_archive(tmp_path, days=2) as archive, client_of(WebContext(archive=archive, replay_port=8081)) as made:
        yield made


def test_archived_content_is_framed_from_another_origin_without_any_right(client: TestClient) -> None:
    version = client.app.state.context.archive.versions.of(URL)[1]
    shown = client.get(f"/versions/{version.id}").text
    source = f'src="http://127.0.0.1:8081/web/20260103030405/{URL}"'
    assert f'sandbox="" referrerpolicy="no-referrer" title="The archived page" {source}' in shown
    assert "srcdoc" not in shown
    picture = client.get(f"/versions/{version.id}?show=picture").text
    assert "<iframe" not in picture
    assert "/picture/0.jpg" in picture


def test_the_block_that_an_address_names_is_framed_in_picture_and_list(client: TestClient) -> None:
    archive = client.app.state.context.archive
    version = archive.versions.of(URL)[1]
    leaf = next(leaf for leaf in archive.contents.tree(version).leaves() if leaf.text)
    for show in ("replay", "picture"):
        shown = client.get(f"/versions/{version.id}?show={show}&block={leaf.ref}").text
        assert f'<g data-outline><rect class="outline" x="{leaf.box.x}" y="{leaf.box.y}"' in shown
        assert f'is-hovered" data-ref="{leaf.ref}"' in shown
        assert f"show=picture&amp;block={leaf.ref}" in shown
    assert 'class="outline"' not in client.get(f"/versions/{version.id}?block=no-such-block").text


def test_an_archived_page_can_be_replayed_by_itself(client: TestClient) -> None:
    version = client.app.state.context.archive.versions.of(URL)[1]
    shown = client.get(f"/versions/{version.id}").text
    assert f'href="http://127.0.0.1:8081/web/20260103030405/{URL}" target="_blank" rel="noopener noreferrer"' in shown


def test_every_file_of_a_version_can_be_taken_along(client: TestClient) -> None:
    archive = client.app.state.context.archive
    version = archive.versions.of(URL)[1]
    beginnings = {
        "page.html": b"<title>", "rendered.html": b"<title>", "page.png": b"\x89PNG", "page.warc": b"WARC/1.1",
        "page.wacz": b"PK", "blocks.vixml": b"<?xml", "changes.videlta": b"<?xml",
    }  # fmt: skip
    for name, beginning in beginnings.items():
        answer = client.get(f"/versions/{version.id}/files/{name}")
        assert answer.content.startswith(beginning) or (name == "page.warc" and answer.content[:2] == b"\x1f\x8b"), name
        assert answer.headers["content-disposition"] == f'attachment; filename="{version.id}.{name}"'
        assert answer.headers["content-type"] == "application/octet-stream"
    assert client.get(f"/versions/{version.id}/files/passwd").status_code == 404
    assert client.get("/versions/20260102030405-99").status_code == 404
    first = archive.versions.of(URL)[0]
    assert client.get(f"/versions/{first.id}/files/changes.videlta").status_code == 404


def test_what_a_skipped_visit_found_is_looked_at_and_kept(tmp_path: Path) -> None:
    from archives import fill_every_table
    from pagestrata.store.archive import open_archive

    with open_archive(tmp_path / "other") as archive:
        fill_every_table(archive)
        skipped = archive.skipped.of()[0]
        with client_of(WebContext(archive=archive, replay_port=8081)) as client:
            shown = client.get(f"/versions/{skipped.id}").text
            assert "Keep it as a version" in shown
            assert "<iframe" not in shown
            answer = post(client, f"/versions/{skipped.id}/keep")
            assert client.get(answer.headers["location"]).status_code == 200
        assert len(archive.versions.of(skipped.url)) == 3
        assert archive.feedback.all()[-1].note == "kept afterwards"


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
