from datetime import UTC, datetime

import pytest

from pagestrata.web.api.route import harmless, moment_of
from web_fixtures import web_client


def test_an_answer_that_is_known_is_not_sent_again(tmp_path):
    with web_client(tmp_path / "archive") as client:
        first = client.get("/api/v1/pages")
        again = client.get("/api/v1/pages", headers={"If-None-Match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == first.headers["etag"]
        other = client.get("/api/v1/pages?limit=1&after=1", headers={"If-None-Match": first.headers["etag"]})
        assert other.status_code == 200


@pytest.mark.parametrize("query", ["limit=0", "limit=201", "after=x", "after=-1", "q=" + "x" * 501])
def test_what_is_too_much_or_nonsense_is_refused_as_a_problem(tmp_path, query):
    with web_client(tmp_path / "archive") as client:
        answer = client.get(f"/api/v1/pages?{query}")
        assert answer.status_code == 422
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.json()["status"] == 422


def test_times_are_iso_8601_and_nothing_else(tmp_path):
    with web_client(tmp_path / "archive") as client:
        for good in ("2026-01-01T00:00:00Z", "2026-01-01t00:00:00+01:00", "2026-01-01T00:00:00"):
            assert client.get("/api/v1/pages/1/versions", params={"since": good}).status_code == 200
        for bad in ("12", "yesterday", "2026-01-01", "2026-13-01T00:00:00Z"):
            assert client.get("/api/v1/pages/1/versions", params={"since": bad}).status_code == 422


def test_a_405_names_all_that_can_be_done(tmp_path):
    with web_client(tmp_path / "archive") as client:
        answer = client.put("/api/v1/watches/abc")
        assert (answer.status_code, answer.headers["allow"]) == (405, "DELETE, GET, PATCH")


def test_texts_are_made_fit_for_utf_8():
    assert harmless({"a\ud800": ["\udfff", ("x", 1, None)]}) == {"a?": ["?", ["x", 1, None]]}
    assert moment_of(0) == datetime(1970, 1, 1, tzinfo=UTC)
    assert moment_of(None) is None
