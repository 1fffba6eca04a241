import re

import pytest

from captures import capture
from pagestrata.errors import CaptureError
from web_fixtures import ShowingSession, post, web_client

URL = "http://127.0.0.1/ferry"


@pytest.fixture
def client(tmp_path):
    browser = ShowingSession(capture(["the ferry leaves at nine", "tickets <b>cost</b> 12 euros"], url=URL)[0])
    with web_client(tmp_path, empty=True, session=browser) as client:
        browser.archive = client.app.state.context.archive
        client.browser = browser
        yield client


def looked_at(client, url: str = URL) -> str:
    """The address of the preview, when it is ready."""
    answer = post(client, "/add", {"url": url})
    assert answer.status_code == 303
    while "Refresh" in client.get(answer.headers["Location"]).headers:
        pass
    return answer.headers["Location"]


def test_a_page_is_seen_before_it_is_watched(client):
    page = client.get(looked_at(client)).text
    refs = re.findall(r'data-ref="([\d.]+)"', page)
    assert refs
    assert "&lt;b&gt;cost&lt;/b&gt;" in page
    assert client.app.state.context.archive.watches.all() == []


def test_what_was_chosen_is_watched(client):
    place = looked_at(client)
    assert client.get(f"{place}/picture").headers["Content-Type"] == "image/png"
    ref = re.findall(r'name="block:([\d.]+)"', client.get(place).text)[0]
    answer = post(client, place, {"interval": "3600", "tags": "sea, prices", f"block:{ref}": "ignore"})
    assert answer.headers["Location"] == "/?done=added"
    (watch,) = client.app.state.context.archive.watches.all()
    assert watch.settings.tags == ("sea", "prices")
    assert watch.settings.interval_seconds == 3600
    assert watch.settings.importance == {ref: 0.0}
    assert client.get(place).status_code == 404


def test_a_followed_block_leads_to_its_trail(client):
    place = looked_at(client)
    ref = re.findall(r'name="block:([\d.]+)"', client.get(place).text)[-1]
    answer = post(client, place, {f"block:{ref}": "follow"})
    (trail,) = client.app.state.context.archive.trails.of()
    assert answer.headers["Location"] == f"/trails/{trail.id}"


def test_what_is_no_address_or_cannot_be_opened_is_said(client):
    assert post(client, "/add", {"url": "javascript:alert(1)"}).status_code == 400
    assert post(client, "/add", {}).status_code == 400
    client.browser.shown = CaptureError("<no> such host")
    answer = client.get(looked_at(client))
    assert answer.status_code == 502
    assert "&lt;no&gt; such host" in answer.text


def test_intervals_are_those_that_are_offered(client):
    place = looked_at(client)
    assert post(client, place, {"interval": "1"}).status_code == 400
    assert post(client, place, {"block:9.9.9": "follow"}).status_code == 404


def test_the_second_of_two_editors_is_told_and_overwrites_nothing(client):
    first, second = looked_at(client), looked_at(client)
    page = client.get(second).text
    seen = re.search(r'name="seen" value="([^"]+)"', page)[1]
    ref = re.findall(r'name="block:([\d.]+)"', page)[0]
    assert post(client, first, {"tags": "theirs", "title": "The ferry", "seen": seen}).status_code == 303
    mine = {"tags": "mine", "interval": "3600", f"block:{ref}": "ignore", "seen": seen}
    told = post(client, second, mine)
    assert told.status_code == 409
    assert "Someone else changed the settings of this page" in told.text
    assert "“<bdi>The ferry</bdi>” and has the tags theirs" in told.text
    assert 'value="mine"' in told.text
    assert '<option selected value="ignore">' in told.text
    (watch,) = client.app.state.context.archive.watches.all()
    assert (watch.settings.tags, watch.settings.importance) == (("theirs",), {})
    seen = re.search(r'name="seen" value="([^"]+)"', told.text)[1]
    assert post(client, second, {**mine, "seen": seen}).status_code == 303
    (watch,) = client.app.state.context.archive.watches.all()
    assert watch.settings.tags == ("mine",)


def test_an_element_of_the_preview_is_followed_with_its_alert(client, monkeypatch, tmp_path):
    monkeypatch.setenv("PAGESTRATA_CHANNELS", str(tmp_path / "kept.json"))
    monkeypatch.setenv("PAGESTRATA_MAIL", "smtp://127.0.0.1:1")
    place = looked_at(client)
    found = client.get(f"{place}/elements").json()
    assert len(found["elements"]) >= 2
    shown = client.get(f"{place}/element", params={"text": "tickets"}).text
    path, seen = (re.search(rf'data-{name}="([^"]+)"', shown)[1] for name in ("path", "seen"))
    asked = {"path": path, "picked_seen": seen, "name": "Ticket", "below": "a lot", "alert_to": "anna@example.org"}
    wrong = post(client, place, asked)
    assert (wrong.status_code, 'value="a lot"' in wrong.text, f'data-path="{path}"' in wrong.text) == (400, True, True)
    archive = client.app.state.context.archive
    assert archive.watches.all() == []
    stale = post(client, place, {**asked, "below": "10", "picked_seen": "0" * 16})
    assert (stale.status_code, archive.watches.all()) == (409, [])
    done = post(client, place, {**asked, "below": "10"})
    (trail,) = archive.trails.of()
    assert done.headers["Location"] == f"/trails/{trail.id}"
    assert (trail.origin["name"], archive.trails.entries(trail.id)[0].text) == (
        "Ticket",
        "tickets <b>cost</b> 12 euros",
    )
    (rule,) = archive.outbox.rules()
    assert (rule.subject, rule.conditions) == (trail.id, {"below": 10.0})


def test_an_alert_needs_something_that_it_is_about(client):
    answer = post(client, looked_at(client), {"alert_to": "anna@example.org", "below": "10"})
    assert answer.status_code == 400
    assert "click the number in the picture" in answer.text


def test_a_preview_that_is_gone_has_no_elements(client):
    assert client.get("/add/none/elements").status_code == 404
    assert client.get("/add/none/element?row=1").status_code == 404
