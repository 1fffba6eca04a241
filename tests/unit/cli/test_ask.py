from __future__ import annotations

import json

import pytest

from archived_site import URL
from command_line import call
from pagestrata.app.watches import change_watch
from scripted_model import scripted_model
from web_fixtures import site_archive


def test_search_finds_blocks_over_time(run):
    answer = run("search", "harbour", "--json")
    assert answer.code == 0
    assert sorted(hit["text"].split()[3] for hit in answer.json) == ["closed", "open"]
    gone = next(hit for hit in answer.json if "open" in hit["text"])
    assert (gone["url"], gone["block"], gone["role"]) == (URL, "1.1", "article")
    assert (gone["first_seen"], gone["gone_at"]) == ("2026-01-02T03:04:05Z", "2026-01-03T03:04:05Z")


def test_search_is_narrowed(run):
    assert len(run("search", "boats", "--json").json) == 2
    assert len(run("search", "boats", "--changed", "--since", "2026-01-04", "--json").json) == 1
    assert len(run("search", "boats", "--until", "2026-01-02", "--json").json) == 1
    assert len(run("search", "boats", "--url", URL, "--block", "1.2", "--json").json) == 2
    assert run("search", "boats", "--url", URL, "--block", "1.1").code == 1
    assert "block '1.1' needs a page" in run("search", "boats", "--block", "1.1").err


def test_search_for_people(run):
    answer = run("search", "harbour", "open")
    assert "block 1.1 (article)  from 2026-01-02 03:04, gone 2026-01-03 03:04" in answer.text
    assert "    the harbour is open every day" in answer.text


def test_nothing_found_is_exit_1(run):
    answer = run("search", "submarine", "--json")
    assert (answer.code, answer.json) == (1, [])
    assert run("search", "!!").code == 2


def test_query_answers_item_by_item(run, tmp_path):
    pytest.importorskip("saxonche")
    assert run("query", "count(//Version)").text == "3\n"
    assert run("query", "//Version/@time/string()", "--newest", "1", "--json").json == ["2026-01-04T03:04:05Z"]
    assert run("query", "//Page/@url/string()", "--url", URL).text == f"{URL}\n"
    file = tmp_path / "question.xq"
    file.write_text("count(//Version[Delta//Update])")
    assert run("query", f"@{file}").text == "2\n"


def test_query_mistakes_are_one_message(run, tmp_path):
    pytest.importorskip("saxonche")
    wrong = run("query", "1 +")
    assert (wrong.code, wrong.out) == (2, b"")
    assert wrong.err.startswith("pagestrata: the query cannot be run")
    assert wrong.err.count("\n") == 1
    assert "cannot read the query" in run("query", f"@{tmp_path / 'none.xq'}").err
    assert run("query", "1", "--url", "http://other.test/").code == 1


def test_a_search_that_finds_nothing_says_so(run):
    answer = run("search", "dragons")
    assert (answer.code, answer.text) == (1, "")
    assert "no block contains 'dragons'" in answer.err
    elsewhere = run("search", "harbour", "--url", "http://other.test/")
    assert elsewhere.code == 1
    assert "http://other.test/ is not in the archive, which holds" in elsewhere.err


def test_a_question_in_plain_words_is_answered_with_sentences(capfdbinary, tmp_path):
    from archived_site import URL
    from web_fixtures import site_archive

    site_archive(tmp_path).close()
    said = call(capfdbinary, "ask", "what", "text", "changed", "on", "tag", "travel", "--archive", tmp_path)
    assert said.code == 0
    assert "understood as: text changes, on pages with tag travel" in said.err
    assert said.text.splitlines()[:2] == [f"{URL}@20260104030405-3", "    boats to the island leave at nine → ten"]
    asked = call(capfdbinary, "ask", "who removed “open every day”", "--json", "--archive", tmp_path).json
    assert [(item["version"], item["before"]) for item in asked["items"]] == [("20260103030405-2", "20260102030405-1")]
    nothing = call(capfdbinary, "ask", "prices", "--archive", tmp_path)
    assert (nothing.code, nothing.text) == (1, "")
    assert "no change matches the question" in nothing.err


QUESTION = ("changes", "since", "2026-01-01")


def allowed(folder):
    with site_archive(folder) as archive:
        change_watch(archive, archive.watches.of(URL), {"tags": ["llm"]})


def test_a_summary_is_written_recorded_and_repeated(capfdbinary, tmp_path, monkeypatch):
    allowed(tmp_path / "archive")
    said = {"text": "The boats to the island leave at ten.", "source": "20260104030405-3"}
    with scripted_model(lambda _: json.dumps({"sentences": [said, {"text": "All is free.", "source": "x"}]})) as server:
        for name, value in {"LLM_URL": server.address, "LLM_MODEL": "small", "LLM_KEY": "s3cret"}.items():
            monkeypatch.setenv(f"PAGESTRATA_{name}", value)
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
        first, again = (call(capfdbinary, "summary", *QUESTION, "--archive", tmp_path / "archive") for _ in range(2))
        assert len(server.asked) == 1
        found = call(capfdbinary, "summary", *QUESTION, "--json", "--archive", tmp_path / "archive").json
    assert first.text.splitlines()[:3] == [f"{said['text']} [20260104030405-3]", "", "All changes:"]
    assert "boats to the island leave at nine → ten" in first.text
    assert "1 sentence was dropped" in first.err
    assert again.text == first.text
    assert (found["sent"], found["dropped"], len(found["changes"])) == (2, 1, 2)


def test_what_would_be_sent_is_shown_and_nothing_is_sent_without_a_model(capfdbinary, tmp_path, monkeypatch):
    for name in ("LLM_URL", "LLM_MODEL"):
        monkeypatch.delenv(f"PAGESTRATA_{name}", raising=False)
    allowed(tmp_path)
    shown = call(capfdbinary, "summary", *QUESTION, "--show-prompt", "--archive", tmp_path).json
    assert [message["role"] for message in shown] == ["system", "user"]
    assert "island leave at nine" in shown[1]["content"]
    plain = call(capfdbinary, "summary", *QUESTION, "--archive", tmp_path)
    assert plain.code == 0
    assert "no language model is configured" in plain.err
    assert "the harbour is open → closed" in plain.text
