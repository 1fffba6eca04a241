from __future__ import annotations

import pytest

from pagestrata.capturing.browser.check import check_browser
from pagestrata.errors import BrowserError


@pytest.mark.browser
def test_the_browser_of_this_machine_works() -> None:
    found = check_browser()
    assert found.path
    assert any(digit.isdigit() for digit in found.version)
    assert found.seconds > 0


def test_a_missing_browser_is_reported() -> None:
    with pytest.raises(BrowserError, match="no browser /nowhere/chrome"):
        check_browser("/nowhere/chrome")
