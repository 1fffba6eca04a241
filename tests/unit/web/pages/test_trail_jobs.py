from pagestrata.app.chosen_blocks import Choice
from pagestrata.web.trail_jobs import TrailJob
from web_fixtures import NOW, web_client

URL = "http://site.test/"


def job_of(client, **fields):
    """A job in the list of the application, in a state of our choice."""
    known = {
        "id": "0123456789abcdef", "number": 1, "url": URL, "asked_at": NOW, "kind": "follow",
        "version": "20260102030405-1", "choice": Choice(block="1.1"), "name": "Ferry",
    }  # fmt: skip
    job = TrailJob(**{**known, **fields})
    client.app.state.trail_jobs._jobs[job.id] = job
    return job


def test_a_job_under_way_is_shown_looks_again_by_itself_and_is_named_on_its_page(tmp_path):
    with web_client(tmp_path) as client:
        job = job_of(client, state="running", seen=2, versions=5)
        shown = client.get(f"/trails/jobs/{job.id}")
        assert (shown.status_code, shown.headers["Refresh"]) == (200, "3")
        assert 'value="2"' in shown.text
        assert "A block to follow is under way" in client.get("/page", params={"url": URL}).text
        assert client.get("/trails/jobs/ffffffffffffffff").status_code == 404


def test_a_job_that_failed_says_why_and_offers_to_choose_again(tmp_path):
    with web_client(tmp_path) as client:
        job = job_of(client, state="failed", error="<b>no such block</b>")
        shown = client.get(f"/trails/jobs/{job.id}")
        assert "Refresh" not in shown.headers
        assert "&lt;b&gt;no such block" in shown.text
        assert 'href="/pick/20260102030405-1?block=1.1"' in shown.text
        assert "came to nothing" in client.get("/page", params={"url": URL}).text


def test_a_block_that_is_followed_already_leads_to_its_trail(tmp_path):
    with web_client(tmp_path) as client:
        job = job_of(client, state="failed", error="followed already as t1", trail="t1", is_followed=True)
        shown = client.get(f"/trails/jobs/{job.id}")
        assert shown.status_code == 409
        assert "This block is followed already. See what it says, or choose another block." in shown.text
        assert 'href="/trails/t1"' in shown.text
        assert client.get(f"/trails/jobs/{job_of(client, state='failed').id}").status_code == 502


def test_a_job_that_is_done_leads_to_its_trail(tmp_path):
    with web_client(tmp_path) as client:
        made = job_of(client, state="done", trail="t1")
        assert client.get(f"/trails/jobs/{made.id}").headers["Location"] == "/trails/t1"
        made = job_of(client, state="done", trail="t1", kind="correct")
        assert client.get(f"/trails/jobs/{made.id}").headers["Location"] == "/trails/t1?done=corrected"
