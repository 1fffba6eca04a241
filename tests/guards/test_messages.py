"""Commands and options that messages, helps and screens name exist, and shares are written alike in all of them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click
import pytest

from pagestrata.cli.main import cli

SOURCE = Path(__file__).parents[2] / "src" / "pagestrata"
OTHER_PROGRAMS = ("brew ", "playwright ", "ray ", "benchmarks.", "a browser's ")
"""Sentences with one of these name options of another program."""

_OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]+")
_CROWDED_PERCENT = re.compile(r"(?:\d|…|\}\})%(?!\w)")
_STYLE = re.compile(r":\s?\d+%|\d%[;,)}]|style=|x2=")
TYPED = "10%"
"""What a person may type for --changed-by."""
_QUOTED = re.compile(r"[`>]pagestrata ([^`<]+)[`<]")


def _options(command: click.Command) -> set[str]:
    return {option for choice in command.params for option in (*choice.opts, *choice.secondary_opts)} | {"--help"}


def _commands(group: click.Group, *words: str) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield (*words, name), command
        if isinstance(command, click.Group):
            yield from _commands(command, *words, name)


@pytest.fixture(scope="module")
def options() -> dict[tuple[str, ...], set[str]]:
    return {words: _options(command) for words, command in _commands(cli)}


@cache
def _sentences() -> list[tuple[str, str]]:
    """Strings of several words, with the place they stand in."""
    found = []
    for file in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            text = _text(node)
            if " " in text and not any(name in text for name in OTHER_PROGRAMS):
                found.append((f"{file.relative_to(SOURCE)}:{getattr(node, 'lineno', 0)}", text))
    return found


def _templates() -> Iterator[tuple[str, str]]:
    for file in SOURCE.rglob("*.html"):
        yield str(file.relative_to(SOURCE)), file.read_text("utf-8")


def _text(node: ast.AST) -> str:
    """A string, one with values in it as a whole."""
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def test_options_that_are_named_exist(options: dict[tuple[str, ...], set[str]]) -> None:
    known = set().union(*options.values(), _options(cli))
    named = [(place, option) for place, text in _sentences() for option in _OPTION.findall(text)]
    assert len(named) > 100, "no message was found: is this looking in the right place?"
    assert [(place, option) for place, option in named if option not in known] == []


def test_commands_that_are_named_exist_and_take_the_options_they_are_named_with(
    options: dict[tuple[str, ...], set[str]],
) -> None:
    wrong = []
    for place, text in (*_sentences(), *_templates()):
        for quoted in _QUOTED.findall(text):
            words = quoted.split()
            called = next((call for call in (tuple(words[:2]), tuple(words[:1])) if call in options), None)
            if called is None or not set(_OPTION.findall(quoted)) <= options[called]:
                wrong.append((place, quoted))
    assert wrong == []


def _percent_formats() -> Iterator[str]:
    """Where Python is asked to write a share, which it does as '60%'."""
    for file in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            spec = node.format_spec if isinstance(node, ast.FormattedValue) else None
            if spec is not None and re.fullmatch(r"[^%]*%", _text(spec)):
                yield f"{file.relative_to(SOURCE)}:{spec.lineno}"


def test_shares_are_written_with_a_space_before_the_sign() -> None:
    assert list(_percent_formats()) == []
    lines = [(place, line) for place, text in (*_sentences(), *_templates()) for line in text.splitlines()]
    crowded = [(place, line) for place, line in lines if _CROWDED_PERCENT.search(line) and not _STYLE.search(line)]
    assert [(place, line) for place, line in crowded if TYPED not in line] == []
