from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from compared_pages import URL, page_on, visited_archive
from pagestrata.web.context import WebContext
from web_fixtures import ShowingSession, client_of

PRICE = "body[1]/p[3]"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with visited_archive(tmp_path) as archive:
        session = ShowingSession(page_on(3), archive)
        session.stored_tree = lambda _source: None
        with client_of(WebContext(archive=archive, session=session)) as made:
            yield made


def version_of(client: TestClient) -> str:
    return str(client.app.state.context.archive.versions.latest(URL).id)


def asked(client: TestClient, address: str, **query: str) -> Any:
    """The answer, when the version is rendered."""
    while (answer := client.get(address, params=query)).status_code == 202:
        pass
    return answer


def test_all_elements_are_listed_with_their_boxes(client: TestClient) -> None:
    found = asked(client, f"/api/v1/versions/{version_of(client)}/elements").json()
    assert found["state"] == "ready"
    assert all(len(each) == 7 for each in found["elements"])
    assert len(found["elements"]) == 7


def test_one_element_says_what_would_be_followed(client: TestClient) -> None:
    place = f"/api/v1/versions/{version_of(client)}/element"
    found = asked(client, place, path=PRICE).json()
    assert (found["text"], found["number"], found["box"]) == (
        "Ferry ticket: 24.00 €", {"value": 24.0, "unit": "€"}, [0.0, 360.0, 800.0, 100.0]
    )  # fmt: skip
    assert asked(client, place, within="0,355,800,110").json()["path"] == PRICE
    whole = asked(client, place, path="body[1]").json()
    assert whole["noise"] == ["Local time 12:30:12"]
    assert whole["smaller"]["path"].startswith("body[1]/")
    assert asked(client, place).status_code == 400
    assert asked(client, place, path="<b>").status_code == 422
    assert asked(client, place, text="nowhere").status_code == 404


def test_another_page_than_was_chosen_on_is_refused_at_once(client: TestClient) -> None:
    version = version_of(client)
    seen = asked(client, f"/api/v1/versions/{version}/element", path=PRICE).json()["seen"]
    stale = client.post("/api/v1/trails", json={"version": version, "path": "body[1]/p[1]", "seen": seen})
    assert (stale.status_code, "choose again" in stale.json()["detail"]) == (409, True)
    begun = client.post("/api/v1/trails", json={"version": version, "path": PRICE, "seen": seen, "name": "Ferry"})
    assert begun.status_code == 202
    client.app.state.context.jobs.shutdown(wait=True)
    ended = client.get(begun.json()["href"]).json()
    assert ended["state"] == "done", ended
    assert client.get(f"/api/v1/trails/{ended['trail']}").json()["text"] == "Ferry ticket: 24.00 €"


def test_nothing_is_rendered_where_nothing_can_be_visited(tmp_path: Path) -> None:
    with visited_archive(tmp_path) as archive, client_of(WebContext(archive=archive)) as client:
        answer = client.get(f"/api/v1/versions/{version_of(client)}/elements")
        assert (answer.status_code, "cannot be visited" in answer.json()["detail"]) == (400, True)
