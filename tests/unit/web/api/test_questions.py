import pytest

from web_fixtures import web_client


@pytest.fixture
def client(tmp_path):
    with web_client(tmp_path / "archive") as made:
        yield made


def test_a_search_says_when_where_and_shows_it(client):
    found = client.get("/api/v1/search", params={"q": "harbour", "limit": 1}).json()
    (page,) = found["items"]
    assert page["still_says_it"]
    block = page["blocks"][0]
    assert block["snippet"] == "the harbour is closed every day of the week"
    assert client.get(block["picture"]).status_code == 200
    assert found["next"] == 1
    assert client.get("/api/v1/search", params={"q": "harbour", "after": 1}).json()["next"] is None
    assert client.get("/api/v1/search?q=harbour&role=footer").json()["items"] == []
    assert client.get("/api/v1/search?q=harbour&role=nonsense").status_code == 422
    assert client.get("/api/v1/search?q=***").status_code == 422
    assert client.get("/api/v1/search", params={"q": "港"}).status_code == 200


def test_a_report_counts_and_comes_as_a_table(client):
    report = client.get("/api/v1/reports?since=2026-01-01&until=2026-01-05").json()
    assert (report["totals"]["kept"], len(report["days"])) == (3, 5)
    assert report["roles"] == {"article": 2}
    table = client.get("/api/v1/reports/days.csv?since=2026-01-01&until=2026-01-05")
    assert len(table.text.splitlines()) == 6
    for query in ("since=0001-01-01", "until=9999-12-31", "since=2026-02-01&until=2026-01-01", ""):
        assert client.get(f"/api/v1/reports?{query}").status_code == 200
    assert client.get("/api/v1/reports?since=20260101").status_code == 422


def test_the_plan_and_its_effects(client):
    plan = client.get("/api/v1/plan?budget=5").json()
    assert (plan["pages"], plan["budget_per_hour"]) == (1, 5)
    assert plan["items"][0]["why"]
    assert client.get("/api/v1/plan?after=1").json()["items"] == []
    effects = client.get("/api/v1/plan/effects?budget=2&days=10").json()
    assert [effect["budget_per_hour"] for effect in effects["effects"]] == [0.1, 0.5, 2, 8]
    assert "no watched page" in client.get("/api/v1/plan/effects?days=1").json()["reason"]
