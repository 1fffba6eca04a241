import base64
from typing import Any

import pytest

from pagestrata.app.kept_secrets import kept_secrets
from pagestrata.errors import CaptureError
from pagestrata.web.api import steps
from web_fixtures import ShowingSession, web_client

LOGIN = [
    {"action": "type", "selector": "#user", "text": "anna"},
    {"action": "type", "selector": "#password", "text": "pa55word", "is_secret": True},
    {"action": "click", "selector": "button"},
]


class Page:
    """A page without a browser, whose button is gone."""

    def open(self) -> None: ...

    def close(self) -> None: ...

    def picture(self) -> bytes:
        return b"\xff\xd8"

    def take(self, step: Any) -> None:
        if step.selector == "button":
            raise CaptureError("nothing matches button")


@pytest.fixture
def client(tmp_path, monkeypatch):
    monkeypatch.setenv("PAGESTRATA_SECRETS", str(tmp_path / "secrets.json"))
    monkeypatch.setattr(steps, "live_page", lambda _watch, _options: Page())
    session: Any = ShowingSession(CaptureError("no browser"))
    with web_client(tmp_path / "archive", session=session) as made:
        session.archive = made.app.state.context.archive
        session.options_of = lambda watch: session.options.filled(watch.settings.capture)
        yield made


def place_of(client) -> str:
    (watch,) = client.get("/api/v1/watches").json()["items"]
    return f"/api/v1/watches/{watch['id']}"


def test_steps_are_set_and_listed_and_secrets_never_come_out(client):
    place = place_of(client)
    seen = client.get(place).headers["etag"]
    assert client.put(f"{place}/steps", json={"steps": LOGIN}).status_code == 428
    made = client.put(f"{place}/steps", json={"steps": LOGIN}, headers={"If-Match": seen})
    assert made.json()["words"] == ["type 'anna' into #user", "type a secret into #password", "click button"]
    shown = client.get(f"{place}/steps")
    assert "pa55word" not in made.text + shown.text + client.get(place).text
    kept = client.app.state.context.archive.watches.all()[0].settings.capture["steps"][1]
    assert kept_secrets().find(kept["secret"], kept["origin"]) == "pa55word"
    # what was listed can be sent back: the secret stays
    again = client.put(f"{place}/steps", json={"steps": shown.json()["steps"]}, headers={"If-Match": "*"})
    assert again.json() == shown.json()
    assert kept_secrets().find(kept["secret"], kept["origin"]) == "pa55word"
    assert client.put(f"{place}/steps", json={"steps": LOGIN}, headers={"If-Match": seen}).status_code == 412


@pytest.mark.parametrize(
    ("wrong", "status"),
    [
        ([{"action": "fly"}], 422),
        ([{"action": "click"}], 400),
        ([{"action": "wait", "seconds": 61}], 422),
        ([{"action": "type", "selector": "#p", "is_secret": True}], 400),
        ([{"action": "wait"}] * 51, 422),
    ],
)
def test_steps_that_make_no_sense_are_refused(client, wrong, status):
    answer = client.put(f"{place_of(client)}/steps", json={"steps": wrong}, headers={"If-Match": "*"})
    assert answer.status_code == status
    assert client.get(f"{place_of(client)}/steps").json() == {"steps": [], "words": []}


def test_steps_are_taken_again_until_one_fails(client):
    place = place_of(client)
    client.put(f"{place}/steps", json={"steps": [LOGIN[0], LOGIN[2], LOGIN[0]]}, headers={"If-Match": "*"})
    done = client.post(f"{place}/steps/replay").json()
    assert [(one["words"], one["problem"]) for one in done] == [
        ("open the page", ""),
        ("type 'anna' into #user", ""),
        ("click button", "nothing matches button"),
    ]
    assert base64.b64decode(done[0]["picture_jpeg"]) == b"\xff\xd8"
