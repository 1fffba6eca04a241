from __future__ import annotations

from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from pagestrata.cli.main import COMMANDS, THEMES, cli, main
from pagestrata.cli.options import (
    KEEP,
    OUTPUT,
    SectionedCommand,
    Settings,
    as_stored,
    default_archive_folder,
    off_option,
    option,
    option_group,
    option_record,
    rarely_needed,
    shared_options,
)
from pagestrata.cli.visit import visit


def screen(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    with pytest.raises(SystemExit) as end:
        main([*words])
    assert end.value.code == 0
    return capsys.readouterr().out


def test_the_first_screen_begins_with_five_commands(capsys: pytest.CaptureFixture[str]) -> None:
    shown = screen(capsys, "--help")
    places = [shown.index(f"\n{title}:\n") for title in THEMES]
    assert places == sorted(places)
    assert len(next(iter(THEMES.values()))) == 5
    assert places[-1] < shown.index("\nOptions:\n")


def test_no_command_belongs_to_two_themes() -> None:
    assert sum(map(len, THEMES.values())) == len(cli.list_commands(click.Context(cli)))


def test_visit_shows_its_options_in_sections_and_rare_ones_on_request(capsys: pytest.CaptureFixture[str]) -> None:
    usual, whole = screen(capsys, "visit", "--help"), screen(capsys, "visit", "--help-all")
    titles = [line.rstrip(":") for line in usual.splitlines() if line.endswith(":") and not line.startswith(" ")]
    assert titles == [
        "Options", "What to keep", "How to open the page", "How to cut it into blocks", "Network", "Output", "Help",
    ]  # fmt: skip
    assert "--segmenter" not in usual
    hidden = {name for parameter in visit.params if isinstance(parameter, click.Option) and not parameter.hidden
              for name in parameter.opts if name.startswith("--")}  # fmt: skip
    assert [name for name in hidden if name not in whole] == []


def test_a_command_without_rare_options_has_one_help() -> None:
    @click.command(cls=SectionedCommand)
    @option("--loud", section=OUTPUT, is_flag=True)
    def small(loud: bool) -> None: ...

    assert [parameter.name for parameter in small.params] == ["loud"]


def test_a_rare_option_works_though_it_is_not_shown() -> None:
    @click.command(cls=SectionedCommand)
    @option("--odd", section=KEEP, rare=True, is_flag=True)
    def small(odd: bool) -> bool:
        return odd

    assert small.main(["--odd"], standalone_mode=False) is True
    assert "--odd" not in small.get_help(click.Context(small))
    assert "1 more" in small.get_help(click.Context(small))


def test_help_says_ranges_and_defaults_in_words() -> None:
    @click.command(cls=SectionedCommand)
    @option("--share", type=click.FloatRange(0, 1), default=0.5, help="A share.")
    @option("--count", type=click.IntRange(1, None), default=3, help="A count.")
    @option("--pages", type=click.IntRange(1, 1_000_000), help="Pages.")
    @option("--weight", type=click.FloatRange(0, 100, min_open=True), help="A weight.", show_default="1")
    @option("--form", show_default="text on a terminal", help="A form.")
    @option("--to", required=True, help="A target.")
    @option("--words", multiple=True, help="Words.")
    @option("--name", default="", help="A name.")
    @option("--loud", is_flag=True, help="Loud.")
    def small(**_options: object) -> None: ...

    shown = small.get_help(small.make_context("small", ["--to", "x"]))
    rows = [line.split("  ")[-1].strip() for line in shown.splitlines() if line.lstrip().startswith("--")]
    assert rows[:-1] == [
        "A share. [0 to 1; default: 0.5]", "A count. [default: 3]", "Pages. [1 to 1000000]",
        "A weight. [at most 100; default: 1]", "A form. [default: text on a terminal]", "A target. [required]",
        "Words.", "A name.", "Loud.",
    ]  # fmt: skip


def test_a_group_of_options_is_shown_in_its_order_and_can_be_shown_only_on_request() -> None:
    both = option_group(option("--first", section=KEEP), click.option("--second"))

    @click.command(cls=SectionedCommand)
    @option("--usual", section=KEEP)
    @rarely_needed(both)
    def small(**_options: object) -> None: ...

    assert [parameter.name for parameter in small.params] == ["usual", "first", "second", "help_all"]
    shown = small.get_help(click.Context(small))
    assert "--usual" in shown
    assert "--first" not in shown
    assert "--second" not in shown


def test_declared_options_become_one_argument() -> None:
    flags = (option("--loud", "volume", flag_value="loud"), option("--quiet", "volume", flag_value="quiet"))

    @click.command(cls=SectionedCommand)
    @click.option("--name")
    @option_record(
        "sound",
        as_stored,
        *flags,
        option("--tone", "tones", multiple=True),
        off_option("--no-echo", "echo", section=KEEP, help=""),
    )
    def play(name: str, sound: dict[str, object]) -> None:
        click.echo(f"{name} {sorted(sound.items())}")

    def said(*words: str) -> str:
        return CliRunner().invoke(play, words).output.strip()

    assert said("--name", "a") == "a []"
    assert said("--quiet", "--tone", "c", "--tone", "e") == "None [('tones', ['c', 'e']), ('volume', 'quiet')]"
    assert said("--no-echo") == "None [('echo', False)]"


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
