import pytest

from pagestrata.app.telling.web_channels import check_web_channel, is_public_address
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
