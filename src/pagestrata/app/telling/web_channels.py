"""Channels requested over the network: which are accepted, and that they lead to the public Internet.

What leads elsewhere, to files, to the terminal or to machines nearby, is for the command line, whose user could reach all of it
anyway.
"""

from __future__ import annotations

import ipaddress

from pagestrata.capturing.guard.addresses import check_url, is_public
from pagestrata.errors import InputError, RefusedError, UsageError
from pagestrata.notify.mail import mail_server_from
from pagestrata.notify.web_addresses import check_web_address, host_of

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
