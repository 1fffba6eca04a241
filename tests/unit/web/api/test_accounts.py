from pagestrata.web.security.logins import Role
from web_fixtures import web_client


def bearer(secret: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret}"}


def test_a_token_may_do_what_its_scope_says_until_it_is_revoked(tmp_path):
    with web_client(tmp_path / "archive") as client:
        reading, writing = (
            client.post("/api/v1/tokens", json={"label": scope, "scope": scope}).json() for scope in ("read", "write")
        )
        assert reading["secret"].startswith("ps_")
        assert reading["secret"] not in client.get("/api/v1/tokens").text
        watch = {"url": "http://new.test/"}
        read, write = bearer(reading["secret"]), bearer(writing["secret"])
        assert client.get("/api/v1/pages", headers=read).status_code == 200
        refused = client.post("/api/v1/watches", json=watch, headers=read)
        assert (refused.status_code, refused.headers["content-type"]) == (403, "application/problem+json")
        assert client.post("/api/v1/watches", json=watch, headers=write).status_code == 201
        assert client.patch("/api/v1/settings", json={}, headers=write).status_code == 403
        assert client.get("/api/v1/tokens", headers=write).status_code == 403
        assert client.delete(f"/api/v1/tokens/{writing['id']}").status_code == 204
        assert client.delete(f"/api/v1/tokens/{writing['id']}").status_code == 404
        assert client.get("/api/v1/pages", headers=write).status_code == 401


def test_users_are_made_changed_and_removed_and_the_last_admin_stays(tmp_path):
    with web_client(tmp_path / "archive") as client:
        secret = client.post("/api/v1/tokens", json={"scope": "admin"}).json()["secret"]
        first = {"name": "ada", "password": "a long password", "role": "viewer"}
        assert client.post("/api/v1/users", json=first).json()["role"] == "admin"
        assert client.get("/api/v1/users").status_code == 401
        assert client.get("/api/v1/users", headers=bearer(secret)).status_code == 401
        context = client.app.state.context
        from pagestrata.web.security.identify import make_token
        from pagestrata.web.security.logins import Person

        ada = Person(name="ada", role=Role.ADMIN, way="session")
        _, mine = make_token(context.archive, ada, label="x", scope="admin", now=context.clock())
        client.headers.update(bearer(mine))
        second = {"name": "bo", "password": "another password", "role": "editor"}
        assert client.post("/api/v1/users", json=second).status_code == 201
        assert client.post("/api/v1/users", json=second).status_code == 400
        assert client.patch("/api/v1/users/bo", json={"role": "viewer"}).status_code == 204
        assert client.patch("/api/v1/users/ada", json={"role": "viewer"}).status_code == 400
        assert client.delete("/api/v1/users/ada").status_code == 400
        assert client.delete("/api/v1/users/bo").status_code == 204
        assert [user["name"] for user in client.get("/api/v1/users").json()["items"]] == ["ada"]
        assert "password" not in client.get("/api/v1/users").text
        audit = client.get("/api/v1/audit?limit=1").json()
        assert (audit["items"][0]["who"], audit["items"][0]["action"]) == ("ada", "DELETE")
        assert client.get("/api/v1/audit", params={"after": audit["next"]}).json()["items"]


def test_short_passwords_and_odd_names_are_refused(tmp_path):
    with web_client(tmp_path / "archive") as client:
        for wrong in ({"name": "a", "password": "x"}, {"name": "a b", "password": "a long password"}):
            assert client.post("/api/v1/users", json=wrong).status_code == 422
        assert client.get("/api/v1/users").json()["items"] == []
