import base64

import pytest

from pagestrata.errors import UsageError
from pagestrata.notify.messages import Message
from pagestrata.notify.webhooks import WebhookChannel, is_webhook
from receivers import receiving

MESSAGE = Message(key="k", title="Title", body="<p>Body</p>", is_html=True, picture_png=b"\x89PNG fake")


def channel_to(receiver, scheme="http"):
    return WebhookChannel(receiver.channel.replace("json://", f"{scheme}://"), name="hook")


@pytest.mark.parametrize("scheme", ["http", "json"])
def test_a_message_arrives_as_json_with_its_picture_and_its_key(scheme):
    with receiving() as receiver:
        assert channel_to(receiver, scheme).send(MESSAGE) is None
    (message,) = receiver.messages
    assert (message["title"], message["message"], message["html"]) == ("Title", "Body", "<p>Body</p>")
    (picture,) = message["attachments"]
    assert base64.b64decode(picture["base64"]) == MESSAGE.picture_png
    assert len(receiver.keys[0]) == 64


def test_a_target_that_refuses_or_is_not_there_is_reported_without_its_secrets():
    with receiving() as receiver:
        receiver.status = 503
        assert channel_to(receiver).send(MESSAGE) == "hook did not accept the message (error 503)"
    assert channel_to(receiver).send(MESSAGE) == "hook did not accept the message"


def test_redirects_are_not_followed():
    with receiving() as receiver:
        receiver.status = 307
        assert channel_to(receiver).send(MESSAGE) == "hook did not accept the message (error 307)"
    assert len(receiver.messages) == 1


def test_what_is_not_public_is_refused_where_it_must_be():
    with receiving() as receiver:
        channel = WebhookChannel(receiver.channel, name="hook", is_public=lambda _: False)
        assert "not on the public Internet" in channel.send(MESSAGE)
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
