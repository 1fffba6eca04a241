from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from pagestrata.cli.browser import browser
from pagestrata.cli.settings import Settings
from pagestrata.errors import BrowserError


@pytest.mark.browser
def test_check_names_the_browser_and_tries_it() -> None:
    done = CliRunner().invoke(browser, ["check"], obj=Settings(), catch_exceptions=False)
    assert done.exit_code == 0
    assert "captured a test page in" in done.stdout


def test_check_of_a_missing_browser() -> None:
    with pytest.raises(BrowserError, match="no browser /nowhere/chrome"):
        CliRunner().invoke(browser, ["check"], obj=Settings(browser="/nowhere/chrome"), catch_exceptions=False)


@pytest.mark.browser
def test_install_leaves_a_browser_that_is_there_alone() -> None:
    done = CliRunner().invoke(browser, ["install"], obj=Settings(), catch_exceptions=False)
    assert done.exit_code == 0
    assert ":" in done.stdout


def test_install_names_what_a_driver_misses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLAYWRIGHT_NODEJS_PATH", str(tmp_path / "node"))
    with pytest.raises(BrowserError, match=r"driver .*node is not there; let PLAYWRIGHT_NODEJS_PATH"):
        CliRunner().invoke(browser, ["install"], obj=Settings(), catch_exceptions=False)
