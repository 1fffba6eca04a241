from __future__ import annotations

from datetime import UTC, datetime

import pytest

from archived_site import TEXTS, URL, archived_site
from command_line import call
from pagestrata.cli.log import history_text, saying_text
from pagestrata.store.archive import open_archive


def test_without_an_address_the_pages_are_listed(run):
    assert run("log").text == "     3 versions  2026-01-02T03:04:05Z to 2026-01-04T03:04:05Z  " + URL + "\n"
    (page,) = run("log", "--json", "--since", "2026-01-03").json
    assert (page["url"], page["versions"]) == (URL, 2)
    assert run("log", "--since", "2027").code == 1
    assert "need a page; give its URL" in run("log", "--said", "harbour").err


def test_log_lists_versions_oldest_first(run):
    answer = run("log", URL)
    assert answer.code == 0
    lines = answer.text.splitlines()
    assert len(lines) == 3
    assert "2026-01-02T03:04:05Z  200  first version  A page" in lines[0]
    assert "1 change in 1 block" in lines[1]


def test_log_as_json(run):
    answer = run("log", URL, "--format", "json", "--visits").json
    assert answer["url"] == URL
    assert [version["time"] for version in answer["versions"]] == [f"2026-01-0{day}T03:04:05Z" for day in (2, 3, 4)]
    assert answer["versions"][1]["blocks"] == {"1.1": {"update text": 1}}
    assert len(answer["versions"][0]["digest"]) == 64
    assert [visit["kept"] for visit in answer["visits"]] == [True, True, True]


def test_log_lists_the_pages_that_no_one_watches(run):
    assert (run("log", "--unwatched").code, run("log", URL, "--unwatched").code) == (0, 2)
    assert URL in run("log", "--unwatched").text


def test_log_of_a_span(run):
    answer = run("log", URL, "--since", "2026-01-03", "--until", "2026-01-03", "--json").json
    assert [version["time"][:10] for version in answer["versions"]] == ["2026-01-03"]
    assert run("log", URL, "--since", "2027").code == 1


def test_log_of_one_block(run):
    answer = run("log", URL, "--block", "1.1", "--json").json
    assert [version["changed"] for version in answer["versions"]] == [False, True, False]
    assert answer["versions"][1]["text"] == TEXTS[1][0]
    assert "same" in run("log", URL, "--block", "1.1").text.splitlines()[2]
    missing = run("log", URL, "--block", "7")
    assert missing.code == 1
    assert "has no block '7'" in missing.err


def test_log_says_when_something_was_said(run):
    answer = run("log", URL, "--said", "harbour is open", "--json").json
    assert answer["first"]["time"] == answer["last"]["time"] == "2026-01-02T03:04:05Z"
    assert answer["unsaid_since"] == "2026-01-03T03:04:05Z"
    assert "gone since 2026-01-03" in run("log", URL, "--said", "harbour is open").text
    never = run("log", URL, "--said", "submarines")
    assert never.code == 1
    assert "never contained 'submarines' in 3 versions" in never.text


@pytest.mark.parametrize("words", [("log", "http://other.test/"), ("show", "http://other.test/@latest")])
def test_an_unknown_page_is_exit_1_and_one_message(run, words):
    answer = run(*words)
    assert (answer.code, answer.out) == (1, b"")
    assert answer.err.startswith("pagestrata: http://other.test/ is not in the archive, which holds http://site.test/")
    assert answer.err.count("\n") == 1


def test_no_archive_is_said_and_none_is_made(tmp_path, capfdbinary):
    answer = call(capfdbinary, "log", URL, "--archive", tmp_path / "none")
    assert answer.code == 1
    assert "there is no archive in" in answer.err
    assert not (tmp_path / "none").exists()


def test_a_wrong_time_is_a_usage_error(run):
    answer = run("log", URL, "--since", "yesterday")
    assert answer.code == 2
    assert "is not a time; write 2024-01-31T23:59:00Z" in answer.err


def test_an_empty_answer_says_why(run):
    answer = run("log", URL, "--since", "2027")
    assert answer.code == 1
    assert (
        "has no version in this time range; it has 3, from 2026-01-02T03:04:05Z to 2026-01-04T03:04:05Z" in answer.err
    )
    assert run("log", URL, "--since", "2027", "--json").json["versions"] == []
    assert "none of its 1 pages has a version in this time range" in run("log", "--since", "2027").err


def test_an_archive_without_pages_says_so(tmp_path, capfdbinary):
    open_archive(tmp_path).close()
    answer = call(capfdbinary, "log", "--archive", tmp_path)
    assert answer.code == 1
    assert "it contains no page yet; `pagestrata visit URL` archives a page" in answer.err


@pytest.mark.parametrize(
    "words", [("log",), ("show",), ("search", "harbour", "--url"), ("stats",), ("query", "1", "--url")]
)
def test_an_address_that_is_none_is_an_input_error(run, words):
    answer = run(*words, "http://[::1")
    assert answer.code == 2
    assert "'http://[::1' is not an address (Invalid IPv6 URL)" in answer.err


def test_visits_are_listed_with_status_reasons_errors_and_seconds():
    visit = {
        "time": "T", "status": 200, "stage": "render", "kept": True, "reasons": ["first version"], "error": None,
        "seconds": {"fetch": 0.5, "render": 2.25, "weigh": 0.0}, "saved_seconds": None, "check": None,
        "skipped": None, "fault": None,
    }  # fmt: skip
    shown = history_text({"versions": [], "visits": [visit, {**visit, "error": "no answer", "status": None}]})
    assert shown.splitlines() == [
        "visit T  200  render, kept  first version  (fetch 0.50, render 2.25 s)",
        "visit T  -  render, failed: no answer  first version  (fetch 0.50, render 2.25 s)",
    ]


def test_a_page_with_visits_and_no_version_shows_them(tmp_path, capfdbinary):
    from datetime import UTC, datetime

    from pagestrata.model.records import Visit

    with open_archive(tmp_path) as archive:
        moment = datetime(2026, 1, 1, tzinfo=UTC)
        failed = Visit(url=URL, visited_at=moment, stage="render", version=None, kept=False, fault="not found")
        archive.record_visit(failed)
    found = call(capfdbinary, "log", URL, "--visits", "--archive", tmp_path)
    assert (found.code, found.text) == (1, "visit 2026-01-01T00:00:00Z  -  render, fault (not found), not kept\n")
    assert call(capfdbinary, "log", URL, "--archive", tmp_path).code == 1


def test_log_names_versions_that_a_rule_removed(tmp_path, capfdbinary):
    with archived_site(tmp_path) as archive:
        (gone,) = archive.upkeep.retain("thin 1d:30d", now=datetime(2026, 2, 1, tzinfo=UTC))
    words = "removed by the rule 'thin 1d:30d' on 2026-02-01"
    lines = call(capfdbinary, "log", URL, "--archive", tmp_path).text.splitlines()
    assert lines[1] == f"{gone.id}  2026-01-03T03:04:05Z  {words}"
    assert len(lines) == 3
    (removed,) = call(capfdbinary, "log", URL, "--json", "--archive", tmp_path).json["removed"]
    assert (removed["version"], removed["rule"], removed["sentence"]) == (gone.id, "thin 1d:30d", words)
    assert "removed" not in call(capfdbinary, "log", URL, "--json", "--since", "2026-01-04", "--archive", tmp_path).json
    assert call(capfdbinary, "log", "--archive", tmp_path).text.endswith(f"{URL}  (1 version {words})\n")


def test_a_block_that_is_not_there_is_a_line_too():
    version = {"version": "1", "time": "2026", "block": None, "changed": True, "operations": {}, "text": None}
    assert history_text({"versions": [version]}) == "1  2026  -  missing\n"
    changed = {**version, "block": "1.2", "operations": {"update text": 2, "insert link": 1}}
    assert history_text({"versions": [changed]}) == "1  2026  1.2  2 × update text, 1 × insert link\n"


def test_visits_are_listed_behind_the_versions():
    visit = {
        "time": "2026", "stage": "unchanged", "kept": False, "status": None, "reasons": [], "error": None, "seconds": {},
        "saved_seconds": None, "check": None, "skipped": None, "fault": None,
    }  # fmt: skip
    assert history_text({"versions": [], "visits": [visit]}) == "visit 2026  -  unchanged, not kept\n"
    cheap = {**visit, "stage": "quick", "saved_seconds": 1.26}
    assert history_text({"versions": [], "visits": [cheap]}) == "visit 2026  -  quick, not kept, saved 1.3 s\n"
    looked_at = history_text({"versions": [], "visits": [{**visit, "skipped": "20260101000000-s2"}]})
    assert looked_at == "visit 2026  -  unchanged, not kept  [show it as: 20260101000000-s2]\n"
    fault = {**visit, "stage": "render", "fault": "server error"}
    shown = history_text({"versions": [], "visits": [fault, {**fault, "fault": "timeout", "error": "late"}]})
    assert (
        shown
        == "visit 2026  -  render, fault (server error), not kept\nvisit 2026  -  render, failed (timeout): late\n"
    )
    checked = {**visit, "stage": "render", "check": "agreed"}
    shown = history_text({"versions": [], "visits": [checked]})
    assert shown == "visit 2026  -  render, not kept, cheap stages agreed\n"


def test_a_saying_with_interruptions():
    said = {"time": "2026", "block": "1", "text": "x"}
    answer = {"block": "1", "said": "x", "first": said, "last": said, "versions": 2, "of_versions": 5}
    text = saying_text({**answer, "interrupted": True, "still": True, "unsaid_since": None})
    assert text.endswith("2 of 5 versions, with interruptions; still there\n")
