import pytest
from fastapi import APIRouter
from fastapi.testclient import TestClient

from pagestrata.errors import ArchiveError, CaptureError, InputError, NotFoundError, UsageError
from pagestrata.web.app import create_app
from pagestrata.web.dependencies import Viewer
from pagestrata.web.error_answers import status_of
from pagestrata.web.security.logins import Role, add_user
from web_fixtures import BASE, NOW, client_of, post, token_of, web_client, web_context


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (NotFoundError("x"), 404),
        (UsageError("x"), 400),
        (InputError("x"), 400),
        (ArchiveError("x"), 503),
        (CaptureError("x"), 502),
        (ValueError("x"), 500),
    ],
)
def test_errors_have_their_status(error, status):
    assert status_of(error) == status


def test_people_get_a_page_and_programs_a_problem(tmp_path):
    with web_client(tmp_path) as client:
        page = client.get("/nowhere")
        assert (page.status_code, page.headers["Content-Type"]) == (404, "text/html; charset=utf-8")
        assert "nothing at this address" in page.text
        problem = client.get("/api/v1/nowhere")
        assert problem.headers["Content-Type"] == "application/problem+json"
        assert problem.json()["status"] == 404


def test_who_goes_astray_or_is_refused_keeps_the_way_to_other_screens(tmp_path):
    with web_client(tmp_path) as client:
        assert 'aria-label="Main"' in client.get("/nowhere").text
    with web_context(tmp_path / "other", needs_login=True) as context, client_of(context) as client:
        add_user(context.archive, "eve", "a long password", Role.VIEWER, now=NOW)
        assert 'aria-label="Main"' not in client.get("/nowhere").text
        post(client, "/login", {"name": "eve", "password": "a long password", "csrf_token": token_of(client, "/login")})
        refused = client.get("/settings")
        assert refused.status_code == 403
        assert 'aria-label="Main"' in refused.text
        assert "Only an admin may do this; you are a viewer" in refused.text


def test_a_message_with_markup_is_text_and_a_bug_shows_nothing(tmp_path):
    router = APIRouter()

    @router.get("/fails")
    def fails(viewer: Viewer) -> None:
        raise UsageError("<script>alert(1)</script>")

    @router.get("/breaks")
    def breaks(viewer: Viewer) -> None:
        raise RuntimeError("secret")

    with web_context(tmp_path) as context:
        app = create_app(context)
        app.include_router(router)
        with TestClient(app, base_url=BASE, raise_server_exceptions=False) as client:
            assert "&lt;script&gt;" in client.get("/fails").text
            broken = client.get("/breaks")
    assert broken.status_code == 500
    assert "secret" not in broken.text
    assert "default-src 'none'" in broken.headers["Content-Security-Policy"]


def test_a_form_that_the_archive_cannot_take_is_offered_to_be_sent_again(tmp_path, monkeypatch):
    with web_client(tmp_path) as client:
        archive = client.app.state.context.archive

        def refuse(*_: object) -> None:
            raise ArchiveError("the archive is locked")

        monkeypatch.setattr(type(archive), "check_current", refuse)
        shown = post(client, "/settings", {"budget": '61/hour "><b>'})
        assert shown.status_code == 503
        assert 'name="budget" value="61/hour &#34;&gt;&lt;b&gt;"' in shown.text
        assert 'action="/settings"' in shown.text
        secret = post(client, "/users", {"name": "ada", "password": "a long password"})
        assert secret.status_code == 503
        assert "Send it again" not in secret.text
