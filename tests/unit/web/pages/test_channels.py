import re

import pytest

from mailboxes import mailbox
from receivers import receiving
from web_fixtures import ShowingSession, post, web_client


@pytest.fixture
def client(tmp_path, monkeypatch):
    monkeypatch.setenv("PAGESTRATA_CHANNELS", str(tmp_path / "channels.json"))
    monkeypatch.delenv("PAGESTRATA_MAIL", raising=False)
    with web_client(tmp_path / "archive", session=ShowingSession(ValueError())) as client:
        yield client


def archive_of(client):
    return client.app.state.context.archive


def test_a_channel_is_added_tested_and_removed(client):
    with receiving() as receiver:
        form = {"subject": "http://site.test/", "channel": receiver.channel}
        assert post(client, "/settings/channels", form).headers["Location"].endswith("done=added")
        (rule,) = archive_of(client).outbox.rules()
        assert post(client, f"/settings/channels/{rule.id}/test").headers["Location"].endswith("done=sent")
    assert "A test" in receiver.messages[0]["title"]
    assert post(client, f"/settings/channels/{rule.id}/remove").status_code == 303
    assert archive_of(client).outbox.rules() == []
    assert post(client, f"/settings/channels/{rule.id}/test").status_code == 404
    assert post(client, "/settings/channels", {"subject": "x", "channel": "nonsense"}).status_code == 400


def test_a_channel_that_fails_says_why(client):
    with receiving() as receiver:
        pass
    post(client, "/settings/channels", {"subject": "http://site.test/", "channel": receiver.channel})
    (rule,) = archive_of(client).outbox.rules()
    answer = post(client, f"/settings/channels/{rule.id}/test")
    assert answer.status_code == 502
    assert "did not accept the message" in answer.text


def test_a_channel_is_tried_before_it_is_stored(client):
    with receiving() as receiver:
        form = {"kind": "webhook", "channel": receiver.channel, "do": "test"}
        answer = post(client, "/settings/channels", form)
    assert (answer.status_code, len(receiver.messages), archive_of(client).outbox.rules()) == (200, 1, [])
    assert "The test message was sent." in answer.text
    assert f'value="{receiver.channel}"' in answer.text


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"kind": "slack", "channel": "https://elsewhere.example.org/x"}, "this is not what Slack needs; paste"),
        ({"kind": "mail", "channel": "anna"}, "is not a mail address"),
        ({"kind": "mail", "channel": "anna@example.org"}, "mail needs a mail server"),
        ({"kind": "webhook", "channel": "https://example.org/hook", "when": "whenever"}, "whenever"),
        ({"kind": "pigeon", "channel": "x"}, "choose one of the kinds"),
    ],
)
def test_what_cannot_be_done_leaves_the_form_filled_and_says_why(client, values, said):
    answer = post(client, "/settings/channels", {"subject": "tag:news", **values})
    assert (answer.status_code, archive_of(client).outbox.rules()) == (400, [])
    assert said in answer.text
    assert 'value="tag:news"' in answer.text
    assert f'value="{values["channel"]}"' in answer.text


def test_where_apprise_is_missing_the_form_stays_filled_and_says_what_to_install(client, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "apprise", None)
    pasted = "https://discord.com/api/webhooks/123456789/abc"
    answer = post(client, "/settings/channels", {"subject": "tag:news", "kind": "discord", "channel": pasted})
    assert answer.status_code == 400
    assert "pip install &#39;pagestrata[notify]&#39;" in answer.text
    assert f'value="{pasted}"' in answer.text
    assert '<option value="discord"' in answer.text
    assert re.search(r'<option value="discord"[^>]* selected', answer.text)


def test_a_mail_server_is_set_by_its_parts_and_forgotten(client):
    with mailbox() as box:
        parts = {"host": "127.0.0.1", "port": str(box.port), "security": "none", "sender": "archive@example.org"}
        assert post(client, "/settings/mail", {**parts, "to": "anna@example.org"}).status_code == 303
    assert box.mails[0]["From"] == "Pagestrata <archive@example.org>"
    shown = client.get("/settings/channels").text
    assert "Now: 127.0.0.1, from archive@example.org" in shown
    assert f'name="port" inputmode="numeric" maxlength="5" placeholder="usual" value="{box.port}"' in shown
    assert post(client, "/settings/mail", {"do": "forget"}).status_code == 303
    assert "Not set; no mail is sent" in client.get("/settings/channels").text


def test_a_mail_server_that_refuses_is_not_stored_and_the_form_stays_filled_but_for_the_password(client):
    with mailbox() as box:
        box.refused.add("anna@example.org")
        parts = {"host": "127.0.0.1", "port": str(box.port), "security": "starttls", "to": "anna@example.org"}
        answer = post(client, "/settings/mail", parts)
    assert answer.status_code == 400
    assert "does not take mail for this address" in answer.text
    assert 'value="127.0.0.1"' in answer.text
    wrong = post(client, "/settings/mail", {"host": "https://x/", "password": "a secret"})
    assert "the mail server must be a host name" in wrong.text
    assert "a secret" not in wrong.text
    assert "Not set; no mail is sent" in client.get("/settings/channels").text


def test_a_password_that_is_left_empty_is_the_one_that_is_known(client):
    values = {"host": "127.0.0.1", "security": "tls", "user": "news", "password": "p@ss:w/rd"}
    post(client, "/settings/mail", values)
    post(client, "/settings/mail", {**values, "password": "", "sender": "news@example.org"})
    from pagestrata.app.notifications import mail_server

    known = mail_server()
    assert (known.password, known.sender) == ("p@ss:w/rd", "news@example.org")
    post(client, "/settings/mail", {**values, "host": "localhost", "password": ""})
    assert mail_server().password == ""
