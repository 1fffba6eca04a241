import pytest

from archived_site import URL
from command_line import call


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
    assert "block '1.1' of which page?" in run("search", "boats", "--block", "1.1").err


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
