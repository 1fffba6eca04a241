from __future__ import annotations

from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from pagestrata.cli.main import COMMANDS, cli
from pagestrata.cli.settings import Settings, default_archive_folder, shared_options


@click.group()
@click.option("--archive")
@click.pass_context
def group(ctx: click.Context, /, archive: str | None) -> None:
    ctx.obj = Settings(archive=archive)


@group.command()
@shared_options
@click.pass_obj
def say(settings: Settings, /) -> None:
    click.echo(f"{settings.archive} {settings.allow_private} {settings.browser}")


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["say"], "None False None"),
        (["--archive", "a", "say"], "a False None"),
        (["say", "--archive", "b", "--allow-private"], "b True None"),
        (["--archive", "a", "say", "--archive", "b", "--browser", "/x"], "b False /x"),
    ],
)
def test_shared_options_stand_before_or_behind_the_command(words: list[str], answer: str) -> None:
    assert CliRunner().invoke(group, words).output.strip() == answer


def test_the_default_archive_follows_the_users_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_archive_folder() == tmp_path / "pagestrata" / "archive"
    assert Settings().archive_address == str(tmp_path / "pagestrata" / "archive")
    assert Settings(archive="x").archive_address == "x"


def test_every_command_takes_the_shared_options() -> None:
    commands = [cli.get_command(None, name) for name in COMMANDS]  # type: ignore[arg-type]
    leaves = [leaf for found in commands for leaf in getattr(found, "commands", {"": found}).values()]
    shared = {"archive", "browser", "allow_private", "verbose", "debug"}
    assert {leaf.name: shared - {parameter.name for parameter in leaf.params} for leaf in leaves} == {
        leaf.name: set() for leaf in leaves
    }


def test_an_archive_that_nobody_named_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    Settings(archive="here").say_archive()
    assert capsys.readouterr().err == ""
    Settings().say_archive()
    assert capsys.readouterr().err == f"pagestrata: using the archive {default_archive_folder()}\n"
