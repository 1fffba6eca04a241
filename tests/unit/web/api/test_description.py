from web_fixtures import web_client


def test_the_document_describes_the_api_and_nothing_else(tmp_path):
    with web_client(tmp_path / "archive") as client:
        document = client.get("/api/v1/openapi.json").json()
    assert all(path.startswith("/api/v1/") for path in document["paths"])
    for name in ("pages", "versions", "visits", "watches", "trails", "search", "reports", "plan", "settings", "marks"):
        assert f"/api/v1/{name}" in document["paths"]
    operations = [one for path in document["paths"].values() for one in path.values()]
    assert all(one["summary"] and one["description"] for one in operations)
    assert "application/problem+json" in operations[0]["responses"]["404"]["content"]
    assert "Problem" in document["components"]["schemas"]


def test_the_page_for_people_lists_every_operation(tmp_path):
    with web_client(tmp_path / "archive") as client:
        shown = client.get("/api/v1").text.replace("<wbr>", "")  # where a long address may be broken
    for path in ("/api/v1/watches/{watch_id}", "/api/v1/compare/{old_id}/{new_id}", "/api/v1/plan/effects"):
        assert path in shown


def test_calls_that_read_can_be_tried(tmp_path):
    with web_client(tmp_path) as client:
        page = client.get("/api/v1").text
    assert 'data-try="/api/v1/watches"' in page
    assert page.count("data-try=") == page.count('class="try"')
    fields = page.partition('data-try="/api/v1/compare/{old_id}/{new_id}"')[2].partition("</form>")[0]
    assert fields.count('data-in="path" autocomplete="off" required') == 2
