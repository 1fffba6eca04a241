from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from command_line import call
from pagestrata.cli.completion import SHELLS, add_line, completion_script, place_for, shell_of
from pagestrata.cli.main import COMMANDS, cli
from pagestrata.errors import InputError, UsageError

ASKED = {
    "bash": 'COMP_WORDS=(pagestrata fol); COMP_CWORD=1; _pagestrata_completion pagestrata; echo "${COMPREPLY[@]}"',
    "zsh": 'echo "$_comps[pagestrata]"',
    "fish": 'complete -C "pagestrata fol"',
}
ANSWERS = {"bash": "follow", "zsh": "_pagestrata_completion", "fish": "follow"}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder, and a program on the path."""
    program = tmp_path / "bin" / "pagestrata"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m pagestrata "$@"\n')
    program.chmod(0o755)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PATH", str(program.parent), prepend=":")
    monkeypatch.setenv("PYTHONPATH", ":".join(entry for entry in sys.path if entry))
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "ZDOTDIR"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.mark.parametrize("shell", SHELLS)
def test_the_shell_completes_what_was_installed(
    home: Path, shell: str, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"{shell} is not on this machine")
    done = call(capfdbinary, "completion", shell, "--install")
    assert done.code == 0
    place = place_for(shell, {}, home=home)
    read = f'. "{place.start_file or place.script}"'
    said = subprocess.run([program, "-c", f"{read}; {ASKED[shell]}"], capture_output=True, text=True, timeout=60)
    assert said.stdout.split()[:1] == [ANSWERS[shell]], said.stderr


def test_installing_twice_adds_one_line(home: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    (home / ".bashrc").write_text("alias ll='ls -l'")  # without an end of line
    for _ in range(2):
        call(capfdbinary, "completion", "bash", "--install")
    first, ours = (home / ".bashrc").read_text().splitlines()
    assert first == "alias ll='ls -l'"
    assert "completion.bash" in ours


@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_is_printed_where_nothing_is_installed(home: Path, shell: str, capfdbinary) -> None:
    done = call(capfdbinary, "completion", shell)
    assert f"{shell}_complete" in done.text
    assert done.text == completion_script(cli, shell)
    assert not (home / ".local").exists()


def test_the_shell_is_that_of_the_caller() -> None:
    assert shell_of({"SHELL": "/usr/bin/fish"}) == "fish"
    with pytest.raises(UsageError, match="tcsh is not supported; name one: bash, zsh, fish"):
        shell_of({"SHELL": "/bin/tcsh"})
    with pytest.raises(UsageError, match=r"\$SHELL is not set; name one"):
        shell_of({})


def test_folders_are_those_that_the_person_chose() -> None:
    chosen = {"XDG_DATA_HOME": "/d", "XDG_CONFIG_HOME": "/c", "ZDOTDIR": "/z"}
    assert place_for("zsh", chosen, home=Path("/h")).start_file == Path("/z/.zshrc")
    assert place_for("zsh", chosen, home=Path("/h")).script == Path("/d/pagestrata/completion.zsh")
    assert place_for("fish", chosen, home=Path("/h")).script == Path("/c/fish/completions/pagestrata.fish")


def test_a_start_file_that_cannot_be_written_is_named_with_the_line(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"add this line to it yourself: \. script"):
        add_line(tmp_path / "missing" / ".bashrc", ". script")


def test_completing_a_command_loads_none_of_them() -> None:
    program = """
import sys
from pagestrata.cli.main import cli
import click
print(*[item.value for item in cli.shell_complete(click.Context(cli), "")])
print(*[name for name in sys.modules if name.startswith("pagestrata.cli.") and name.split(".")[2] not in {"main", "output"}])
"""
    said = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout
    names, loaded = said.split("\n")[:2]
    assert names.split() == list(COMMANDS)
    assert loaded == ""
