import pytest
from fastapi import APIRouter
from fastapi.testclient import TestClient

from pagestrata.web.app import create_app
from pagestrata.web.dependencies import Admin, Editor, ReplayOrigin
from web_fixtures import BASE, post, token_of, web_context

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
