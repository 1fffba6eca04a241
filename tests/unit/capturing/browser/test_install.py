from __future__ import annotations

import shutil
import socket
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from pagestrata.capturing.browser.install import install_browser, set_up_browser
from pagestrata.capturing.browser.system_packages import System
from pagestrata.errors import BrowserError

HAS_APT = shutil.which("apt-get") is not None
ROOT = System(family="debian", distribution="debian", is_root=True, has_64_bit_time=False)
PERSON = System(family="debian", distribution="debian", is_root=False, has_64_bit_time=False)
INSTALL = "apt-get install --yes --no-install-recommends"
CHROMIUM = "chromium chromium-sandbox fonts-liberation"  # Debian merely recommends the last two
needs_apt = pytest.mark.skipif(not HAS_APT, reason="apt-get is not on this machine")


class Runs:
    """Notes the commands; those with one of the words succeed, and then `effect` happens."""

    def __init__(self, *succeeding: str, effect: Callable[[Sequence[str]], None] = lambda command: None) -> None:
        self.commands: list[str] = []
        self._succeeding, self._effect = succeeding, effect

    def __call__(self, command: Sequence[str]) -> bool:
        self.commands.append(" ".join(command))
        succeeds = any(word in command for word in self._succeeding)
        if succeeds:
            self._effect(command)
        return succeeds


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for a driver `node` and a browser `chromium`: the only ones that are found."""
    monkeypatch.setenv("PLAYWRIGHT_NODEJS_PATH", str(tmp_path / "node"))
    monkeypatch.setenv("PAGESTRATA_BROWSER", str(tmp_path / "chromium"))
    return tmp_path


def works(path: Path) -> None:
    path.write_text("#!/bin/sh\necho Chromium 1.2\n")
    path.chmod(0o755)


def misses(path: Path, library: str) -> None:
    """A program that says what glibc's loader says. No library of this machine is removed for a test."""
    path.write_text(
        f'#!/bin/sh\necho "$0: error while loading shared libraries: {library}: cannot open shared object file: '
        'No such file or directory" >&2\nexit 127\n'
    )
    path.chmod(0o755)


def test_playwright_comes_first() -> None:
    runs = Runs("playwright")
    assert install_browser(run=runs, system=System(family="", is_root=True)) == "installed with playwright"
    assert runs.commands == [f"{sys.executable} -m playwright install chromium"]


@needs_apt
def test_apt_is_used_as_root_on_debian() -> None:
    runs = Runs("apt-get")
    assert install_browser(run=runs, system=ROOT) == f"installed with apt-get ({CHROMIUM.replace(' ', ', ')})"
    assert runs.commands[1:] == ["apt-get update", f"{INSTALL} {CHROMIUM}"]


def test_others_are_told_the_next_command() -> None:
    with pytest.raises(BrowserError, match=f"have an administrator run `apt-get update && {INSTALL} {CHROMIUM}`"):
        install_browser(run=Runs(), system=PERSON)
    with pytest.raises(BrowserError, match="no browser could be installed from here; run `"):
        install_browser(run=Runs(), system=System(family="", is_root=True))


@needs_apt
@pytest.mark.parametrize(
    ("found", "system", "commands"),
    [
        ("/usr/bin/chromium", ROOT, ["apt-get update", f"{INSTALL} chromium-headless-shell"]),
        ("/usr/bin/chromium", PERSON, []),
        ("/opt/google/chrome/chrome", ROOT, []),
        ("/usr/bin/chromium", System(family="debian", distribution="ubuntu", is_root=True), []),
    ],
)
def test_the_shell_is_installed_beside_the_chromium_of_debian(
    monkeypatch: pytest.MonkeyPatch, found: str, system: System, commands: list[str]
) -> None:
    runs = Runs("apt-get")
    monkeypatch.setattr("pagestrata.capturing.browser.install.find_browser", lambda: found)
    monkeypatch.setattr("pagestrata.capturing.browser.install.start_fault", lambda program: None)
    done = set_up_browser(run=runs, system=system)
    assert runs.commands == commands
    assert len(done) == bool(commands)


@needs_apt
def test_a_shell_that_cannot_be_installed_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pagestrata.capturing.browser.install.find_browser", lambda: "/usr/bin/chromium")
    monkeypatch.setattr("pagestrata.capturing.browser.install.start_fault", lambda program: None)
    assert set_up_browser(run=Runs(), system=ROOT) == []


def test_nothing_is_done_where_everything_starts(programs: Path) -> None:
    works(programs / "node")
    works(programs / "chromium")
    runs = Runs()
    assert set_up_browser(run=runs, system=ROOT) == []
    assert runs.commands == []


@needs_apt
def test_root_gets_the_libraries_of_the_driver_before_the_browser(programs: Path) -> None:
    misses(programs / "node", "libatomic.so.1")

    def effect(command: Sequence[str]) -> None:
        if "libatomic1" in command:
            works(programs / "node")
        if "playwright" in command:
            misses(programs / "chromium", "libnss3.so")
        if "libnss3" in command:
            works(programs / "chromium")

    runs = Runs("apt-get", "playwright", effect=effect)
    done = set_up_browser(run=runs, system=ROOT)
    assert runs.commands == [
        "apt-get update",
        f"{INSTALL} libatomic1",
        f"{sys.executable} -m playwright install chromium",
        "apt-get update",
        f"{INSTALL} libnss3",
    ]
    assert done == [
        f"installed libatomic1 for {programs}/node",
        "installed with playwright",
        f"installed libnss3 for {programs}/chromium",
    ]


def test_a_person_is_told_of_driver_and_browser_at_once(programs: Path) -> None:
    misses(programs / "node", "libatomic.so.1")
    runs = Runs()
    with pytest.raises(BrowserError) as no_browser:
        set_up_browser(run=runs, system=PERSON)
    misses(programs / "chromium", "libnss3.so")
    with pytest.raises(BrowserError) as both:
        set_up_browser(run=runs, system=PERSON)
    assert runs.commands == []
    assert str(no_browser.value) == (
        f"Playwright's driver {programs}/node misses libatomic.so.1, and there is no browser; have an administrator run "
        f"`apt-get update && {INSTALL} libatomic1 {CHROMIUM}`, then the same command as before"
    )
    assert "and the browser" in str(both.value)
    assert "install --yes --no-install-recommends libatomic1 libnss3`" in str(both.value)


def test_a_person_whose_browser_misses_a_library_is_told(programs: Path) -> None:
    works(programs / "node")
    misses(programs / "chromium", "libnss3.so")
    with pytest.raises(BrowserError, match=r"chromium misses libnss3\.so; have an administrator run `.* libnss3`"):
        set_up_browser(run=Runs(), system=PERSON)


@needs_apt
def test_packages_that_did_not_help_are_told(programs: Path) -> None:
    misses(programs / "node", "libatomic.so.1")
    with pytest.raises(
        BrowserError, match=r"misses libatomic\.so\.1, also after libatomic1 was installed; name another"
    ):
        set_up_browser(run=Runs("apt-get"), system=ROOT)
    with pytest.raises(BrowserError, match=r"misses libatomic\.so\.1; run `apt-get update && apt-get install"):
        set_up_browser(run=Runs(), system=ROOT)


def test_a_driver_that_fails_otherwise_is_told(programs: Path) -> None:
    with pytest.raises(BrowserError, match=r"node is not there; let PLAYWRIGHT_NODEJS_PATH name"):
        set_up_browser(run=Runs(), system=ROOT)
    misses(programs / "node", "libq.so.6")
    with pytest.raises(BrowserError, match=r"node misses libq\.so\.6; install the package of this system that holds"):
        set_up_browser(run=Runs(), system=ROOT)


def test_a_proxy_that_keeps_downloads_away_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    monkeypatch.setenv("https_proxy", f"http://me:secret@127.0.0.1:{port}")
    with pytest.raises(
        BrowserError, match=rf"from here \(http://127.0.0.1:{port}: it does not answer .*\); have"
    ) as caught:
        install_browser(run=Runs(), system=PERSON)
    assert "secret" not in str(caught.value)
