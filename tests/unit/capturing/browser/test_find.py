from __future__ import annotations

import sys
from pathlib import Path

import pytest

from pagestrata.capturing.browser import find
from pagestrata.capturing.browser.find import browser_version, check_is_browser, find_browser, playwright_browsers
from pagestrata.errors import BrowserError

NOWHERE = "no-such-platform"


def program(path: Path, text: str = "#!/bin/sh\necho Chromium 1.2\n") -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return str(path)


def test_the_option_wins(tmp_path: Path) -> None:
    mine, other = program(tmp_path / "mine"), program(tmp_path / "chromium")
    environment = {"PAGESTRATA_BROWSER": other, "PATH": str(tmp_path)}
    assert find_browser(mine, environment=environment) == mine
    assert find_browser(environment=environment) == other


def test_a_name_on_the_path_will_do(tmp_path: Path) -> None:
    path = program(tmp_path / "my-chrome")
    assert find_browser("my-chrome", environment={"PATH": str(tmp_path)}) == path


def test_the_path_is_searched(tmp_path: Path) -> None:
    edge = program(tmp_path / "microsoft-edge")
    assert find_browser(environment={"PATH": str(tmp_path)}, platform=NOWHERE) == edge
    chrome = program(tmp_path / "google-chrome")
    assert find_browser(environment={"PATH": str(tmp_path)}, platform=NOWHERE) == chrome
    shell = program(tmp_path / "chromium-headless-shell")
    assert find_browser(environment={"PATH": str(tmp_path)}, platform=NOWHERE) == shell


@pytest.mark.skipif(sys.platform == "win32", reason="paths of Windows are tried on Windows")
def test_the_newest_of_playwrights_browsers(tmp_path: Path) -> None:
    program(tmp_path / "chromium-999" / "chrome-linux" / "chrome")
    new = program(tmp_path / "chromium-1200" / "chrome-linux64" / "chrome")
    environment = {"PATH": "", "PLAYWRIGHT_BROWSERS_PATH": str(tmp_path)}
    assert playwright_browsers(environment, "linux")[0] == new
    shell = program(tmp_path / "chromium_headless_shell-900" / "chrome-linux" / "headless_shell")
    assert playwright_browsers(environment, "linux")[0] == shell


def test_none_found_says_what_to_run() -> None:
    with pytest.raises(BrowserError, match="run `pagestrata browser install`"):
        find_browser(environment={"PATH": ""}, platform=NOWHERE)


def test_a_missing_browser_is_named() -> None:
    with pytest.raises(BrowserError, match=r"no browser /nowhere/chrome \(from PAGESTRATA_BROWSER\)"):
        find_browser(environment={"PAGESTRATA_BROWSER": "/nowhere/chrome", "PATH": ""})


def test_a_file_that_cannot_be_run_is_named(tmp_path: Path) -> None:
    plain = tmp_path / "chrome"
    plain.write_text("not a program")
    with pytest.raises(BrowserError, match=r"chrome \(from the option --browser\) is not an executable file"):
        find_browser(str(plain), environment={"PATH": ""})


def test_the_version_is_what_the_browser_says(tmp_path: Path) -> None:
    assert browser_version(program(tmp_path / "chrome")) == "Chromium 1.2"


def test_a_browser_that_fails_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(BrowserError, match="does not start"):
        browser_version(program(tmp_path / "chrome", "#!/bin/sh\nexit 3\n"))


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script stands in for the browser")
def test_another_program_is_no_browser(tmp_path: Path) -> None:
    check_is_browser(program(tmp_path / "a"))
    for name, script in (("b", "echo Mozilla Firefox 140"), ("c", "exit 1")):
        with pytest.raises(BrowserError, match="is not Chrome, Chromium or Edge"):
            check_is_browser(program(tmp_path / name, f"#!/bin/sh\n{script}\n"))


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script stands in for the browser")
def test_a_program_that_says_nothing_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(find, "VERSION_SECONDS", 0.1)
    with pytest.raises(BrowserError, match=r"does not say what it is .*; name another with --browser"):
        check_is_browser(program(tmp_path / "silent", "#!/bin/sh\nexec sleep 60\n"))
