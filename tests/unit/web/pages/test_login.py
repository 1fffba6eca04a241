import pytest

from pagestrata.web.security.logins import Role, add_user
from web_fixtures import NOW, post, token_of, web_client

PASSWORD = "a long password"


@pytest.fixture
def client(tmp_path):
    with web_client(tmp_path, needs_login=True, start_key="key") as client:
        yield client


def users(client, **roles: Role) -> None:
    for name, role in roles.items():
        add_user(client.app.state.context.archive, name, PASSWORD, role, now=NOW)


def send(client, path, data, *, page="/login"):
    headers = {"Origin": "http://127.0.0.1"}
    return client.post(path, data={"csrf_token": token_of(client, page), **data}, headers=headers)


def enter(client, name: str, password: str = PASSWORD, then: str = ""):
    return send(client, "/login", {"name": name, "password": password, "then": then})


def test_the_first_user_is_made_with_the_link_and_only_once(client):
    form = {"key": "key", "name": "ada", "password": PASSWORD}
    assert client.get("/first?key=wrong").status_code == 403
    assert send(client, "/first", {**form, "key": "wrong"}, page="/first?key=key").status_code == 403
    assert "at least 10" in send(client, "/first", {**form, "password": "short"}, page="/first?key=key").text
    assert send(client, "/first", form, page="/first?key=key").headers["Location"] == "/"
    assert "ada" in client.get("/").text
    assert client.get("/first?key=key").status_code == 403


def test_a_login_begins_a_new_session_and_a_logout_ends_it(client):
    users(client, ada=Role.ADMIN)
    client.get("/login")
    before = client.cookies["pagestrata_session"]
    answer = enter(client, "ada", then="/search?q=a")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/search?q=a")
    assert "HttpOnly" in answer.headers["Set-Cookie"]
    assert client.cookies["pagestrata_session"] != before
    assert client.get("/").status_code == 200
    session = client.cookies["pagestrata_session"]
    assert post(client, "/logout").headers["Location"] == "/login"
    client.cookies.set("pagestrata_session", session)
    assert client.get("/").status_code == 303


def test_a_wrong_password_and_too_many_of_them(client):
    users(client, ada=Role.ADMIN)
    for _ in range(5):
        assert enter(client, "ada", "guess").status_code == 403
    assert enter(client, "ada").status_code == 429


def test_a_login_asks_for_the_token_of_its_page(client):
    users(client, ada=Role.ADMIN)
    answer = client.post("/login", data={"name": "ada", "password": PASSWORD}, headers={"Origin": "http://127.0.0.1"})
    assert answer.status_code == 403


@pytest.mark.parametrize("then", ["https://evil.test/", "//evil.test", "/\\evil.test", "javascript:alert(1)"])
def test_nobody_is_sent_elsewhere(client, then):
    users(client, ada=Role.ADMIN)
    assert enter(client, "ada", then=then).headers["Location"] == "/"


def test_viewers_read_and_change_nothing_but_their_password(client):
    users(client, ada=Role.ADMIN, eve=Role.VIEWER)
    enter(client, "eve")
    page = client.get("/").text
    assert "Add a page" not in page
    assert post(client, "/pages/pause", {"id": "x"}).status_code == 403
    assert client.get("/add").status_code == 403
    assert post(client, "/account", {"old": "wrong", "password": "another password"}).status_code == 400
    answer = post(client, "/account", {"old": PASSWORD, "password": "another password"})
    assert answer.headers["Location"] == "/account?done=1"
    assert client.get("/account?done=1").status_code == 200
    client.cookies.clear()
    assert enter(client, "eve").status_code == 403
    assert enter(client, "eve", "another password").status_code == 303


def test_archived_content_needs_a_ticket_then(client):
    users(client, ada=Role.ADMIN)
    assert client.get("/web/2026/http://site.test/").headers["Location"].startswith("/login?then=")
    enter(client, "ada")
    place = client.get("/web/2026/http://site.test/").headers["Location"]
    origin, _, rest = place.partition("/t/")
    assert origin == "http://127.0.0.1:8081"
    ticket, _, path = rest.partition("/")
    assert client.app.state.context.tickets.is_valid(ticket)
    assert path == "web/2026/http://site.test/"


def test_where_nobody_logs_in_there_is_no_login(tmp_path):
    with web_client(tmp_path) as client:
        assert client.get("/login").headers["Location"] == "/"
        assert "you do not need to log in" in client.get("/account").text
