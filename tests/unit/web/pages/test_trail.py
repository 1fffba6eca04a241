from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from archives import add_entry
from captures import START
from compared_pages import URL, visited_archive
from pagestrata.app.chosen_blocks import Choice
from pagestrata.model.records import Trail, TrailCandidate, TrailEntry
from pagestrata.web.context import WebContext
from pagestrata.web.job_list import TrailJob
from pagestrata.web.pages.trail import moment_number
from receivers import receiving
from web_fixtures import NOW, ShowingSession, client_of, post, web_client

PATH = "/trails/aabbccdd"
ALLOWING: Any = ShowingSession(ValueError())  # channels on this machine are allowed


TRAIL_JOBS_URL = "http://site.test/"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with visited_archive(tmp_path, days=1) as archive, client_of(WebContext(archive=archive, session=ALLOWING)) as made:
        archive.trails.save(Trail(id="aabbccdd", url=URL, origin={"name": "<b>Ticket</b>"}, state={}))
        version = archive.versions.of(URL)[0].id
        entry = TrailEntry(
            found_at=START, version=version, state="found", confidence=0.9, text="18.00 €", picture_png=b"png"
        )
        add_entry(archive, "aabbccdd", entry)
        add_entry(archive, "aabbccdd", replace(entry, found_at=START + timedelta(days=1), text="21.50 €"))
        yield made


def test_a_trail_shows_its_history_plot_and_film(client: TestClient) -> None:
    shown = client.get(PATH).text
    assert "&lt;b&gt;Ticket&lt;/b&gt;" in shown
    assert '<polyline points="' in shown
    assert shown.count(f"{PATH}/pictures/") == 1  # it looked the same on both days
    assert "/pick/20260102030405-1?correct=aabbccdd" in shown
    picture = client.get(f"{PATH}/pictures/{moment_number(START)}.png")
    assert (picture.content, picture.headers["content-type"]) == (b"png", "image/png")
    assert "21.5," in client.get(f"{PATH}/series.csv").text
    for missing in (f"{PATH}/pictures/5.png", f"{PATH}/pictures/{10**30}.png", "/trails/none"):
        assert client.get(missing).status_code == 404


def test_a_block_in_doubt_is_shown_with_both_candidates_and_one_click_says_which(client: TestClient) -> None:
    archive = client.app.state.context.archive
    version = archive.versions.of(URL)[0].id
    other = TrailCandidate(path="body[1]/p[2]", text="<i>17.00 €</i>", confidence=0.31)
    doubtful = TrailEntry(
        found_at=START + timedelta(days=2), version=version, state="uncertain", confidence=0.54, path="body[1]/p[1]",
        text="19.00 €", other=other,
    )  # fmt: skip
    add_entry(archive, "aabbccdd", doubtful)
    shown = client.get(PATH).text
    assert "or, hardly:" in shown
    assert "&lt;i&gt;17.00 €&lt;/i&gt;" in shown
    for path in ("body[1]/p[1]", "body[1]/p[2]"):
        assert f'name="path" value="{path}"' in shown
    neither = post(client, f"/pick/{version}/correct", {"trail": "aabbccdd"})
    assert neither.status_code == 400
    assert "by its ref or by its path" in neither.text


def test_a_single_candidate_is_confirmed_with_one_click(client: TestClient) -> None:
    archive = client.app.state.context.archive
    version = archive.versions.of(URL)[0].id
    doubtful = TrailEntry(
        found_at=START + timedelta(days=2), version=version, state="uncertain", confidence=0.5, path="body[1]/p[1]",
        text="19.00 €", alerts=("the row Roads is gone, or is now called Ways",),
    )  # fmt: skip
    add_entry(archive, "aabbccdd", doubtful)
    shown = client.get(PATH).text
    assert "yes, this is it" in shown
    assert "it is the second" not in shown


def test_rules_are_added_tried_and_removed(client: TestClient) -> None:
    archive = client.app.state.context.archive
    with receiving() as receiver:
        form = {"channel": receiver.channel, "above": "20,5", "words": "sold out, closed"}
        assert post(client, f"{PATH}/rules", form).status_code == 303
        rule = archive.outbox.rules()[0]
        assert dict(rule.conditions) == {"above": 20.5, "words": ["sold out", "closed"]}
        assert "The test message was sent" in post(client, f"{PATH}/rules/{rule.id}/test").text
        assert "A test" in receiver.messages[0]["title"]
        assert post(client, f"{PATH}/rules", {**form, "above": "much"}).status_code == 400
    refused = post(client, f"{PATH}/rules", {"channel": "slack://nowhere", "below": "1,250", "words": "sold out"})
    assert refused.status_code == 400
    assert 'value="slack://nowhere"' in refused.text
    assert 'value="1,250"' in refused.text
    assert post(client, f"{PATH}/rules", {"channel": "file:messages.jsonl"}).status_code == 400
    post(client, f"{PATH}/rules/{rule.id}/remove")
    assert not archive.outbox.rules()


def test_a_block_is_followed_no_more(client: TestClient) -> None:
    answer = post(client, f"{PATH}/remove")
    assert answer.headers["location"].startswith("/page?url=")
    assert client.get(PATH).status_code == 404


def job_of(client, **fields):
    """A job in the list of the application, in a state of our choice."""
    known = {
        "id": "0123456789abcdef", "number": 1, "url": TRAIL_JOBS_URL, "asked_at": NOW, "kind": "follow",
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
        assert "Following a block." in client.get("/page", params={"url": TRAIL_JOBS_URL}).text
        assert client.get("/trails/jobs/ffffffffffffffff").status_code == 404


def test_a_job_that_failed_says_why_and_offers_to_choose_again(tmp_path):
    with web_client(tmp_path) as client:
        job = job_of(client, state="failed", error="<b>no such block</b>")
        shown = client.get(f"/trails/jobs/{job.id}")
        assert "Refresh" not in shown.headers
        assert "&lt;b&gt;no such block" in shown.text
        assert 'href="/pick/20260102030405-1?block=1.1"' in shown.text
        assert "failed" in client.get("/page", params={"url": TRAIL_JOBS_URL}).text


def test_a_block_that_is_followed_already_leads_to_its_trail(tmp_path):
    with web_client(tmp_path) as client:
        job = job_of(client, state="failed", error="followed already as t1", trail="t1", is_followed=True)
        shown = client.get(f"/trails/jobs/{job.id}")
        assert shown.status_code == 409
        assert "This block is already followed. Look at it, or choose another one." in shown.text
        assert 'href="/trails/t1"' in shown.text
        assert client.get(f"/trails/jobs/{job_of(client, state='failed').id}").status_code == 502


def test_a_job_that_is_done_leads_to_its_trail(tmp_path):
    with web_client(tmp_path) as client:
        made = job_of(client, state="done", trail="t1")
        assert client.get(f"/trails/jobs/{made.id}").headers["Location"] == "/trails/t1"
        made = job_of(client, state="done", trail="t1", kind="correct")
        assert client.get(f"/trails/jobs/{made.id}").headers["Location"] == "/trails/t1?done=corrected"
