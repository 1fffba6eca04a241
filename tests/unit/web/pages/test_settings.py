import re

import pytest

from pagestrata.model.check_results import fine, missing
from pagestrata.web.security.identify import make_token
from pagestrata.web.security.logins import Person, Role
from web_fixtures import NOW, ShowingSession, post, token_of, web_client

PASSWORD = "a long password"


@pytest.fixture
def client(tmp_path):
    with web_client(tmp_path, session=ShowingSession(ValueError())) as client:
        yield client


def archive_of(client):
    return client.app.state.context.archive


PARTS = ["", "/retention", "/channels", "/tokens", "/health", "/machine"]


@pytest.mark.parametrize("path", [*(f"/settings{part}" for part in PARTS), "/users"])
def test_every_part_of_the_settings_is_shown(client, path):
    assert client.get(path).status_code == 200


def test_the_threshold_is_said_in_hundredths_as_on_every_other_screen(client):
    post(client, "/settings", {"threshold": "0.35"})
    assert "data-threshold>35\u00a0%</output>" in client.get("/settings").text


def test_what_holds_for_all_pages_is_changed_and_taken_away(client):
    values = {"threshold": "0.3", "skipped_days": "4", "budget": "20min/hour"}
    assert post(client, "/settings", values).headers["Location"] == "/settings?done=1"
    assert archive_of(client).settings.all() == {"threshold": 0.3, "skipped_days": 4.0, "budget": "20min/hour"}
    post(client, "/settings", {"threshold": "0.3", "default": "threshold", "budget": ""})
    assert archive_of(client).settings.all() == {}


@pytest.mark.parametrize("values", [{"threshold": "2"}, {"skipped_days": "-1"}, {"budget": "much"}, {"threshold": "x"}])
def test_values_that_make_no_sense_are_refused(client, values):
    assert post(client, "/settings", values).status_code == 400
    assert archive_of(client).settings.all() == {}


def test_a_rule_of_retention_holds_only_after_what_it_drops_was_seen(client):
    seen = client.get("/settings/retention", params={"rule": "thin 1h:1y"})
    assert "It would delete 1 version today" in seen.text
    assert 'name="agreed" value="1"' in seen.text
    assert post(client, "/settings/retention", {"rule": "thin 1h:1y"}).status_code == 409
    assert archive_of(client).settings.all() == {}
    agreed = post(client, "/settings/retention", {"rule": "thin 1h:1y", "agreed": "1"})
    assert agreed.headers["Location"] == "/settings/retention?done=1"
    assert archive_of(client).settings.all() == {"keep": "thin 1h:1y"}
    post(client, "/settings", {"threshold": "0.3"})
    assert archive_of(client).settings.get("keep") == "thin 1h:1y"
    assert client.get("/settings/retention", params={"rule": "some"}).status_code == 400


def test_the_first_user_is_an_admin_and_from_then_on_everybody_logs_in(client):
    form = {"name": "ada", "password": PASSWORD, "role": "viewer"}
    assert post(client, "/users", {**form, "password": "short"}).status_code == 400
    assert post(client, "/users", form).status_code == 303
    assert archive_of(client).accounts.of("ada").role == 3
    assert client.get("/users").status_code == 200  # who made the first user is that user
    client.cookies.clear()
    assert client.get("/users").headers["Location"].startswith("/login")


def logged_in(client):
    post(client, "/users", {"name": "ada", "password": PASSWORD})
    token = token_of(client, "/login")
    form = {"csrf_token": token, "name": "ada", "password": PASSWORD}
    assert client.post("/login", data=form, headers={"Origin": "http://127.0.0.1"}).status_code == 303
    return client


def test_users_get_other_roles_and_passwords_and_go(client):
    logged_in(client)
    assert post(client, "/users", {"name": "eve & co", "password": PASSWORD, "role": "editor"}).status_code == 303
    assert "/users/eve%20%26%20co" in client.get("/users").text
    assert post(client, "/users/eve%20%26%20co", {"action": "role", "role": "viewer"}).status_code == 303
    assert archive_of(client).accounts.of("eve & co").role == 1
    assert post(client, "/users/eve%20%26%20co", {"action": "password", "password": "short"}).status_code == 400
    token = make_token(
        archive_of(client), Person(name="eve & co", role=Role.VIEWER, way="session"), label="t", scope="read", now=NOW
    )[0]
    changed = {"action": "password", "password": "another long one"}
    assert post(client, "/users/eve%20%26%20co", {**changed, "keep": "tokens"}).status_code == 303
    assert [each.id for each in archive_of(client).accounts.tokens()] == [token.id]
    assert post(client, "/users/eve%20%26%20co", changed).status_code == 303
    assert archive_of(client).accounts.tokens() == []
    assert post(client, "/users/eve%20%26%20co", {"action": "remove"}).status_code == 303
    assert post(client, "/users/ada", {"action": "remove"}).status_code == 400


def test_a_token_is_shown_once_and_revoked(client):
    page = post(client, "/settings/tokens", {"label": "backup", "scope": "read"}).text
    (secret,) = re.findall(r"ps_[\w-]+", page)
    assert secret not in client.get("/settings/tokens").text
    bearer = {"Authorization": f"Bearer {secret}"}
    assert client.get("/", headers=bearer).status_code == 200
    assert client.get("/settings", headers=bearer).status_code == 403
    (token,) = archive_of(client).accounts.tokens()
    assert post(client, f"/settings/tokens/{token.id}/revoke").status_code == 303
    assert client.get("/health", headers=bearer).status_code == 200
    assert client.get("/cdx?url=site.test", headers=bearer).headers["Location"].startswith("/login")


def test_the_machine_is_examined_and_every_mend_is_shown(tmp_path):
    asked = []

    def examine(opens_browser):
        asked.append(opens_browser)
        return (
            fine("Python", "3.13"),
            missing("driver", "misses <libatomic.so.1>", "run `apt-get install libatomic1`"),
        )

    with web_client(tmp_path, examine=examine) as client:
        shown = client.get("/settings/machine").text
        opened = client.get("/settings/machine?open=1").text
    assert asked == [False, True]
    assert 'badge--bad">missing' in shown
    assert "misses &lt;libatomic.so.1&gt;" in shown
    assert "apt-get install libatomic1" in shown
    assert "Also open a test page" in shown
    assert "Also open a test page" not in opened


def test_retention_is_a_form_of_choices(client):
    fields = {
        "first_age": "1d",
        "first_each": "1y",
        "second_age": "",
        "second_each": "7d",
        "least_age": "",
        "least": "0.6",
    }
    shown = client.get("/settings/retention", params=fields).text
    assert "It would delete 1 version today" in shown
    assert 'name="rule" value="thin 1d:1y"' in shown
    assert post(client, "/settings/retention", {"rule": "thin 1d:1y", "agreed": "1"}).status_code == 303
    held = client.get("/settings/retention").text
    assert "Now: <bdi>one version a year after 1 day</bdi>" in held
    assert '<option value="1d" selected>1 day</option>' in held
    bad = client.get("/settings/retention", params={**fields, "first_age": "often"})
    assert bad.status_code == 400
