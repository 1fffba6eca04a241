import pytest

from command_line import call
from pagestrata.store.archive import open_archive

URL = "http://site.test/"


@pytest.fixture
def run(tmp_path, capfdbinary):
    def command(*words):
        return call(capfdbinary, "watch", *words, "--archive", tmp_path / "archive")

    return command


def test_add_list_show_edit_remove(run, tmp_path):
    made = run(
        "add", "http://SITE.test", "--title", "Paper", "--tag", "news", "--threshold", "0.4", "--notify", "terminal"
    )
    assert made.code == 0
    assert {**made.json, "id": "", "rules": []} == {
        "id": "", "url": URL, "title": "Paper", "tags": ["news"], "threshold": 0.4, "rules": [],
    }  # fmt: skip
    assert len(made.json["rules"]) == 1
    assert run("list").text == f"{made.json['id']}  {URL}  news\n"
    assert run("list", "--tag", "other").code == 1
    assert run("show", URL).json == made.json
    edited = run("edit", made.json["id"][:6], "--tag", "daily", "--no-threshold").json
    assert (edited["tags"], edited["threshold"], edited["title"]) == (["daily"], None, "Paper")
    assert run("edit", URL, "--no-tags").json["tags"] == []
    assert run("remove", URL).code == 0
    assert run("list", "--json").json == []
    with open_archive(tmp_path / "archive") as archive:
        assert list(archive.outbox.rules()) == []


def test_a_list_is_imported(run, tmp_path):
    (tmp_path / "list.txt").write_text("https://a.test/ news\nhttps://b.test/\n")
    assert run("import", tmp_path / "list.txt").json["files"][0]["watches"] == 2
    assert run("list", "--tag", "news").text.split()[1] == "https://a.test/"


def test_what_is_not_there_is_said(run):
    run("add", URL)
    missing = run("show", "http://other.test/")
    assert missing.code == 1
    assert "pagestrata watch list" in missing.err
    assert run("add", "not an address").code == 2
