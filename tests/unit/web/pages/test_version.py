from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from compared_pages import URL, visited_archive
from pagestrata.web.context import WebContext
from web_fixtures import client_of


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
