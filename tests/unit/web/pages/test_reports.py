from web_fixtures import web_client


def test_a_report_shows_days_sites_and_roles(tmp_path):
    with web_client(tmp_path / "archive") as client:
        shown = client.get("/reports", params={"since": "2026-01-01", "until": "2026-01-05"})
        assert shown.status_code == 200
        for words in (
            "By day",
            "By site",
            "By part of the page",
            "site.test",
            "2026-01-02: 1 kept",
            "main text",
            "the harbour is open → closed",
        ):
            assert words in shown.text
        table = client.get("/reports/sites.csv?since=2026-01-01&until=2026-01-05")
        assert table.headers["content-type"].startswith("text/csv")
        assert "site.test,1,3,3" in table.text
        assert "attachment" in table.headers["content-disposition"]
        assert client.get("/reports/nonsense.csv").status_code == 400


def test_odd_days_do_no_harm(tmp_path):
    with web_client(tmp_path / "archive") as client:
        for query in ("since=x&until=y", "since=2027-01-01&until=2026-01-01", "since=0001-01-01", "until=9999-12-31"):
            assert client.get(f"/reports?{query}").status_code == 200
        assert "2025-12-07 to 2026-01-05" in client.get("/reports").text


def test_an_empty_archive_explains_itself(tmp_path):
    with web_client(tmp_path / "archive", empty=True) as client:
        assert "No visits on these days" in client.get("/reports").text
