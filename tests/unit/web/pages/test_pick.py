import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from compared_pages import URL, page_on, visited_archive
from pagestrata.errors import CaptureError, UsageError
from pagestrata.web.context import WebContext
from pagestrata.web.pages.pick import rendered
from web_fixtures import ShowingSession, client_of, post


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with visited_archive(tmp_path) as archive, client_of(WebContext(archive=archive)) as made:
        yield made


def price_of(client: TestClient) -> tuple[str, str]:
    archive = client.app.state.context.archive
    version = archive.versions.latest(URL)
    return version.id, next(leaf.ref for leaf in archive.contents.tree(version).leaves() if "Ferry" in leaf.text)


def test_a_block_can_be_pointed_at_and_named_in_an_address(client: TestClient) -> None:
    version, price = price_of(client)
    assert "Nothing chosen yet" in client.get(f"/pick/{version}").text
    shown = client.get(f"/pick/{version}?block={price}").text
    assert f'class="area is-picked" data-ref="{price}"' in shown
    assert "21.50" in shown
    assert "Ferry ticket: 24.00" in client.get(f"/pick/{version}/preview?block={price}").text
    assert client.get(f"/pick/{version}?block=9.9").status_code == 404
    assert client.get(f"/pick/{version}?correct=none").status_code == 404


def test_who_points_at_the_last_version_is_offered_the_oldest_that_has_the_block(client: TestClient) -> None:
    version, price = price_of(client)
    first = client.app.state.context.archive.versions.of(URL)[0]
    offer = f'<a href="/pick/{first.id}?block={price}">choose it on the version of'
    assert offer in client.get(f"/pick/{version}/preview?block={price}").text
    assert "choose it on the version of" not in client.get(f"/pick/{first.id}/preview?block={price}").text


def test_a_block_can_be_ignored_and_following_needs_a_browser(client: TestClient) -> None:
    version, price = price_of(client)
    assert post(client, f"/pick/{version}/ignore", {"block": price}).status_code == 303
    assert client.app.state.context.archive.watches.of(URL).settings.importance == {price: 0.0}
    refused = post(client, f"/pick/{version}/follow", {"block": price})
    assert refused.status_code == 400
    assert "cannot be visited" in refused.text


@pytest.fixture
def editing(tmp_path: Path) -> Iterator[TestClient]:
    """A client of an application that can render versions: it shows the last day's page."""
    with visited_archive(tmp_path) as archive:
        session = ShowingSession(page_on(3), archive)
        session.stored_tree = lambda _source: None
        with client_of(WebContext(archive=archive, session=session)) as made:
            yield made


PRICE = "body[1]/p[3]"


def elements_of(client: TestClient, version: str) -> dict[str, Any]:
    while (answer := client.get(f"/pick/{version}/elements")).status_code == 202:
        assert answer.json() == {"state": "opening"}
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_elements_come_when_the_version_is_rendered_with_its_picture(editing: TestClient) -> None:
    version, _ = price_of(editing)
    assert f'data-elements="/pick/{version}/elements"' in editing.get(f"/pick/{version}").text
    found = elements_of(editing, version)
    assert (found["width"], found["has_picture"], found["left_off"]) == (800, True, 0)
    assert [found["kinds"][each[2]] for each in found["elements"]].count("paragraph") == 5
    assert editing.get(f"/pick/{version}/rendered.png").headers["Content-Type"] == "image/png"


def test_an_element_is_shown_with_its_number_before_it_is_followed(editing: TestClient) -> None:
    version, price = price_of(editing)
    elements_of(editing, version)
    shown = editing.get(f"/pick/{version}/element", params={"path": PRICE}).text
    assert 'data-path="body[1]/p[3]"' in shown
    assert "Number: <strong>24.00 €</strong>" in shown
    assert f'data-block="{price}"' in shown
    by_words = editing.get(f"/pick/{version}/element", params={"text": "Ferry ticket"}).text
    assert 'data-path="body[1]/p[3]"' in by_words
    drawn = editing.get(f"/pick/{version}/element", params={"within": "0,355,800,230"}).text
    assert "is larger than the rectangle" in drawn
    clock = editing.get(f"/pick/{version}/element", params={"path": "body[1]"}).text
    assert "keeps changing, and each change would count" in clock
    for wrong, status in (
        ({}, 400), ({"path": PRICE, "text": "x"}, 400), ({"row": "999"}, 404), ({"path": "body[9]"}, 404),
        ({"within": "1,2,3"}, 400), ({"within": "0,0,nan,1"}, 400), ({"within": "790,1,2,2"}, 404), ({"text": "nowhere"}, 404),
    ):  # fmt: skip
        assert editing.get(f"/pick/{version}/element", params=wrong).status_code == status, wrong


def test_a_version_that_cannot_be_rendered_says_why_and_is_tried_again(editing: TestClient) -> None:
    version, _ = price_of(editing)
    editing.app.state.context.session.shown = CaptureError("the browser <died>")
    while (answer := editing.get(f"/pick/{version}/elements")).status_code == 202:
        pass
    assert answer.status_code == 502
    assert "The browser &lt;died&gt;" in answer.text
    editing.app.state.context.session.shown = page_on(3)
    assert elements_of(editing, version)["elements"]


def test_who_follows_is_told_when_the_page_changed_meanwhile(editing: TestClient) -> None:
    archive = editing.app.state.context.archive
    versions = archive.versions.of(URL)
    asked = {"path": PRICE, "seen": "0" * 16, "newest": versions[-2].id, "name": "Ferry", "below": "20"}
    told = post(editing, f"/pick/{versions[-2].id}/follow", asked)
    assert told.status_code == 409
    assert "The page changed while you were choosing" in told.text
    assert f'action="/pick/{versions[-1].id}/follow"' in told.text
    assert f'data-path="{PRICE}"' in told.text
    assert 'value="Ferry"' in told.text
    assert archive.trails.of() == []


def test_an_alert_that_cannot_be_is_said_before_anything_is_followed(editing: TestClient) -> None:
    version, _ = price_of(editing)
    for wrong, words in (
        ({"below": "20"}, "no recipient given"),
        ({"below": "many", "alert_to": "anna@example.org"}, "below"),
        ({"alert_to": "nobody"}, "not a mail address"),
    ):
        answer = post(editing, f"/pick/{version}/follow", {"path": PRICE, **wrong})
        assert (answer.status_code, words in answer.text) == (400, True), answer.text[-3000:]
    assert post(editing, f"/pick/{version}/follow", {}).status_code == 400
    assert editing.app.state.context.archive.trails.of() == []


def test_another_text_there_than_was_chosen_is_not_followed(editing: TestClient) -> None:
    version, _ = price_of(editing)
    elements_of(editing, version)
    seen = re.search(r'data-seen="(\w+)"', editing.get(f"/pick/{version}/element", params={"path": PRICE}).text)[1]
    wrong = post(editing, f"/pick/{version}/follow", {"path": "body[1]/p[1]", "seen": seen})
    assert wrong.status_code == 303
    editing.app.state.context.jobs.shutdown(wait=True)
    failed = editing.get(wrong.headers["Location"])
    assert failed.status_code == 502
    assert "choose again on the current page" in failed.text
    assert editing.app.state.context.archive.trails.of() == []


def test_an_element_is_followed_and_its_alert_is_kept(
    editing: TestClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PAGESTRATA_CHANNELS", str(tmp_path / "kept.json"))
    monkeypatch.setenv("PAGESTRATA_MAIL", "smtp://127.0.0.1:1")
    version, _ = price_of(editing)
    elements_of(editing, version)
    seen = re.search(r'data-seen="(\w+)"', editing.get(f"/pick/{version}/element", params={"path": PRICE}).text)[1]
    asked = {
        "path": PRICE,
        "seen": seen,
        "name": "Ferry",
        "newest": version,
        "alert_to": "anna@example.org",
        "below": "20",
    }
    begun = post(editing, f"/pick/{version}/follow", asked)
    assert begun.status_code == 303, begun.text
    context = editing.app.state.context
    context.jobs.shutdown(wait=True)
    (trail,) = context.archive.trails.of()
    assert editing.get(begun.headers["Location"]).headers["Location"] == f"/trails/{trail.id}"
    assert (trail.origin["path"], trail.origin["name"]) == (PRICE, "Ferry")
    (rule,) = context.archive.outbox.rules()
    assert (rule.subject, rule.channel, rule.conditions) == (trail.id, "mail:anna@example.org", {"below": 20.0})


def test_a_version_is_rendered_once_and_nothing_is_without_a_browser(tmp_path: Path) -> None:
    with visited_archive(tmp_path, days=1) as archive:
        (version,) = archive.versions.of(URL)
        context = WebContext(archive=archive, session=ShowingSession(page_on(0), archive))
        assert rendered(context, version) is None
        context.jobs.shutdown(wait=True)
        first = rendered(context, version)
        assert first is not None
        assert rendered(context, version) is first
        with pytest.raises(UsageError, match="cannot be visited"):
            rendered(WebContext(archive=archive), version)
