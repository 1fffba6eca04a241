from web_fixtures import web_client


def test_settings_are_changed_by_name(tmp_path):
    with web_client(tmp_path / "archive") as client:
        assert client.get("/api/v1/settings").json() == {
            "skipped_days": None,
            "threshold": None,
            "budget": None,
            "model": None,
        }
        assert client.patch("/api/v1/settings", json={"skipped_days": 3}).json()["skipped_days"] == 3
        assert client.patch("/api/v1/settings", json={}).json()["skipped_days"] == 3
        assert client.patch("/api/v1/settings", json={"skipped_days": None}).json()["skipped_days"] is None
        assert client.patch("/api/v1/settings", json={"budget": "90/hour"}).json()["budget"] == "90/hour"
        assert client.patch("/api/v1/settings", json={"budget": "plenty"}).status_code == 400
        for wrong in ({"skipped_days": -1}, {"skipped_days": True}, {"model": "x"}):
            assert client.patch("/api/v1/settings", json=wrong).status_code == 422


def test_what_it_holds_and_how_it_is(tmp_path):
    with web_client(tmp_path / "archive") as client:
        stats = client.get("/api/v1/stats").json()
        assert (stats["pages"], stats["versions"]) == (1, 3)
        health = client.get("/api/v1/health").json()
        assert (health["alive"], health["unsent_messages"]) == (True, 0)
