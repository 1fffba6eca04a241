import pytest

from pagestrata.errors import UsageError
from pagestrata.web.security.proxies import is_in, read_networks


def test_addresses_and_networks():
    networks = read_networks(["127.0.0.1", "10.0.0.0/8", "::1"])
    assert all(is_in(address, networks) for address in ("127.0.0.1", "10.2.3.4", "::1"))
    assert not any(is_in(address, networks) for address in ("127.0.0.2", "11.0.0.1", "::2", "testclient", ""))
    assert not is_in("127.0.0.1", ())


def test_what_is_none_is_refused_with_advice():
    with pytest.raises(UsageError, match=r"'\*' is neither an address nor a network; write for example 127.0.0.1"):
        read_networks(["*"])
