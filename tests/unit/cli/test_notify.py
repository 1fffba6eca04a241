import json
from datetime import UTC, datetime, timedelta

import pytest

from command_line import call
from followed_pages import news_page
from pagestrata.app.chosen_blocks import Choice, add_trail
from pagestrata.store.archive import open_archive
from receivers import receiving
from visits import visit_page

URL = "http://site.test/"


@pytest.fixture
def run(tmp_path, capfdbinary):
    def command(*words):
        return call(capfdbinary, "notify", *words, "--archive", tmp_path / "archive")

    return command


@pytest.fixture
def trail(tmp_path):
    with open_archive(tmp_path / "archive") as archive:
        first = news_page(captured_at=datetime.now(UTC) - timedelta(hours=1))
        return add_trail(archive, first, Choice(css=".price"), url=URL, version=None, name="Boots").id


def fall(tmp_path):
    with open_archive(tmp_path / "archive") as archive:
        page = news_page(price="89.00 €", captured_at=datetime.now(UTC))
        visit_page(archive, page, url=URL)


def test_add_list_send_log_remove(run, trail, tmp_path):
    with receiving() as receiver:
        made = run("add", trail, "--to", receiver.channel, "--below", "90")
        assert (made.code, made.json["conditions"]) == (0, {"below": 90.0})
        rule = made.json["id"]
        listed = run("list")
        assert listed.text.split()[:3] == [rule, "trail", trail]
        assert run("list", "--json").json[0]["id"] == rule
        fall(tmp_path)
        assert run("send").json == {"sent": 1, "given_up": 0, "waiting": 0}
        assert run("send").json == {"sent": 0, "given_up": 0, "waiting": 0}
        logged = run("log", "--rule", rule)
        assert "sent" in logged.text
        assert "(89.00 is below 90)" in logged.text
        (entry,) = run("log", "--json").json
        assert (entry["status"], entry["attempts"], entry["problem"]) == ("sent", 1, None)
        assert run("remove", rule[:4], "--json").json == {"removed": rule, "kind": "trail", "subject": trail}
        assert run("list").code == 1
        shown = made.text + made.err + listed.text + logged.text + json.dumps(entry)
    assert len(receiver.messages) == 1
    for secret in ("pa55word", "t0ken", "someone"):
        assert secret not in shown


def test_what_does_not_get_out_is_exit_1_and_stays(run, trail, tmp_path, caplog):
    with receiving() as receiver:
        receiver.status = 500
        run("add", trail, "--to", receiver.channel)
        fall(tmp_path)
        done = run("send")
    assert (done.code, done.json["waiting"]) == (1, 1)
    assert "did not accept the message (error 500)" in caplog.text
    assert "next try" in run("log").text


def test_a_sample_message(run, trail, monkeypatch, tmp_path):
    monkeypatch.setenv("MY_PLACE", "file:out.jsonl")
    rule = run("add", trail, "--to", "env:MY_PLACE").json["id"]
    assert run("test", rule).json == {"rule": rule, "sent": True, "problem": None}
    assert "A test" in (tmp_path / "archive" / "out.jsonl").read_text()
    monkeypatch.setenv("MY_PLACE", "file:no/folder.jsonl")
    refused = run("test", rule)
    assert (refused.code, refused.json["sent"]) == (1, False)


def test_errors_say_what_to_do(run, trail):
    assert "follow the block with the number" in run("add", URL, "--to", "terminal", "--above", "3").err
    refused = run("add", trail, "--to", "s3cret-without-scheme")
    assert refused.code == 2
    assert "not the address of a channel" in refused.err
    assert "s3cret" not in refused.err
    assert "notify list" in run("remove", "nope").err
    assert run("log").code == 1


def test_an_archive_that_is_not_there_is_not_made(run, tmp_path):
    assert run("list").code == 1
    assert not (tmp_path / "archive").exists()


def test_a_rule_for_a_tag(run, trail):
    made = run("add", "tag:shop", "--to", "terminal", "--threshold", "0.3")
    assert (made.code, made.json["kind"], made.json["subject"]) == (0, "tag", "shop")
    assert run("list").text.split()[1:3] == ["tag", "shop"]


def test_the_mail_server_is_set_shown_and_forgotten_without_its_password(run, tmp_path, monkeypatch):
    monkeypatch.setenv("PAGESTRATA_CHANNELS", str(tmp_path / "kept.json"))
    assert run("mail-server").code == 1
    made = run("mail-server", "smtps://anna%40example.org:pa55@mail.example.org")
    assert (made.code, made.json) == (0, {"host": "mail.example.org", "from": "anna@example.org"})
    assert run("mail-server", "mail.example.org").code == 2
    assert run("mail-server").json["host"] == "mail.example.org"
    assert run("mail-server", "--none").code == 0
    assert run("mail-server").code == 1
