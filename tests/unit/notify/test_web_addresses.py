import pytest

from pagestrata.errors import UsageError
from pagestrata.notify.web_addresses import check_web_address, host_of


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
