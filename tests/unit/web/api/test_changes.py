import pytest

from archived_site import URL
from web_fixtures import web_client


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with web_client(tmp_path_factory.mktemp("changes")) as made:
        yield made


def test_changes_are_listed_with_sentence_and_source(client):
    found = client.get("/api/v1/changes", params={"tag": "travel", "limit": 1}).json()
    assert [(item["version"], item["before"]) for item in found["items"]] == [("20260104030405-3", "20260103030405-2")]
    assert found["items"][0]["sentence"] == "boats to the island leave at nine → ten"
    rest = client.get("/api/v1/changes", params={"tag": "travel", "after": found["next"]}).json()
    assert [item["version"] for item in rest["items"]] == ["20260103030405-2"]
    assert rest["next"] is None
    assert len(client.get("/api/v1/changes", params={"url": URL, "first": True}).json()["items"]) == 3


def test_what_is_asked_wrongly_is_refused(client):
    for query in ({"kind": "nonsense"}, {"probability": 2}, {"after": "x"}, {"q": "…"}, {"since": "yesterday"}):
        assert client.get("/api/v1/changes", params=query).status_code == 422
    assert client.get("/api/v1/changes", params={"url": "http://unknown.test/"}).status_code == 404
    assert client.get("/api/v1/changes", params={"block": "1.1"}).status_code == 400


def test_when_a_page_said_something(client):
    found = client.get("/api/v1/said", params={"url": URL, "q": "at  NINE"}).json()
    assert (found["first"]["version"], found["last"]["version"]) == ("20260102030405-1", "20260103030405-2")
    assert (found["versions"], found["of_versions"], found["still"]) == (2, 3, False)
    assert found["unsaid_since"] == "2026-01-04T03:04:05Z"
    never = client.get("/api/v1/said", params={"url": URL, "q": "never said"}).json()
    assert never["first"] is never["last"] is None
    assert client.get("/api/v1/said", params={"url": "http://unknown.test/", "q": "a"}).status_code == 404


def test_a_question_in_plain_words_says_how_it_was_understood(client):
    found = client.get("/api/v1/ask", params={"q": "who removed “open every day” on tag travel"}).json()
    assert found["understood"] == ["what was removed", "that mention “open every day”", "on pages with tag travel"]
    assert [item["version"] for item in found["items"]] == ["20260103030405-2"]
