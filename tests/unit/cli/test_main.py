from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from pagestrata import __version__
from pagestrata.cli.main import COMMANDS, cli, main
from pagestrata.store.archive import open_archive


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "pagestrata.cli.main", *words], capture_output=True, text=True)


def test_help_lists_every_command() -> None:
    done = run("--help")
    assert done.returncode == 0
    for name, (_, text) in COMMANDS.items():
        assert name in done.stdout
        assert text.split()[0] in done.stdout


def test_help_starts_at_once() -> None:
    """The figure is 0.3 s on a quiet machine; the ratio to a bare interpreter holds on a busy one."""

    def best(*command: str) -> float:
        times = []
        for _ in range(5):
            begin = time.perf_counter()
            subprocess.run(command, check=True, capture_output=True)
            times.append(time.perf_counter() - begin)
        return min(times)

    bare = best(sys.executable, "-c", "import asyncio, json, logging, subprocess")
    assert best(sys.executable, "-m", "pagestrata.cli.main", "--help") < 6 * bare


def test_nothing_is_searched_for_garbage_at_the_end() -> None:
    """Python's last look at all that was loaded took a fifth of a visit that found nothing new."""
    ending = "import atexit, gc; atexit.register(lambda: print(gc.get_freeze_count() > 0)); "
    done = subprocess.run(
        [sys.executable, "-c", ending + "from pagestrata.cli.main import main; main(['--version'])"],
        capture_output=True, text=True,
    )  # fmt: skip
    assert done.stdout.splitlines()[-1] == "True"


@pytest.mark.parametrize("name", list(COMMANDS))
def test_every_command_has_help(name: str) -> None:
    with pytest.raises(SystemExit) as end:
        main([name, "--help"])
    assert end.value.code == 0


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--version"])
    assert __version__ in capsys.readouterr().out


def test_an_unknown_command_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["fly"])
    assert end.value.code == 2
    assert "fly" in capsys.readouterr().err


def test_an_error_is_one_message_without_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["segment", "missing.html"])
    assert end.value.code == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.strip().splitlines() == [
        "pagestrata: missing.html: no such file; a source is an http(s) address, a file, or an archived URL@TIME"
    ]


def test_debug_shows_the_traceback() -> None:
    done = run("--debug", "segment", "missing.html")
    assert "Traceback" in done.stderr


def test_commands_are_named_like_their_functions() -> None:
    for name in COMMANDS:
        assert cli.get_command(None, name) is not None  # type: ignore[arg-type]


def test_the_environment_asks_for_the_traceback_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAGESTRATA_DEBUG", "1")
    assert "Traceback" in run("segment", "missing.html").stderr
    monkeypatch.setenv("PAGESTRATA_DEBUG", "0")
    assert "Traceback" not in run("segment", "missing.html").stderr


def commands_in(group: click.Group, *words: str) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command with the words that call it."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from commands_in(command, *words, name)
        else:
            yield (*words, name), command


def test_lists_of_commands_cut_no_sentence() -> None:
    """Click shows the first sentence of a command, and cuts it where it does not fit into 80 columns."""
    groups = {words[:-1] for words, _ in commands_in(cli) if len(words) > 1}
    assert groups
    for words in groups:
        shown = run(*words, "--help").stdout
        assert "..." not in shown.partition("Commands:")[2], shown


WITHOUT_ANSWER = {
    "demo": "a tale for people, told while it happens",
    "serve": "it runs until it is ended, and answers over HTTP",
    "mcp": "it answers the program that started it, in the words of their protocol",
    "completion": "a script that a shell reads",
    "systemd": "a file that systemd reads",
}


def test_every_command_that_answers_does_so_as_text_and_as_json() -> None:
    without = set()
    for words, command in commands_in(cli):
        options = {option: choice for choice in command.params for option in choice.opts}
        form = options.get("--format")
        forms = form.type.choices if form is not None and isinstance(form.type, click.Choice) else ()
        if not {"text", "json"} <= set(forms) or "--json" not in options:
            without.add(" ".join(words))
    assert without == set(WITHOUT_ANSWER)


@pytest.mark.parametrize("words", [["log", "http://127.0.0.1/caf\udce9"], ["query", "'caf\udce9'"]])
def test_an_argument_that_is_not_utf8_is_named(
    words: list[str], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    open_archive(tmp_path).close()
    with pytest.raises(SystemExit) as end:
        main([*words, "--archive", str(tmp_path)])
    assert end.value.code == 2
    said = capfd.readouterr().err
    assert "caf\\udce9" in said
    assert "is not UTF-8; write it in UTF-8, or rename the file" in said


def test_who_stops_a_command_hears_what_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def stopped(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    open_archive(tmp_path).close()
    monkeypatch.setattr("pagestrata.store.archive.open_archive", stopped)
    with pytest.raises(SystemExit) as end:
        main(["verify", "--archive", str(tmp_path)])
    assert end.value.code == 130
    assert "stopped; everything stored so far is kept" in capfd.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ["diff", "http://a.test/@first", "http://a.test/@latest"],
        ["quick", "http://a.test/@first", "http://a.test/@latest"],
        ["segment", "http://a.test/@first"],
        ["mark", "http://a.test/@latest", "noise"],
        ["keep", "http://a.test/@skipped"],
        ["follow", "add", "http://a.test/@first", "--text", "x"],
        ["follow", "correct", "t", "--text", "x"],
        ["follow", "replay", "http://a.test/@first", "--text", "x"],
    ],
)
def test_who_only_reads_makes_no_archive(words: list[str], tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main([*words, "--archive", str(tmp_path / "none")])
    assert end.value.code == 1
    assert "there is no archive in" in capfd.readouterr().err
    assert not (tmp_path / "none").exists()
