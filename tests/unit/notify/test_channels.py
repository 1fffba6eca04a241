from __future__ import annotations

import base64
import io
import json
import logging
import os
import sys

import pytest

from mailboxes import mailbox
from pagestrata.errors import UsageError
from pagestrata.notify.channels import (
    AppriseChannel,
    FileChannel,
    TerminalChannel,
    WebhookChannel,
    append_to,
    is_webhook,
    message_file,
    name_of,
    open_channel,
)
from pagestrata.notify.mail import mail_server_from
from pagestrata.notify.messages import Message
from receivers import receiving

MESSAGE = Message(key="k", title="Title", body="Body", picture_png=b"\x89PNG fake")


def opened(address, *, folder=None, **environment):
    return open_channel(address, environment=environment, terminal=io.StringIO(), folder=folder)


def test_a_message_arrives_with_its_picture_and_its_key():
    with receiving() as receiver:
        assert AppriseChannel(receiver.channel).send(MESSAGE) is None
    (message,) = receiver.messages
    assert (message["title"], message["message"]) == ("Title", "Body")
    (picture,) = message["attachments"]
    assert picture["filename"] == "block.png"
    assert base64.b64decode(picture["base64"]) == MESSAGE.picture_png
    assert len(receiver.keys[0]) == 64


def test_the_same_message_has_the_same_key_and_another_another():
    with receiving() as receiver:
        channel = AppriseChannel(receiver.channel)
        for key in ("a", "b", "a"):
            channel.send(Message(key=key, title="t", body="b"))
    first, second, third = receiver.keys
    assert first == third != second


@pytest.mark.parametrize("scheme", ["form", "xml"])
def test_other_kinds_that_take_headers_carry_the_key_too(scheme):
    with receiving() as receiver:
        channel = receiver.channel.replace("json://", f"{scheme}://")
        assert AppriseChannel(channel).send(Message(key="a", title="t", body="b")) is None
    assert len(receiver.keys[0]) == 64


def test_a_target_that_refuses_is_reported_without_its_secrets(caplog):
    with receiving() as receiver, caplog.at_level(logging.DEBUG):
        receiver.status = 503
        problem = AppriseChannel(receiver.channel).send(MESSAGE)
    assert problem.endswith("did not accept the message (error 503)")
    ours = problem + "".join(record.getMessage() for record in caplog.records if record.levelno > logging.DEBUG)
    for secret in ("pa55word", "t0ken", "someone", "127.0.0.1"):
        assert secret not in ours


def test_nobody_listening_is_a_problem_too():
    with receiving() as receiver:
        pass
    assert "did not accept" in AppriseChannel(receiver.channel).send(MESSAGE)


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("terminal", "terminal"),
        ("env:MY_CHANNEL", "env:MY_CHANNEL"),
        ("file:/var/log/changes.jsonl", "file:/var/log/changes.jsonl"),
        ("TGRAM://123:secret/chat", "tgram://…"),
    ],
)
def test_names_hold_no_secrets(address, shown):
    assert name_of(address).startswith(shown)
    assert "secret" not in name_of(address)


def test_two_places_of_one_kind_have_two_names():
    assert name_of("json://a/1") != name_of("json://a/2")
    assert name_of("json://a/1") == name_of("json://a/1")


@pytest.mark.parametrize("address", ["s3cret", "", "env:not a name", "://x"])
def test_what_is_no_address_is_refused_without_repeating_it(address):
    with pytest.raises(UsageError, match="not the address of a channel; give mail:anna") as refused:
        name_of(address)
    assert "s3cret" not in str(refused.value)


def test_a_kind_apprise_does_not_know_is_refused_with_advice():
    with pytest.raises(UsageError, match="'nonsense' is not a notification address"):
        AppriseChannel("nonsense://s3cret")


def test_an_address_in_the_environment(tmp_path):
    channel = opened("env:PLACE", folder=tmp_path, PLACE=f"file:{tmp_path / 'out.jsonl'}")
    assert channel.send(MESSAGE) is None
    assert json.loads((tmp_path / "out.jsonl").read_text())["title"] == "Title"
    with pytest.raises(UsageError, match="PLACE is not set"):
        opened("env:PLACE")
    with pytest.raises(UsageError, match="PLACE refers to another one"):
        opened("env:PLACE", PLACE="env:OTHER")


def test_a_file_gets_one_line_per_message(tmp_path):
    channel = FileChannel(tmp_path / "out.jsonl")
    assert [channel.send(MESSAGE), channel.send(Message(key="l", title="Second\nline", body="b"))] == [None, None]
    first, second = map(json.loads, (tmp_path / "out.jsonl").read_text().splitlines())
    assert base64.b64decode(first["picture_png"]) == MESSAGE.picture_png
    assert (second["title"], second["picture_png"]) == ("Second\nline", None)
    assert "cannot be written" in FileChannel(tmp_path / "no" / "folder").send(MESSAGE)


def test_the_terminal_prints_and_a_closed_one_is_reported():
    target = io.StringIO()
    assert TerminalChannel(target).send(MESSAGE) is None
    assert target.getvalue() == "Title\nBody\n\n"
    target.close()
    assert "cannot write to the terminal" in TerminalChannel(target).send(MESSAGE)


def test_a_terminal_is_not_steered_by_a_message_but_a_file_gets_every_byte():
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    message = Message(key="k", title="a\x1b]0;x\x07", body="b\u202ec")
    for target, expected in (
        (Terminal(), "a\\u001b]0;x\\u0007\nb\\u202ec\n\n"),
        (io.StringIO(), "a\x1b]0;x\x07\nb\u202ec\n\n"),
    ):
        open_channel("terminal", environment={}, terminal=target).send(message)
        assert target.getvalue() == expected


def test_mail_and_webhooks_need_no_apprise(monkeypatch):
    monkeypatch.setitem(sys.modules, "apprise", None)
    with mailbox() as box, receiving() as receiver:
        mail = open_channel(
            "mail:anna@example.org", environment={}, terminal=io.StringIO(), mail_server=mail_server_from(box.server)
        )
        assert mail.send(MESSAGE) is None
        assert opened(receiver.channel).send(MESSAGE) is None
    assert len(box.mails) == len(receiver.messages) == 1
    with pytest.raises(
        UsageError, match=r"'slack' channels need Apprise; install it with: pip install 'pagestrata\[notify\]'"
    ):
        opened("slack://a/b/c")


def test_mail_without_a_server_says_where_to_set_one():
    with pytest.raises(UsageError, match="set one under Settings, Channels"):
        opened("mail:anna@example.org")


def test_a_mail_address_is_shown_in_part_and_told_from_others() -> None:
    anna, anke = name_of("mail:anna@example.org"), name_of("mail:anke@example.org")
    assert anna.startswith("mail:a…")
    assert anna.endswith("@example.org")
    assert "anna" not in anna
    assert anna != anke


def test_names_are_below_the_folder(tmp_path):
    assert message_file(tmp_path, "news.jsonl") == tmp_path.resolve() / "news.jsonl"
    assert message_file(tmp_path, f"{tmp_path}/sub/NEWS.TXT") == tmp_path.resolve() / "sub" / "NEWS.TXT"


@pytest.mark.parametrize(
    "name", ["", ".", "news", "news.sh", ".news.jsonl", "../news.jsonl", "/etc/news.jsonl", ".a/b.log"]
)
def test_other_names_are_refused_with_advice(tmp_path, name):
    with pytest.raises(UsageError, match="give file:NAME"):
        message_file(tmp_path, name)


def test_a_folder_that_leads_elsewhere_is_refused(tmp_path):
    (tmp_path / "archive").mkdir()
    (tmp_path / "archive" / "sub").symlink_to(tmp_path)
    with pytest.raises(UsageError, match="to the archive's folder"):
        message_file(tmp_path / "archive", "sub/news.jsonl")


def test_an_archive_without_a_folder_has_no_files_of_messages():
    with pytest.raises(UsageError, match="this archive has none"):
        message_file(None, "news.jsonl")


def test_lines_are_added_and_the_file_is_the_owners(tmp_path):
    append_to(tmp_path / "news.jsonl", "one\n")
    append_to(tmp_path / "news.jsonl", "two\n")
    assert (tmp_path / "news.jsonl").read_text() == "one\ntwo\n"
    assert (tmp_path / "news.jsonl").stat().st_mode & 0o777 == 0o600


def test_links_programs_and_pipes_are_not_written(tmp_path):
    mine = tmp_path / "mine"
    mine.write_text("")
    (tmp_path / "link.jsonl").symlink_to(mine)
    (tmp_path / "hard.jsonl").hardlink_to(mine)
    os.mkfifo(tmp_path / "pipe.jsonl")
    (tmp_path / "program.jsonl").write_text("")
    (tmp_path / "program.jsonl").chmod(0o755)
    for name in ("link", "hard", "pipe", "program"):
        with pytest.raises(OSError):  # noqa: PT011 - the system says it in its own words
            append_to(tmp_path / f"{name}.jsonl", "line\n")
    assert mine.read_text() == ""


HTML_MESSAGE = Message(key="k", title="Title", body="<p>Body</p>", is_html=True, picture_png=b"\x89PNG fake")


def channel_to(receiver, scheme="http"):
    return WebhookChannel(receiver.channel.replace("json://", f"{scheme}://"), name="hook")


@pytest.mark.parametrize("scheme", ["http", "json"])
def test_a_message_arrives_as_json_with_its_picture_and_its_key(scheme):
    with receiving() as receiver:
        assert channel_to(receiver, scheme).send(HTML_MESSAGE) is None
    (message,) = receiver.messages
    assert (message["title"], message["message"], message["html"]) == ("Title", "Body", "<p>Body</p>")
    (picture,) = message["attachments"]
    assert base64.b64decode(picture["base64"]) == HTML_MESSAGE.picture_png
    assert len(receiver.keys[0]) == 64


def test_a_target_that_refuses_or_is_not_there_is_reported_without_its_secrets():
    with receiving() as receiver:
        receiver.status = 503
        assert channel_to(receiver).send(HTML_MESSAGE) == "hook did not accept the message (error 503)"
    assert channel_to(receiver).send(HTML_MESSAGE) == "hook did not accept the message"


def test_redirects_are_not_followed():
    with receiving() as receiver:
        receiver.status = 307
        assert channel_to(receiver).send(HTML_MESSAGE) == "hook did not accept the message (error 307)"
    assert len(receiver.messages) == 1


def test_what_is_not_public_is_refused_where_it_must_be():
    with receiving() as receiver:
        channel = WebhookChannel(receiver.channel, name="hook", is_public=lambda _: False)
        assert "not on the public Internet" in channel.send(HTML_MESSAGE)
    assert receiver.messages == []


@pytest.mark.parametrize("address", ["https://", "http://[1/", "http://a:b/"])
def test_what_names_no_host_is_refused(address):
    with pytest.raises(UsageError, match="https://host/path"):
        WebhookChannel(address, name="hook")


def test_addresses_that_ask_for_what_apprise_alone_can_are_left_to_it():
    assert is_webhook("https://host/path?a=b")
    assert is_webhook("jsons://host/path")
    assert not is_webhook("jsons://host/path?+X-Key=1")
    assert not is_webhook("slack://a/b/c")
