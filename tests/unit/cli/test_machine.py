from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from command_line import call
from pagestrata.cli.machine import browser, doctor, is_in_a_home, program_words, unit
from pagestrata.cli.options import Settings
from pagestrata.cli.serve import serve
from pagestrata.errors import BrowserError


def run(*options: str, **settings: str) -> tuple[int, str]:
    done = CliRunner().invoke(doctor, options, obj=Settings(**settings), catch_exceptions=False, standalone_mode=False)
    return int(done.return_value), done.stdout


def test_a_table_for_people(tmp_path: Path) -> None:
    code, said = run("--no-browser", archive=str(tmp_path / "archive"), browser="/nowhere/chrome")
    assert code == 1
    assert "missing browser                 there is no browser /nowhere/chrome" in said
    assert "do: name another or leave it out" in said
    assert f"archive                 none yet in {tmp_path}" in said


def test_json_for_programs(tmp_path: Path) -> None:
    code, said = run("--no-browser", "--json", "--proxy", "http://127.0.0.1:1", archive=str(tmp_path / "archive"))
    answer = json.loads(said)
    assert code == 1
    assert answer["healthy"] is False
    proxy = next(result for result in answer["results"] if result["name"] == "proxy")
    assert proxy["state"] == "missing"
    assert set(proxy) == {"name", "state", "found", "advice"}


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


HARDENED = {
    "NoNewPrivileges": "yes", "ProtectSystem": "strict", "ProtectHome": "yes", "PrivateTmp": "yes",
    "PrivateDevices": "yes", "CapabilityBoundingSet": "", "RestrictSUIDSGID": "yes", "UMask": "0077",
    "StateDirectoryMode": "0700", "KillMode": "mixed",
}  # fmt: skip
TAKEN_FROM_THE_BROWSER = {"RestrictNamespaces", "MemoryDenyWriteExecute", "SystemCallFilter"}


def settings(text: str) -> dict[str, str]:
    return dict(re.findall(r"^(\w+)=(.*)$", text, re.MULTILINE))


def test_the_service_of_the_machine_has_few_rights_and_the_browser_its_sandbox() -> None:
    found = settings(unit(["/opt/pagestrata/bin/pagestrata"], of_user=False))
    assert {name: found[name] for name in HARDENED} == HARDENED
    assert found["User"] not in {"", "root"}
    assert not TAKEN_FROM_THE_BROWSER & found.keys()


@pytest.mark.parametrize("of_user", [False, True])
def test_what_it_starts_is_a_command_that_the_program_has(of_user: bool) -> None:
    words = shlex.split(settings(unit(["/opt/pagestrata"], of_user=of_user))["ExecStart"])
    assert words[:2] == ["/opt/pagestrata", "serve"]
    with serve.make_context("serve", words[2:], obj=None) as parsed:
        assert parsed.params["visits"] is True


@pytest.mark.parametrize("of_user", [False, True])
def test_systemd_finds_nothing_wrong_with_it(tmp_path: Path, of_user: bool) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not on this machine")
    file = tmp_path / "pagestrata.service"
    text = unit([sys.executable, "-m", "pagestrata"], of_user=of_user)
    file.write_text(text.replace("User=pagestrata", "User=root"))  # a user that this machine has
    done = subprocess.run(["systemd-analyze", "verify", str(file)], capture_output=True, text=True, timeout=60)
    assert (done.returncode, [line for line in done.stderr.splitlines() if file.name in line]) == (0, [])


def test_a_path_is_written_as_systemd_reads_it() -> None:
    text = unit(["/opt/my tools/50% $x/pagestrata"], of_user=True)
    assert settings(text)["ExecStart"] == '"/opt/my tools/50%% $$x/pagestrata" serve --run'


def test_the_program_is_started_as_it_was_called(tmp_path: Path) -> None:
    called = tmp_path / "pagestrata"
    called.touch()
    assert program_words(str(called), "/usr/bin/python3") == [str(called)]
    assert program_words("/somewhere/__main__.py", "/usr/bin/python3") == ["/usr/bin/python3", "-m", "pagestrata"]


def test_a_program_in_a_home_folder_is_no_service_of_the_machine(tmp_path: Path) -> None:
    assert is_in_a_home("/home/ada/.local/bin/pagestrata")
    assert not is_in_a_home("/opt/pagestrata/bin/pagestrata")


def test_it_is_written_to_a_file_or_printed(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    file = tmp_path / "pagestrata.service"
    assert call(capfdbinary, "systemd", "--user", "-o", file).code == 0
    assert file.read_text() == call(capfdbinary, "systemd", "--user").text
