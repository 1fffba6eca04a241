import pytest

from archives import fill_every_table
from compared_pages import URL as NEWS
from compared_pages import visited_archive
from pagestrata.web.context import WebContext
from web_fixtures import client_of, web_client, web_context


@pytest.fixture
def client(tmp_path):
    with web_client(tmp_path / "archive") as made:
        yield made


def test_a_mark_is_remembered_and_the_last_word_counts(client):
    pair = {"old_version": "20260102030405-1", "new_version": "20260103030405-2"}
    made = client.post("/api/v1/marks", json={**pair, "verdict": "noise", "note": "as always"})
    assert (made.status_code, made.json()["verdict"]) == (201, "noise")
    client.post("/api/v1/marks", json={**pair, "verdict": "mattered"})
    (mark,) = client.get("/api/v1/marks").json()["items"]
    assert mark["verdict"] == "mattered"
    same = {"old_version": pair["old_version"], "new_version": pair["old_version"], "verdict": "noise"}
    assert client.post("/api/v1/marks", json=same).status_code == 400
    gone = {**pair, "new_version": "20260103030405-9", "verdict": "noise"}
    assert client.post("/api/v1/marks", json=gone).status_code == 404
    assert client.post("/api/v1/marks", json={**pair, "verdict": "perhaps"}).status_code == 422


def test_a_webhook_is_a_rule_and_its_address_is_never_shown(client):
    asked = {
        "subject": "tag:travel",
        "channel": "json://user:secret@hooks.example.org/hook",
        "conditions": {"threshold": 0.5, "words": ["closed"]},
        "timing": {"rhythm": "hourly"},
    }
    made = client.post("/api/v1/rules", json=asked)
    assert made.status_code == 201
    assert (made.json()["kind"], made.json()["subject"]) == ("tag", "travel")
    assert made.json()["channel"].startswith("json://…")
    assert "secret" not in made.text + client.get("/api/v1/rules").text
    assert client.get(made.headers["location"]).json() == made.json()
    assert client.post("/api/v1/rules", json=asked).status_code == 400
    assert client.delete(made.headers["location"]).status_code == 204
    assert client.get(made.headers["location"]).status_code == 404


@pytest.mark.parametrize(
    ("channel", "status"),
    [("file:/tmp/x", 422), ("file:///tmp/x", 400), ("FILE:///tmp/x", 400), ("terminal", 422), ("nonsense://x", 400)],
)
def test_no_file_of_the_server_is_written_to(client, channel, status):
    answer = client.post("/api/v1/rules", json={"subject": "tag:a", "channel": channel})
    assert answer.status_code == status
    assert client.get("/api/v1/rules").json()["items"] == []


def test_messages_are_listed_newest_first(tmp_path):
    with web_context(tmp_path / "archive", empty=True) as context, client_of(context) as client:
        fill_every_table(context.archive)
        (message,) = client.get("/api/v1/deliveries?rule=r1").json()["items"]
        assert (message["title"], message["status"]) == ("t", "waiting")
        assert client.get("/api/v1/deliveries?rule=other").json()["items"] == []


def test_what_a_skipped_visit_found_is_kept_and_marked(tmp_path):
    with web_context(tmp_path / "archive", empty=True) as context, client_of(context) as client:
        fill_every_table(context.archive)
        skipped = context.archive.skipped.of()[0]
        kept = client.post(f"/api/v1/versions/{skipped.id}/keep")
        assert kept.status_code == 201
        assert client.get(kept.headers["location"]).json()["id"] == kept.json()["id"]
        assert client.get("/api/v1/marks").json()["items"][0]["note"] == "kept afterwards"
        assert client.post(f"/api/v1/versions/{skipped.id}/keep").status_code == 404
        assert client.post(f"/api/v1/versions/{kept.json()['id']}/keep").status_code == 400


def test_training_shows_what_it_would_change_and_is_done_by_one_at_a_time(client):
    assert client.get("/api/v1/training", params={"url": "http://site.test/"}).status_code == 404
    assert client.post("/api/v1/training", json={"url": "http://site.test/"}).status_code == 404
    with client.app.state.training:
        busy = client.post("/api/v1/training", json={"url": "http://site.test/"})
        assert busy.status_code == 429


def test_one_change_is_marked_by_itself(tmp_path):
    with visited_archive(tmp_path) as archive, client_of(WebContext(archive=archive)) as client:
        old, new = archive.versions.of(NEWS)[2:4]
        price = next(leaf.ref for leaf in archive.contents.tree(new).leaves() if "Ferry" in leaf.text)
        pair = {"old_version": old.id, "new_version": new.id, "verdict": "mattered"}
        made = client.post("/api/v1/marks", json={**pair, "block": price}).json()
        assert (made["verdict"], made["blocks"]) == ("mattered", {price: "mattered"})
        assert client.get("/api/v1/marks").json()["items"][0]["blocks"] == {price: "mattered"}
        assert client.post("/api/v1/marks", json={**pair, "block": "9.9"}).status_code == 404
