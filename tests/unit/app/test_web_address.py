import pytest

from pagestrata.app.web_address import checked_web_address
from pagestrata.errors import UsageError


def test_an_address_loses_its_last_slash():
    assert checked_web_address(" https://archive.example.org/ ") == "https://archive.example.org"


@pytest.mark.parametrize("text", ["", "archive", "ftp://a", "https://", "https://a/?b", "https://me:pw@a", "http://[1"])
def test_what_is_no_address_is_refused(text):
    with pytest.raises(UsageError, match="not the address of a web application"):
        checked_web_address(text)
