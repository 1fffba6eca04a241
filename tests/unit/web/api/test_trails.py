import pytest

from archives import fill_every_table
from pagestrata.errors import CaptureError
from web_fixtures import ShowingSession, client_of, web_context


@pytest.fixture
def client(tmp_path):
    with web_context(tmp_path / "archive", empty=True) as context, client_of(context) as client:
        fill_every_table(context.archive)
        yield client


def test_a_trail_is_shown_with_where_it_was_seen_last(client):
    (trail,) = client.get("/api/v1/trails?url=http://site.test/").json()["items"]
    assert (trail["id"], trail["state"], trail["text"], trail["origin"]) == ("t1", "found", "12", {"select": "p"})
    assert client.get("/api/v1/trails/t1").json() == trail
    assert client.get("/api/v1/trails?after=t1").json()["items"] == []
    assert client.get("/api/v1/trails/t2").status_code == 404


def test_its_entries_come_newest_first_in_stretches(client):
    first = client.get("/api/v1/trails/t1/entries?limit=1").json()
    assert [entry["text"] for entry in first["items"]] == ["12"]
    rest = client.get("/api/v1/trails/t1/entries", params={"after": first["next"]}).json()
    assert [entry["text"] for entry in rest["items"]] == ["10"]
    assert rest["next"] is None


def test_its_picture_is_sent_once(client):
    picture = client.get("/api/v1/trails/t1/picture")
    assert (picture.status_code, picture.content) == (200, b"x")
    again = client.get("/api/v1/trails/t1/picture", headers={"If-None-Match": picture.headers["etag"]})
    assert again.status_code == 304


def test_a_trail_is_removed(client):
    assert client.delete("/api/v1/trails/t1").status_code == 204
    assert client.delete("/api/v1/trails/t1").status_code == 404


def test_a_block_is_pointed_at_in_one_way(client):
    version = client.get("/api/v1/versions").json()["items"][0]["id"]
    assert client.post("/api/v1/trails", json={"version": version}).status_code == 400
    both = {"version": version, "block": "1.1", "css": "p"}
    assert client.post("/api/v1/trails", json=both).status_code == 400
    wrong = client.post("/api/v1/trails/t1/corrections", json=both)
    assert (wrong.status_code, wrong.json()["detail"].count("one of them")) == (400, 1)
    path = {"version": version, "path": "body[1]", "css": "p"}
    assert client.post("/api/v1/trails", json=path).status_code == 400
    assert client.post("/api/v1/trails", json={"version": version, "path": "<b>"}).status_code == 422
    known = client.post("/api/v1/trails/none/corrections", json={"version": version, "css": "p"})
    assert known.status_code == 404
    reading_only = client.post("/api/v1/trails", json={"version": version, "css": "p"})
    assert "cannot be visited" in reading_only.json()["detail"]


def test_following_is_answered_at_once_and_asked_about_afterwards(tmp_path):
    shown = CaptureError("the browser is gone")
    with web_context(tmp_path / "archive") as context:
        object.__setattr__(context, "session", ShowingSession(shown, context.archive))
        with client_of(context) as client:
            version = client.get("/api/v1/versions").json()["items"][0]["id"]
            begun = client.post("/api/v1/trails", json={"version": version, "css": "p", "name": "Ferry"})
            assert (begun.status_code, begun.json()["kind"], begun.json()["trail"]) == (202, "follow", None)
            context.jobs.shutdown(wait=True)
            ended = client.get(begun.json()["href"]).json()
            assert ended["state"] == "failed"
            assert ended["error"]
            (listed,) = client.get("/api/v1/trail-jobs").json()["items"]
            assert listed == ended
            assert client.get("/api/v1/trail-jobs/ffffffffffffffff").status_code == 404
