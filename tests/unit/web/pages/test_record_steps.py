from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pagestrata.app.kept_secrets import kept_secrets
from pagestrata.app.watch_steps import set_steps
from pagestrata.app.watches import watch_for
from pagestrata.capturing.kept_steps import NOT_KEPT_YET
from pagestrata.capturing.options import Step
from pagestrata.errors import CaptureError
from pagestrata.web.pages import record_steps
from web_fixtures import ShowingSession, post, web_client

URL = "http://site.test/"
PASSWORD = "pa55word-of-anna"


class Page:
    """A login page without a browser."""

    def __init__(self) -> None:
        self.at: tuple[str, bool] | None = None
        self.is_open = False

    def open(self) -> None:
        self.is_open = True

    def close(self) -> None:
        self.is_open = False

    def picture(self) -> bytes:
        return b"\xff\xd8"

    def origin(self) -> str:
        return "http://site.test"

    def focused(self) -> tuple[str, bool] | None:
        return self.at

    def click(self, x: float, y: float) -> Step:
        if x > 1000:
            raise CaptureError("the page does not answer")
        self.at = ("#password", True) if y > 100 else ("#user", False)
        return Step(action="click", selector=self.at[0])

    def type(self, text: str, *, is_secret: bool = False) -> Step:
        assert self.at is not None
        step = Step(action="type", selector=self.at[0], text=text)
        return replace(step, secret=NOT_KEPT_YET, origin=self.origin()) if is_secret or self.at[1] else step

    def scroll(self, down: float) -> Step:
        return Step(action="scroll", selector="main")

    def wait_for(self, x: float, y: float) -> Step:
        return Step(action="wait", selector="h1")

    def take(self, step: Step) -> None:
        if step.action == "type" and step.secret and step.text != PASSWORD:
            raise CaptureError("the password is wrong")


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("PAGESTRATA_SECRETS", str(tmp_path / "secrets.json"))
    page = Page()
    monkeypatch.setattr(record_steps, "_live_page", lambda _ctx, _watch: page)
    session: Any = ShowingSession(CaptureError("no browser"))
    with web_client(tmp_path / "archive", empty=True, session=session) as made:
        context = made.app.state.context
        session.archive = context.archive
        session.options_of = lambda watch: session.options.filled(watch.settings.capture)
        made.watch = watch_for(context.archive, URL, {})
        made.page, made.archive = page, context.archive
        yield made


def opened(client: Any) -> str:
    answer = post(client, f"/watches/{client.watch.id}/live")
    assert answer.status_code == 303, answer.text
    return str(answer.headers["Location"])


def act(client: Any, live: str, **values: Any) -> Any:
    answer = post(client, f"{live}/act", {key: str(value) for key, value in values.items()})
    assert answer.status_code == 200, answer.text
    return answer.json()


def steps_of(client: Any) -> list[dict[str, Any]]:
    return list(client.archive.watches.of(URL).settings.capture.get("steps", []))


def test_a_login_is_recorded_and_its_password_is_kept_elsewhere(client: Any) -> None:
    live = opened(client)
    assert client.get(f"{live}/picture.jpg").headers["Content-Type"] == "image/jpeg"
    act(client, live, kind="click", x=10, y=10)
    act(client, live, kind="type", text="an")
    assert act(client, live, kind="type", text="anna")["steps"] == ["click #user", "type 'anna' into #user"]
    assert act(client, live, kind="click", x=10, y=200)["is_secret"] is True
    said = act(client, live, kind="type", text=PASSWORD)
    assert said["steps"][-1] == "type a secret into #password"
    assert PASSWORD not in str(said) + client.get(live).text
    act(client, live, kind="scroll", down=300)
    assert len(act(client, live, kind="scroll", down=300)["steps"]) == 5  # scrolling on is one step
    assert len(act(client, live, kind="undo")["steps"]) == 4
    act(client, live, kind="wait for", x=1, y=1)
    act(client, live, kind="wait", seconds=2)
    assert post(client, f"{live}/keep").headers["Location"] == f"/watches/{client.watch.id}/steps"
    kept = steps_of(client)
    assert [step["action"] for step in kept] == ["click", "type", "click", "type", "wait", "wait"]
    assert PASSWORD not in str(kept)
    assert kept_secrets().find(kept[3]["secret"], "http://site.test") == PASSWORD
    listed = client.get(f"/watches/{client.watch.id}/steps").text
    assert "type a secret into #password" in listed
    assert PASSWORD not in listed
    assert kept[3]["secret"] not in listed + client.get(f"/api/v1/watches/{client.watch.id}").text
    assert not client.page.is_open
    assert client.get(live).status_code == 404


def test_what_fails_is_said_and_not_recorded(client: Any) -> None:
    live = opened(client)
    said = act(client, live, kind="click", x=2000, y=1)
    assert (said["steps"], said["problem"]) == ([], "the page does not answer")
    for wrong in (
        {"kind": "run"},
        {"kind": "click", "x": "nan"},
        {"kind": "click", "x": "-1"},
        {"kind": "wait", "seconds": "99"},
    ):
        assert post(client, f"{live}/act", wrong).status_code == 400
    for _ in range(60):
        said = act(client, live, kind="wait", seconds=1)
    assert (len(said["steps"]), "at most 50 steps" in said["problem"]) == (50, True)


def test_who_keeps_nothing_leaves_no_secret(client: Any, tmp_path: Path) -> None:
    live = opened(client)
    act(client, live, kind="click", x=10, y=200)
    act(client, live, kind="type", text=PASSWORD)
    assert post(client, f"{live}/close").status_code == 303
    assert steps_of(client) == []
    assert not (tmp_path / "secrets.json").exists()
    assert not client.page.is_open


def test_steps_are_edited_as_a_list_and_a_secret_goes_with_its_step(client: Any) -> None:
    live, place = opened(client), f"/watches/{client.watch.id}/steps"
    act(client, live, kind="click", x=10, y=200)
    act(client, live, kind="type", text=PASSWORD)
    post(client, f"{live}/keep")
    replayed = post(client, f"{place}/replay")
    assert "Result of the last try" in replayed.text
    post(client, place, {"do": "wait", "seconds": "3"})
    post(client, place, {"do": "up", "place": "2"})
    assert [step["action"] for step in steps_of(client)] == ["click", "wait", "type"]
    secret = steps_of(client)[2]["secret"]
    post(client, place, {"do": "down", "place": "2"})
    post(client, place, {"do": "remove", "place": "2"})
    assert [step["action"] for step in steps_of(client)] == ["click", "wait"]
    with pytest.raises(Exception, match="not stored"):
        kept_secrets().find(secret, "http://site.test")
    assert post(client, place, {"do": "remove", "place": "7"}).status_code == 409
    post(client, place, {"do": "clear"})
    assert client.archive.watches.of(URL).settings.capture == {}


def test_a_password_that_changed_is_typed_once_without_recording_the_login_again(client: Any) -> None:
    place = f"/watches/{client.watch.id}/steps"
    set_steps(client.archive, client.watch, [
        Step(action="type", selector="#user", text="anna"),
        Step(action="type", selector="#password", text="the old one", secret=NOT_KEPT_YET, origin="http://site.test"),
        Step(action="click", selector="#in"),
    ])  # fmt: skip
    old = steps_of(client)[1]["secret"]
    shown = client.get(place).text
    assert shown.count('name="do" value="text"') == 2  # what is typed can be changed, a click cannot
    assert 'type="password"' in shown

    post(client, place, {"do": "text", "place": "1", "words": "type a secret into #password", "text": PASSWORD})
    changed = steps_of(client)[1]
    assert (changed["selector"], changed["origin"], changed.get("text", "")) == ("#password", "http://site.test", "")
    assert kept_secrets().find(changed["secret"], "http://site.test") == PASSWORD
    with pytest.raises(Exception, match="not stored"):
        kept_secrets().find(old, "http://site.test")
    assert PASSWORD not in client.get(place).text

    post(client, place, {"do": "text", "place": "0", "words": "type 'anna' into #user", "text": "berta"})
    assert steps_of(client)[0]["text"] == "berta"


def test_a_password_is_never_stored_with_a_step_that_took_the_place_of_its_own(client: Any) -> None:
    place = f"/watches/{client.watch.id}/steps"
    set_steps(client.archive, client.watch, [Step(action="type", selector="#user", text="anna")])
    words = "type a secret into #password"
    answer = post(client, place, {"do": "text", "place": "0", "words": words, "text": PASSWORD})
    assert (answer.status_code, PASSWORD in answer.text) == (409, False)
    assert steps_of(client)[0]["text"] == "anna"
    assert post(client, place, {"do": "text", "place": "0", "words": "type 'anna' into #user"}).status_code == 400


def test_a_page_that_cannot_be_opened_is_said(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_ctx: Any, _watch: Any) -> Any:
        raise CaptureError("refused: <private> address")

    monkeypatch.setattr(record_steps, "_live_page", refused)
    answer = post(client, f"/watches/{client.watch.id}/live")
    assert (answer.status_code, "Refused: &lt;private&gt; address" in answer.text) == (502, True)
    assert post(client, "/watches/none/live").status_code == 404
