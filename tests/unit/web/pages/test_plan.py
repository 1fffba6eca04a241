from web_fixtures import web_client


def test_the_plan_says_when_why_and_what_it_costs(tmp_path):
    with web_client(tmp_path / "archive") as client:
        shown = client.get("/plan")
        assert shown.status_code == 200
        assert "The harbour" in shown.text
        assert "run --budget 60/hour" in shown.text
        assert 'hx-get="/plan/effects?budget=60.0"' in shown.text
        assert "run --budget 10000/hour" in client.get("/plan?step=60").text
        assert "run --budget 120/hour" in client.get("/plan?budget=120").text
        assert client.get("/plan?budget=0").status_code == 400
        assert client.get("/plan?after=5").status_code == 200


def test_the_effect_of_budgets_is_drawn_and_told(tmp_path):
    with web_client(tmp_path / "archive") as client:
        shown = client.get("/plan/effects?budget=2").text
        assert "<polyline" in shown
        assert "of the value of all changes" in shown
        assert "Visiting all pages equally often" in shown
        assert "Show as a table" in shown


def test_without_watches_or_changes_it_explains_itself(tmp_path):
    with web_client(tmp_path / "archive", empty=True) as client:
        assert "No page is watched" in client.get("/plan").text
        assert "no watched page changed" in client.get("/plan/effects").text
