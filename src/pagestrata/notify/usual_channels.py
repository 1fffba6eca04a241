"""Common services by name: turn what a person copies from Slack or Telegram into the address that Apprise reads.

A pasted web address is recognised whatever kind of channel was chosen: as ordinary webhooks, these services would refuse
the message.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import quote

from pagestrata.errors import UsageError


@dataclass(frozen=True, slots=True, kw_only=True)
class UsualChannel:
    """A known service: the form of the pasted text, and the Apprise address made of it."""

    kind: str
    name: str
    example: str
    where: str  # to find what is pasted
    pattern: re.Pattern[str]
    address: Callable[[re.Match[str]], str]
    is_known_by_address: bool = True  # no other service has such an address


def _joined(scheme: str) -> Callable[[re.Match[str]], str]:
    return lambda found: f"{scheme}://" + "/".join(quote(part, safe="@") for part in found.groups() if part)


def _ntfy(found: re.Match[str]) -> str:
    if found["host"] is None:
        return f"ntfy://{quote(found['topic'])}"
    return f"{'ntfys' if found['scheme'] == 'https' else 'ntfy'}://{found['host']}/{quote(found['topic'])}"


def _mattermost(found: re.Match[str]) -> str:
    return f"{'mmosts' if found['scheme'] == 'https' else 'mmost'}://{found['host']}/{found['token']}"


USUAL = (
    UsualChannel(
        kind="slack",
        name="Slack",
        example="https://hooks.slack.com/services/T0…/B0…/…",
        where="the address of an incoming webhook, which Slack shows under Apps, Incoming Webhooks",
        pattern=re.compile(r"https://hooks\.slack\.com/services/(T\w+)/(B\w+)/(\w+)/?"),
        address=_joined("slack"),
    ),
    UsualChannel(
        kind="telegram",
        name="Telegram",
        example="123456789:AAE… 987654321",
        where="the token that @BotFather gave you, a space, and the number or @name of the chat",
        pattern=re.compile(r"(\d{6,12}:[\w-]{30,50})\s+(-?\d{3,20}|@\w{3,40})"),
        address=lambda found: f"tgram://{found[1]}/{found[2]}",
    ),
    UsualChannel(
        kind="discord",
        name="Discord",
        example="https://discord.com/api/webhooks/…/…",
        where="the address of a webhook, which Discord shows in the settings of a channel under Integrations",
        pattern=re.compile(r"https://(?:ptb\.|canary\.)?discord(?:app)?\.com/api/webhooks/(\d+)/([\w-]+)/?"),
        address=_joined("discord"),
    ),
    UsualChannel(
        kind="ntfy",
        name="ntfy",
        example="my-topic or https://ntfy.example.org/my-topic",
        where="a topic of ntfy.sh, or the address of a topic on your own server",
        pattern=re.compile(r"(?:(?P<scheme>https?)://(?P<host>[^/\s@?#]+)/)?(?P<topic>[\w-]{1,64})/?"),
        address=_ntfy,
        is_known_by_address=False,
    ),
    UsualChannel(
        kind="mattermost",
        name="Mattermost",
        example="https://chat.example.org/hooks/…",
        where="the address of an incoming webhook, which Mattermost shows under Integrations",
        pattern=re.compile(r"(?P<scheme>https?)://(?P<host>[^/\s@?#]+)/hooks/(?P<token>\w{20,40})/?"),
        address=_mattermost,
        is_known_by_address=False,
    ),
    UsualChannel(
        kind="googlechat",
        name="Google Chat",
        example="https://chat.googleapis.com/v1/spaces/…/messages?key=…&token=…",
        where="the address of a webhook, which Google Chat shows under Apps & integrations of a space",
        pattern=re.compile(
            r"https://chat\.googleapis\.com/v1/spaces/([\w-]+)/messages\?key=([\w-]+)&token=([\w-]+)(?:%3D)?"
        ),
        address=_joined("gchat"),
    ),
    UsualChannel(
        kind="pushover",
        name="Pushover",
        example="user key and token, with a space between",
        where="your user key and the token of an application, both of 30 letters, as pushover.net shows them",
        pattern=re.compile(r"([a-zA-Z0-9]{30})\s+([a-zA-Z0-9]{30})"),
        address=lambda found: f"pover://{found[1]}@{found[2]}",
    ),
)
"""The services that most people use, in the order of the list."""
_BY_KIND = {channel.kind: channel for channel in USUAL}


def usual_address(kind: str, text: str) -> str:
    """The Apprise address for a pasted text. Raises UsageError, without quoting the text, if it does not fit the service."""
    channel = _BY_KIND[kind]
    found = channel.pattern.fullmatch(text.strip())
    if found is not None:
        return channel.address(found)
    if "://" in text and not text.startswith(("http://", "https://")):
        return text.strip()  # Apprise's own form
    raise UsageError(f"this is not what {channel.name} needs; paste {channel.where}")


def is_usual(kind: str) -> bool:
    return kind in _BY_KIND


def recognised(text: str) -> str:
    """Return the address for Apprise if the text is the web address of a known service, else the text itself."""
    for channel in USUAL:
        found = channel.pattern.fullmatch(text.strip()) if channel.is_known_by_address else None
        if found is not None:
            return channel.address(found)
    return text
