from __future__ import annotations

import base64

import pytest

from mailboxes import mailbox
from pagestrata.errors import UsageError
from pagestrata.notify.mail import MailChannel, checked_address, mail_server_from, plain_text
from pagestrata.notify.messages import PICTURE_PLACE, Message

PICTURE = b"\x89PNG fake"
HTML = Message(
    key="k",
    title="Boat: € 129.00 → € 119.00",
    body=f"<p>It is <del>129</del> <ins>119</ins>.</p>{PICTURE_PLACE}<p>End</p>",
    is_html=True,
    picture_png=PICTURE,
)


def test_mail_arrives_as_text_and_as_html_with_the_picture_in_its_place():
    with mailbox() as box:
        channel = MailChannel("anna@example.org", mail_server_from(box.server))
        assert channel.send(HTML) is None
    (mail,) = box.mails
    assert mail["Subject"] == HTML.title
    assert mail["To"] == "anna@example.org"
    assert "archive@example.org" in mail["From"]
    assert "It is [-129-] [+119+]." in box.part("plain")
    html = box.part("html")
    assert html.index("cid:") < html.index("End")
    assert box.pictures() == [PICTURE]


def test_a_plain_message_carries_its_picture_as_an_attachment():
    with mailbox() as box:
        channel = MailChannel("anna@example.org", mail_server_from(box.server))
        assert channel.send(Message(key="k", title="t", body="Body", picture_png=PICTURE)) is None
    assert box.part("plain").strip() == "Body"
    assert box.pictures() == [PICTURE]


def test_the_same_message_has_the_same_id_so_that_a_second_try_is_seen():
    with mailbox() as box:
        channel = MailChannel("anna@example.org", mail_server_from(box.server))
        for key in ("a", "b", "a"):
            channel.send(Message(key=key, title="t", body="b"))
    first, second, third = (mail["Message-ID"] for mail in box.mails)
    assert first == third != second


def test_a_title_with_line_breaks_makes_no_header():
    with mailbox() as box:
        channel = MailChannel("anna@example.org", mail_server_from(box.server))
        assert channel.send(Message(key="k", title="a\r\nBcc: x@y.z", body="b")) is None
    assert box.mails[0]["Subject"] == "a Bcc: x@y.z"
    assert box.mails[0]["Bcc"] is None


def test_a_refused_recipient_is_said():
    with mailbox() as box:
        box.refused.add("bert@")
        problem = MailChannel("bert@example.org", mail_server_from(box.server)).send(HTML)
    assert problem == "the mail server does not take mail for this address (error 550)"


def test_nobody_listening_is_a_problem_without_the_address():
    with mailbox() as box:
        pass
    problem = MailChannel("anna@example.org", mail_server_from(box.server)).send(HTML)
    assert problem == "the mail server cannot be reached; check its name and port"


def test_it_logs_in_on_this_machine_and_a_password_goes_nowhere_else_in_the_clear(monkeypatch):
    with mailbox() as box:
        address = f"smtp://me:pa55@127.0.0.1:{box.port}"
        assert MailChannel("anna@example.org", mail_server_from(address)).send(HTML) is None
        assert base64.b64decode(box.logins[0].split()[1]) == b"\0me\0pa55"
        monkeypatch.setattr("pagestrata.notify.mail.LOOPBACK", frozenset())
        problem = MailChannel("anna@example.org", mail_server_from(address)).send(HTML)
    assert "a password is not sent without it" in problem
    assert len(box.logins) == 1


def test_a_server_that_somebody_on_the_network_named_must_be_public():
    with mailbox() as box:
        server = mail_server_from(box.server, must_be_public=True)
        problem = MailChannel("anna@example.org", server, is_public=lambda _: False).send(HTML)
    assert "not on the public Internet" in problem
    assert box.mails == []


@pytest.mark.parametrize("address", ["", "mail.example.org", "http://host", "smtp://", "smtp://h:x", "smtp://h?a=b"])
def test_what_is_no_server_is_refused(address):
    with pytest.raises(UsageError, match="mail server"):
        mail_server_from(address)


def test_the_parts_of_a_server_are_read():
    server = mail_server_from("smtps://anna%40example.org:p%40ss@mail.example.org")
    assert (server.host, server.port, server.is_encrypted) == ("mail.example.org", 465, True)
    assert (server.user, server.password) == ("anna@example.org", "p@ss")
    assert server.from_address == "anna@example.org"
    assert "p@ss" not in repr(server)


@pytest.mark.parametrize("text", ["", "anna", "a@b@c", "a b@c.d", "a@b,c@d", "a@b\r\nBcc: x", "<a@b.c>", "a@b..c"])
def test_what_is_no_mail_address_is_refused(text):
    with pytest.raises(UsageError, match="not a mail address"):
        checked_address(text)


def text_of(body: str) -> str:
    return plain_text(Message(key="k", title="t", body=body, is_html=True))


def test_plain_messages_stay_as_they_are():
    assert plain_text(Message(key="k", title="t", body="a < b & c")) == "a < b & c\n"


def test_marked_words_links_and_lists_are_readable_without_markup():
    body = "<p>Now <del>10</del> <ins>12</ins> &amp; more</p>"
    body += '<ul><li>one</li><li>two</li></ul><p><a href="http://a/">What changed</a></p>'
    assert text_of(body) == "Now [-10-] [+12+] & more\n\n- one\n- two\n\nWhat changed: http://a/\n"


def test_an_address_is_not_said_twice_and_the_picture_leaves_no_trace():
    assert text_of(f'<p><a href="http://a/">http://a/</a></p>{PICTURE_PLACE}') == "http://a/\n"


def test_styles_and_scripts_are_no_words():
    assert text_of("<style>p{}</style><p>a</p><script>b()</script>") == "a\n"
