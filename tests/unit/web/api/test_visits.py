from pagestrata.errors import CaptureError
from pagestrata.model.records import Visit
from web_fixtures import NOW, client_of, web_client, web_context


class OneVisit:
    """A session whose visits find what they are told to."""

    def visit(self, request):
        url = request.url
        if "broken" in url:
            raise CaptureError(f"{url} cannot be opened")
        return Visit(url=url, visited_at=NOW, stage="render", version=None, kept=request.force)


def test_visits_to_a_page_are_listed_in_stretches(tmp_path):
    with web_client(tmp_path / "archive") as client:
        first = client.get("/api/v1/visits?url=http://site.test/&limit=2").json()
        assert [visit["version"] for visit in first["items"]] == ["20260104030405-3", "20260103030405-2"]
        rest = client.get("/api/v1/visits", params={"url": "http://site.test/", "after": first["next"]}).json()
        assert [visit["version"] for visit in rest["items"]] == ["20260102030405-1"]
        assert client.get("/api/v1/visits").status_code == 422


def test_a_visit_is_begun_and_can_be_asked_about(tmp_path):
    with web_context(tmp_path / "archive", session=OneVisit()) as context, client_of(context) as client:
        begun = client.post("/api/v1/visits", json={"url": "site.test/x", "force": True})
        assert begun.status_code == 202
        broken = client.post("/api/v1/visits", json={"url": "http://broken.test/"}).json()
        context.jobs.shutdown(wait=True)
        done = client.get(begun.json()["href"]).json()
        assert (done["state"], done["url"], done["visit"]["kept"]) == ("done", "https://site.test/x", True)
        failed = client.get(broken["href"]).json()
        assert (failed["state"], failed["error"]) == ("failed", "http://broken.test/ cannot be opened")
        assert [job["id"] for job in client.get("/api/v1/visits/jobs").json()["items"]] == [failed["id"], done["id"]]
        assert client.get("/api/v1/visits/jobs/0123456789abcdef").status_code == 404


def test_nonsense_is_refused_before_anything_is_visited(tmp_path):
    with web_client(tmp_path / "archive") as client:
        assert client.post("/api/v1/visits", json={"url": "file:///etc/passwd"}).status_code == 400
        assert client.post("/api/v1/visits", json={"url": "http://x.test/", "more": 1}).status_code == 422
        assert client.post("/api/v1/visits", json={"url": "http://x.test/", "force": "yes"}).status_code == 422
        reading_only = client.post("/api/v1/visits", json={"url": "http://x.test/"})
        assert reading_only.status_code == 400
        assert "cannot be visited" in reading_only.json()["detail"]
