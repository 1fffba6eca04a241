from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from pagestrata.capturing.browser.install import install_browser
from pagestrata.errors import BrowserError


class Runs:
    """Notes the commands; those with one of the words succeed."""

    def __init__(self, *succeeding: str) -> None:
        self.commands: list[str] = []
        self._succeeding = succeeding

    def __call__(self, command: Sequence[str]) -> bool:
        self.commands.append(" ".join(command))
        return any(word in command for word in self._succeeding)


def release(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "os-release"
    path.write_text(text)
    return path


def test_playwright_comes_first(tmp_path: Path) -> None:
    runs = Runs("playwright")
    assert install_browser(run=runs, os_release=tmp_path / "none") == "installed with playwright"
    assert len(runs.commands) == 1
    assert runs.commands[0].endswith("-m playwright install chromium")


@pytest.mark.skipif(not shutil.which("apt-get"), reason="apt-get is not on this machine")
def test_apt_is_used_as_root_on_debian(tmp_path: Path) -> None:
    runs = Runs("apt-get")
    said = install_browser(run=runs, os_release=release(tmp_path, "ID=debian\n"), is_root=True)
    assert said == "installed with apt-get (chromium)"
    assert runs.commands[1:] == ["apt-get update", "apt-get install --yes chromium"]


def test_others_are_told_the_next_command(tmp_path: Path) -> None:
    with pytest.raises(BrowserError, match="sudo apt-get update && sudo apt-get install --yes chromium"):
        install_browser(run=Runs(), os_release=release(tmp_path, "ID=ubuntu\nID_LIKE=debian\n"), is_root=False)
    with pytest.raises(BrowserError, match="no browser could be installed from here; run `"):
        install_browser(run=Runs(), os_release=tmp_path / "none", is_root=True)
