import html
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from archived_site import URL as HARBOUR
from compared_pages import URL, visited_archive
from pagestrata.app.watches import watch_for
from pagestrata.web.context import WebContext
from pagestrata.web.pages import page_history
from web_fixtures import NOW, client_of, web_client


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with visited_archive(tmp_path) as archive, client_of(WebContext(archive=archive, clock=lambda: NOW)) as made:
        yield made


def test_versions_visits_faults_and_heat_have_addresses(client: TestClient) -> None:
    versions = client.get("/page", params={"url": URL}).text
    assert versions.count("compare</a>") == 3
    assert "Kept: first version of this page" in client.get("/page", params={"url": URL, "show": "visits"}).text
    assert "at every visit" in client.get("/page", params={"url": URL, "show": "faults"}).text
    assert 'class="warmth warmth-3"' in client.get("/page", params={"url": URL, "show": "heat"}).text
    for span in ("month", "quarter", "all", "nonsense"):
        assert client.get("/page", params={"url": URL, "span": span}).status_code == 200


def test_lists_go_on_behind_a_moment(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_history, "AT_A_TIME", 2)
    first = client.get("/page", params={"url": URL}).text
    assert "2026-01-04T03%3A04%3A05%2B00%3A00" in first
    second = client.get("/page", params={"url": URL, "before": "2026-01-04T03:04:05+00:00"}).text
    assert second.count("compare</a>") == 1
    assert client.get("/page", params={"url": URL, "before": "soon"}).status_code == 400


def test_a_day_of_the_calendar_opens_the_versions_until_then(client: TestClient) -> None:
    shown = client.get("/page", params={"url": URL}).text
    (link,) = re.findall(r'href="(/page\?[^"]*before=2026-01-04)#versions"', shown)
    until_then = client.get(html.unescape(link)).text
    assert 'aria-label="after: 2026-01-03 03:04 UTC"' in until_then
    assert 'aria-label="after: 2026-01-04 03:04 UTC"' not in until_then


def test_a_page_that_nobody_visited_is_not_said_to_have_been_there(client: TestClient) -> None:
    watch_for(client.app.state.context.archive, "http://new.test/", {})
    shown = client.get("/page", params={"url": "http://new.test/", "show": "faults"}).text
    assert "Not visited yet" in shown
    assert "What keeps changing" not in shown  # nothing to choose from


def test_a_page_that_nobody_visited_is_visited_with_one_click(client: TestClient) -> None:
    watch = watch_for(client.app.state.context.archive, "http://new.test/", {})
    shown = client.get("/page", params={"url": "http://new.test/"}).text
    (form,) = re.findall(r'<form method="post" action="(/watches/[^"]+)">.*?value="visit">Visit now', shown)
    assert form == f"/watches/{watch.id}/edit"
    assert "Visit now" not in client.get("/page", params={"url": "http://unknown.test/"}).text


def test_shares_are_told_in_hundredths(client: TestClient) -> None:
    shown = client.get("/page", params={"url": URL}).text
    assert "100\u00a0%" in shown
    assert 'scope="col" class="choice">Before</th>' in shown


def test_a_page_that_is_not_there(client: TestClient) -> None:
    assert client.get("/page", params={"url": "http://other.test/"}).status_code == 404
    assert client.get("/page", params={"url": "javascript:alert(1)"}).status_code == 400


def test_the_table_says_what_changed_with_each_version(tmp_path):
    with web_client(tmp_path) as client:
        page = client.get("/page", params={"url": HARBOUR}).text
    assert "the harbour is open → closed" in page
    assert "First version" in page


def test_a_change_is_found_by_page_and_time(tmp_path):
    with web_client(tmp_path) as client:
        first, second, _ = client.app.state.context.archive.versions.of(HARBOUR)
        led = client.get("/change", params={"url": HARBOUR, "at": second.id[:14]})
        assert led.headers["location"] == f"/compare/{first.id}/{second.id}"
        assert (
            client.get("/change", params={"url": HARBOUR, "at": first.id}).headers["location"]
            == f"/versions/{first.id}"
        )
        assert client.get("/change", params={"url": HARBOUR, "at": "x" * 14}).status_code == 400


def test_the_lists_say_which_rule_removed_versions_and_when(client: TestClient) -> None:
    archive = client.app.state.context.archive  # type: ignore[attr-defined]
    gone = archive.upkeep.retain("thin 1d:30d", now=NOW)
    assert len(gone) == 2
    versions = client.get("/page", params={"url": URL}).text
    assert f"2 versions removed by the rule &#39;thin 1d:30d&#39; on {NOW:%Y-%m-%d}" in versions
    assert versions.index("2026-01-05T") < versions.index("2 versions removed by") < versions.rindex("2026-01-02T")
    visits = client.get("/page", params={"url": URL, "show": "visits"}).text
    assert visits.count("kept, removed since") == 2
    assert "2 versions removed by the rule" in client.get("/archive").text
