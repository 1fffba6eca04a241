import pytest
from fastapi import APIRouter
from fastapi.routing import APIRoute
from fastapi.testclient import TestClient

from pagestrata.web.app import create_app
from pagestrata.web.dependencies import (
    Admin,
    ComparedInPath,
    Editor,
    ReplayOrigin,
    TrailInPath,
    VersionInPath,
    WatchInPath,
)
from pagestrata.web.security.identify import make_token
from pagestrata.web.security.logins import Person, Role
from pagestrata.web.security.request_rate import RequestRate
from web_fixtures import BASE, NOW, client_of, post, token_of, web_context

router = APIRouter()


@router.post("/change")
def change(editor: Editor, origin: ReplayOrigin) -> dict[str, str]:
    return {"role": editor.role.label, "origin": origin}


@router.get("/administer")
def administer(admin: Admin) -> dict[str, str]:
    return {"way": admin.way}


@pytest.fixture
def client(tmp_path):
    with web_context(tmp_path) as context:
        app = create_app(context)
        app.include_router(router)
        with TestClient(app, base_url=BASE, follow_redirects=False) as client:
            yield client


def test_without_users_everybody_on_this_machine_may_do_everything(client):
    assert client.get("/administer").json() == {"way": "loopback"}
    assert post(client, "/change").json() == {"role": "admin", "origin": "http://127.0.0.1:8081"}


def test_a_change_asks_for_the_token_of_its_session(client):
    token = token_of(client)
    headers = {"Origin": BASE}
    assert client.post("/change", data={"csrf_token": token}, headers=headers).status_code == 200
    assert client.post("/change", headers={**headers, "X-CSRF-Token": token}).status_code == 200
    assert client.post("/change", data={"csrf_token": "wrong"}, headers=headers).status_code == 403
    assert client.post("/change", headers=headers).status_code == 403
    client.cookies.clear()
    assert client.post("/change", data={"csrf_token": token}, headers=headers).status_code == 403


def test_a_page_of_another_origin_changes_nothing(client):
    token = token_of(client)
    for headers in (
        {"Origin": "http://evil.test"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:8081"},
        {"Origin": BASE, "Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "cross-site"},
    ):
        assert client.post("/change", data={"csrf_token": token}, headers=headers).status_code == 403


def test_a_program_that_is_no_browser_needs_no_token(client):
    assert client.post("/change").json()["role"] == "admin"


def test_where_people_log_in_nobody_is_let_in_without(tmp_path):
    with web_context(tmp_path, needs_login=True) as context, TestClient(create_app(context), base_url=BASE) as client:
        assert client.get("/", follow_redirects=False).headers["Location"] == "/login"
        assert client.get("/cdx", follow_redirects=False).headers["Location"] == "/login?then=%2Fcdx"
        assert client.get("/health").status_code == 200


def test_requests_with_a_token_are_counted_and_those_of_a_browser_are_not(tmp_path):
    with web_context(tmp_path, request_rate=RequestRate(2, clock=lambda: 0.0)) as context, client_of(context) as client:
        person = Person(name="ada", role=Role.VIEWER, way="session")
        _, secret = make_token(context.archive, person, label="tool", scope="read", now=NOW)
        with_token = [client.get("/api/v1/pages", headers={"Authorization": f"Bearer {secret}"}) for _ in range(3)]
        assert [answer.status_code for answer in with_token] == [200, 200, 429]
        assert with_token[-1].headers["Retry-After"] == "30"
        assert [client.get("/api/v1/pages").status_code for _ in range(5)] == [200] * 5


def test_nothing_that_a_path_names_is_read_before_the_guard(tmp_path):
    """FastAPI calls the dependencies of a route in their order: who may not read must not learn what exists."""
    readers = {alias.__metadata__[0].dependency for alias in (VersionInPath, ComparedInPath, WatchInPath, TrailInPath)}
    with web_context(tmp_path) as context:
        orders = {
            route.path: [each.call for each in route.dependant.dependencies]
            for route in create_app(context).routes
            if isinstance(route, APIRoute)
        }
    reading = {path: calls for path, calls in orders.items() if readers & set(calls)}
    assert len(reading) > 15
    for path, calls in reading.items():
        guard = next(place for place, call in enumerate(calls) if hasattr(call, "role"))
        assert all(place > guard for place, call in enumerate(calls) if call in readers), path
