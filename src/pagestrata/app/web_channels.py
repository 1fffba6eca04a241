"""Channels that people may add over the network, instead of on the command line: those that lead to the public Internet.

Some of the hundred services that Apprise knows read files of this machine, start programs or talk to its desktop, and many
take options that name a file or another address. So services and options are listed here: each service is reached over the
network, and options are sent to it, not read here. Everything else (files, the terminal, machines nearby) is left to the
command line, whose user can reach all of it anyway.
"""

from __future__ import annotations

import ipaddress
import re
from urllib.parse import unquote, urlsplit

from pagestrata.capturing.guard.addresses import check_url, is_public
from pagestrata.errors import InputError, RefusedError, UsageError
from pagestrata.notify.mail import MAIL, checked_address, mail_server_from

ENVIRONMENT = "env:"


def check_web_channel(address: str, *, is_admin: bool, allow_private: bool = False) -> None:
    """Raises UsageError for a channel that the web application does not take.

    `env:NAME` is for admins: whoever tries names learns which there are. `allow_private`: machines nearby are allowed.
    """
    if address.startswith(ENVIRONMENT):
        if not is_admin:
            raise UsageError("addresses in the environment of the server are for admins; give the address itself")
        return
    check_web_address(address)
    host = host_of(address)
    if host and not allow_private and not _is_elsewhere(host):
        raise UsageError(
            "the channel is not on the public Internet; add its rule on the command line with "
            "`pagestrata notify add`, or start the server with --allow-private"
        )


def check_mail_server(address: str, *, allow_private: bool = False) -> None:
    """Raises UsageError for a mail server that the web application does not take."""
    host = mail_server_from(address).host
    if not allow_private and not _is_elsewhere(host):
        raise UsageError(
            "the mail server is not on the public Internet; set it on the command line with "
            "`pagestrata notify mail-server`, or start the server with --allow-private"
        )


def _is_elsewhere(host: str) -> bool:
    """Return whether a host is on the public Internet, judged by its name."""
    try:
        check_url(f"http://{f'[{host}]' if ':' in host else host}/")
    except (RefusedError, InputError):
        return False
    return True


def is_public_address(address: str) -> bool:
    """Whether an address in numbers is one of the public Internet."""
    try:
        return is_public(ipaddress.ip_address(address.partition("%")[0]))
    except ValueError:
        return False


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


HOSTED = _words(
    """http https json jsons xml xmls form forms mailto mailtos ntfy ntfys gotify gotifys mmost mmosts matrix matrixs
    rocket rockets hassio hassios nctalk nctalks signal signals mastodon mastodons toot toots bark barks"""
)
"""Services on a host that the address names."""
CENTRAL = _words(
    """discord slack tgram zulip gchat workflow workflows webex wxteams pover pbul ifttt join twilio opsgenie pagerduty
    pagertree twist flock bluesky bsky mailgun sendgrid brevo resend postmark sparkpost smtp2go spush simplepush prowl pushy
    dingtalk feishu lark line viber splunk victorops squadcast zoom msgbird nexmo vonage clicksend threema"""
)
"""Services with one fixed address."""
SCHEMES = HOSTED | CENTRAL
OPTIONS = _words(
    """format overflow cto rto tz emojis verify to from name cc bcc reply mode method priority image batch title sound url
    href footer thread topic channel channels team botname avatar avatar_url icon_url token key secret region sid id sig route
    ver api-version tags xtags click delay silent preview visibility language spoiler sensitive expire interval group level
    badge from_name action dedup severity class entity alias workspace blocks tts ping flags fields footer_logo user pass
    detect content mdv webhook nid status html ttl smtp"""
)
"""Options whose values go to the service unchanged. Those that name a file or an address to read are omitted; what
`smtp` names is connected to, and so looked at then."""
CUSTOM = ("+", "-", ":")  # prefixes of headers, parameters and fields that json, xml and form send unchanged


def check_web_address(address: str) -> None:
    """Raises UsageError, without repeating secrets, for an address that is not taken from people on the network."""
    scheme = address.partition(":")[0].lower()
    if address.startswith(MAIL):
        checked_address(address.removeprefix(MAIL))
        return
    if scheme not in SCHEMES or "://" not in address:
        raise UsageError(
            f"{scheme[:30]!r} channels can only be added on the command line, with `pagestrata notify add`; give an address "
            "such as mail:anna@example.org or https://host/path"
        )
    if scheme in {"http", "https"}:
        return  # its query goes to the receiver as it is
    for name in _option_names(address):
        if name.lower() not in OPTIONS and not (name.startswith(CUSTOM) and scheme in HOSTED):
            raise UsageError(
                f"the option {name[:40]!r} of a channel works only on the command line; omit it, or use "
                "`pagestrata notify add`"
            )


def _option_names(address: str) -> list[str]:
    """The names of the options, split as Apprise splits them."""
    pairs = re.split("[&;]", address.partition("?")[2])
    return [name for pair in pairs if (name := unquote(pair.partition("=")[0]).strip())]


def host_of(address: str) -> str:
    """The host that an address names; '' for a service with a fixed address."""
    if address.partition(":")[0].lower() not in HOSTED:
        return ""
    try:
        return urlsplit(address).hostname or ""
    except ValueError as error:
        raise UsageError("the host in the address of the channel cannot be read; check its spelling") from error
