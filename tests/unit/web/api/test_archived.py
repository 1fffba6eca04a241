import io
import zipfile

import pytest

from captures import capture, visit_of
from pagestrata.formats.trees.vixml import read_vixml
from pagestrata.weighing.blocks.main_content import main_text
from web_fixtures import web_client

IDS = ("20260102030405-1", "20260103030405-2", "20260104030405-3")


@pytest.fixture
def client(tmp_path):
    with web_client(tmp_path / "archive") as made:
        yield made


def test_pages_and_their_versions_are_listed_in_stretches(client):
    (page,) = client.get("/api/v1/pages?url=http://site.test").json()["items"]
    assert (page["url"], page["versions"]) == ("http://site.test/", 3)
    assert client.get(f"/api/v1/pages/{page['id']}").json() == page
    first = client.get(f"/api/v1/pages/{page['id']}/versions?limit=2").json()
    rest = client.get(f"/api/v1/pages/{page['id']}/versions", params={"limit": 2, "after": first["next"]}).json()
    assert [version["id"] for version in first["items"] + rest["items"]] == list(reversed(IDS))
    assert rest["next"] is None
    newest = client.get("/api/v1/versions?limit=1").json()
    assert [version["id"] for version in newest["items"]] == [IDS[2]]
    assert client.get("/api/v1/versions", params={"after": newest["next"]}).json()["items"][0]["id"] == IDS[1]
    assert client.get("/api/v1/pages/77").status_code == 404


def test_a_version_names_its_reasons_blocks_and_files(client):
    found = client.get(f"/api/v1/versions/{IDS[1]}").json()
    assert found["id"] == IDS[1]
    assert set(found["downloads"]) == {"raw", "html", "text", "main", "png", "vixml", "videlta", "warc", "wacz"}
    blocks = client.get(f"/api/v1/versions/{IDS[1]}/blocks?limit=2").json()
    assert [block["ref"] for block in blocks["items"]] == ["1", "1.1"]
    assert blocks["next"] == 2
    assert client.get(f"/api/v1/versions/{IDS[1]}/blocks/1.1/picture").headers["content-type"] == "image/png"
    assert client.get("/api/v1/versions/20260103030405-1").status_code == 404
    assert client.get("/api/v1/versions/latest").status_code == 422


def test_files_are_downloads_that_no_browser_runs(client):
    raw = client.get(f"/api/v1/versions/{IDS[0]}/files/raw")
    assert raw.content.startswith(b"<!DOCTYPE html>")
    assert raw.headers["content-type"] == "application/octet-stream"
    assert raw.headers["content-disposition"] == f'attachment; filename="{IDS[0]}.bin"'
    assert raw.headers["x-content-type-options"] == "nosniff"
    assert "sandbox" in raw.headers["content-security-policy"]
    known = {"If-None-Match": raw.headers["etag"]}
    assert client.get(f"/api/v1/versions/{IDS[0]}/files/raw", headers=known).status_code == 304


def test_each_file_is_what_it_says(client):
    files = {part: client.get(f"/api/v1/versions/{IDS[1]}/files/{part}").content
             for part in ("html", "text", "main", "png", "vixml", "videlta", "warc", "wacz")}  # fmt: skip
    assert b"the harbour is closed" in files["html"]
    assert files["text"].decode().splitlines()[0] == "the harbour is closed every day of the week"
    assert files["main"].decode() == main_text(read_vixml(files["vixml"]))
    assert files["png"].startswith(b"\x89PNG")
    assert len(list(read_vixml(files["vixml"]).leaves())) == 2
    assert b"<Delta" in files["videlta"]
    assert files["warc"].startswith(b"\x1f\x8b")
    assert "datapackage.json" in zipfile.ZipFile(io.BytesIO(files["wacz"])).namelist()
    assert "first version of its page" in client.get(f"/api/v1/versions/{IDS[0]}/files/videlta").json()["detail"]
    assert client.get(f"/api/v1/versions/{IDS[0]}/files/exe").status_code == 422


def test_two_versions_are_compared(client):
    found = client.get(f"/api/v1/compare/{IDS[0]}/{IDS[1]}").json()
    assert (found["old"], found["new"], found["next"]) == (IDS[0], IDS[1], None)
    (change,) = found["changes"]
    assert (change["op"], change["element"], change["block"]) == ("update", "text", "1.1")
    assert found["reasons"]
    assert client.get(f"/api/v1/compare/{IDS[0]}/20260103030405-99").status_code == 404


def test_versions_of_two_pages_are_not_compared_and_odd_texts_come_through(client):
    taken, tree = capture(["a lone \ud800 surrogate"], url="http://odd.test/", hours=99)
    made = client.app.state.context.archive.append(taken, tree, None, visit=visit_of(taken))
    assert client.get(f"/api/v1/compare/{IDS[0]}/{made.id}").status_code == 400
    assert client.get(f"/api/v1/versions/{made.id}/blocks").json()["items"][1]["text"] == "a lone ? surrogate"
    assert client.get(f"/api/v1/versions/{made.id}/files/html").status_code == 200
