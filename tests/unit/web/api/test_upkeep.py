from web_fixtures import web_client


def test_settings_are_changed_by_name(tmp_path):
    with web_client(tmp_path / "archive") as client:
        assert client.get("/api/v1/settings").json() == {
            "skipped_days": None,
            "threshold": None,
            "budget": None,
            "keep": None,
            "model": None,
            "web_address": None,
        }
        assert client.patch("/api/v1/settings", json={"skipped_days": 3}).json()["skipped_days"] == 3
        assert (
            client.patch("/api/v1/settings", json={"web_address": "https://a.example/"}).json()["web_address"]
            == "https://a.example"
        )
        assert client.patch("/api/v1/settings", json={"web_address": "here"}).status_code == 400
        assert client.patch("/api/v1/settings", json={}).json()["skipped_days"] == 3
        assert client.patch("/api/v1/settings", json={"skipped_days": None}).json()["skipped_days"] is None
        assert client.patch("/api/v1/settings", json={"budget": "90/hour"}).json()["budget"] == "90/hour"
        assert client.patch("/api/v1/settings", json={"budget": "plenty"}).status_code == 400
        for wrong in ({"skipped_days": -1}, {"skipped_days": True}, {"model": "x"}):
            assert client.patch("/api/v1/settings", json=wrong).status_code == 422


def test_what_a_rule_would_drop_is_asked_before_it_holds(tmp_path):
    with web_client(tmp_path / "archive") as client:
        shown = client.get("/api/v1/retention", params={"rule": "thin 1h:1y"}).json()
        assert (shown["drops"], shown["is_whole"], shown["more_pages"]) == (1, True, 0)
        assert [(page["drops"], len(page["versions"])) for page in shown["pages"]] == [(1, 1)]
        assert client.patch("/api/v1/settings", json={"keep": "thin 1h:1y"}).json()["keep"] == "thin 1h:1y"
        assert client.patch("/api/v1/settings", json={"keep": None}).json()["keep"] is None
        assert client.get("/api/v1/retention", params={"rule": "some"}).status_code == 400
        assert client.patch("/api/v1/settings", json={"keep": "some"}).status_code == 400
        assert client.get("/api/v1/stats").json()["versions"] == 3


def test_what_it_holds_and_how_it_is(tmp_path):
    with web_client(tmp_path / "archive") as client:
        stats = client.get("/api/v1/stats").json()
        assert (stats["pages"], stats["versions"]) == (1, 3)
        health = client.get("/api/v1/health").json()
        assert (health["alive"], health["unsent_messages"]) == (True, 0)
