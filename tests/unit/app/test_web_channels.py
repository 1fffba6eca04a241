from __future__ import annotations

import pytest

from pagestrata.app.web_channels import check_web_address, check_web_channel, host_of, is_public_address
from pagestrata.errors import UsageError


def test_public_services_are_taken_and_nearby_ones_where_that_is_allowed():
    check_web_channel("jsons://hooks.example.org/", is_admin=False)
    check_web_channel("discord://1/2", is_admin=False)
    for host in ("127.0.0.1", "[::1]", "printer.local", "2130706433", "1.2.3.4.5"):
        with pytest.raises(UsageError, match="not on the public Internet"):
            check_web_channel(f"json://{host}/", is_admin=True)
        check_web_channel(f"json://{host}/", is_admin=False, allow_private=True)


def test_the_environment_is_for_admins():
    check_web_channel("env:HOOK", is_admin=True)
    with pytest.raises(UsageError, match="for admins"):
        check_web_channel("env:HOOK", is_admin=False)


def test_addresses_in_numbers():
    assert is_public_address("8.8.8.8")
    assert not any(map(is_public_address, ("127.0.0.1", "::1", "fe80::1%eth0", "10.0.0.1", "a name", "")))


@pytest.mark.parametrize(
    "address",
    [
        "jsons://user:password@host.example.org/path?+X-Key=1&method=put&:title=subject",
        "MAILTOS://user:password@example.org?to=a@example.org&smtp=mail.example.org",
        "discord://1/2?thread=3&format=markdown",
        "tgram://token/chat",
    ],
)
def test_services_on_the_network_are_taken(address):
    check_web_address(address)


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("syslog://", "command line"),
        ("json:host", "command line"),
        ("s3cret", "command line"),
        ("discord://1/2?template=/etc/passwd", "'template'"),
        ("discord://1/2?+X=1", r"'\+X'"),
        ("json://host/?a=1;keyfile=x", "'a'"),
        ("json://host/?name=a;keyfile=s3cret", "'keyfile'"),
        ("json://host/?key%66ile=s3cret", "'keyfile'"),
    ],
)
def test_others_are_refused_without_repeating_values(address, said):
    with pytest.raises(UsageError, match=said) as refused:
        check_web_address(address)
    assert "/etc/passwd" not in str(refused.value)


def test_the_host_of_services_that_have_one():
    assert host_of("json://User:p@Host.Example.org:8080/x") == "host.example.org"
    assert host_of("ntfy://[::1]/topic") == "::1"
    assert host_of("discord://1/2") == ""
    with pytest.raises(UsageError, match="spelling"):
        host_of("json://[::1/x")
