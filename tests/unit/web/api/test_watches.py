import pytest

from web_fixtures import web_client


@pytest.fixture
def client(tmp_path):
    with web_client(tmp_path / "archive") as made:
        yield made


def test_a_page_is_watched_once(client):
    made = client.post("/api/v1/watches", json={"url": "new.test/x", "tags": ["a"], "interval_seconds": 3600})
    assert made.status_code == 201
    assert made.json()["settings"] == {"tags": ["a"], "interval_seconds": 3600}
    shown = client.get(made.headers["location"])
    assert (shown.json(), shown.headers["etag"]) == (made.json(), made.headers["etag"])
    again = client.post("/api/v1/watches", json={"url": "https://new.test/x"})
    assert (again.status_code, again.headers["content-type"]) == (409, "application/problem+json")


def test_of_two_editors_the_second_hears_of_the_first(client):
    (watch,) = client.get("/api/v1/watches").json()["items"]
    place = f"/api/v1/watches/{watch['id']}"
    seen = client.get(place).headers["etag"]
    assert client.patch(place, json={"title": "x"}).status_code == 428
    first = client.patch(place, json={"title": "first"}, headers={"If-Match": seen})
    assert first.json()["settings"] == {"title": "first", "tags": ["travel"]}
    second = client.patch(place, json={"title": "second"}, headers={"If-Match": seen})
    assert second.status_code == 412
    assert client.get(place).json()["settings"]["title"] == "first"
    assert client.delete(place, headers={"If-Match": seen}).status_code == 412
    third = client.patch(place, json={"title": None}, headers={"If-Match": first.headers["etag"]})
    assert third.json()["settings"] == {"tags": ["travel"]}
    assert client.delete(place, headers={"If-Match": "*"}).status_code == 204
    assert client.get(place).status_code == 404


def test_watches_are_listed_in_stretches_by_words_and_tags(client):
    for number in range(5):
        client.post("/api/v1/watches", json={"url": f"http://n.test/{number}", "tags": ["many"]})
    first = client.get("/api/v1/watches?tag=many&limit=3").json()
    rest = client.get("/api/v1/watches", params={"tag": "many", "after": first["next"]}).json()
    assert len(first["items"]) == 3
    assert len(rest["items"]) == 2
    assert len(client.get("/api/v1/watches?q=n.test/4").json()["items"]) == 1
    assert client.get("/api/v1/watches?tag=nobody").json() == {"items": [], "next": None}


@pytest.mark.parametrize(
    ("settings", "status"),
    [
        ({"threshold": 2}, 422),
        ({"interval_seconds": 1}, 422),
        ({"unknown": 1}, 422),
        ({"capture": {"proxy": "http://x"}}, 422),
        ({"paused": 1}, 422),
        ({"tags": ["x"] * 101}, 422),
        ({"window": "never"}, 400),
        ({"ignore": ["p >"]}, 400),
        ({"ignore_text": ["("]}, 400),
        ({"importance": {"nonsense": 0.5}}, 400),
        ({"operation_weights": {"nonsense": 0.5}}, 400),
    ],
)
def test_what_no_visit_could_go_by_is_not_stored(client, settings, status):
    answer = client.post("/api/v1/watches", json={"url": "http://n.test/", **settings})
    assert answer.status_code == status
    assert client.get("/api/v1/watches?q=n.test").json()["items"] == []


def test_how_a_page_is_opened_is_named_but_not_shown(client):
    from pagestrata.app.watches import watch_for

    watch_for(client.app.state.context.archive, "http://p.test/", {"capture": {"proxy": "http://me:secret@proxy"}})
    (shown,) = client.get("/api/v1/watches?q=p.test").json()["items"]
    assert shown["other"] == ["capture.proxy"]
    assert shown["settings"] == {"capture": {}}
    assert "secret" not in str(shown)
