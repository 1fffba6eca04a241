"""Every command in the README and the docs exists, with every option it is shown with; links between pages hold."""

from __future__ import annotations

import ast
import importlib
import re
import shlex
from pathlib import Path

import click
import pytest
import yaml

from pagestrata.cli.main import COMMANDS, cli

ROOT = Path(__file__).parents[2]
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")])


_IN_ANOTHER = re.compile(r"^(sudo -u \w+ |(podman|docker) run (?!.* pagestrata$).*?(?=pagestrata ))")
"""What stands before the program where another user or a container runs it."""


def _commands(page: Path) -> list[str]:
    found = []
    for block in re.findall(r"```(?:console|sh|bash)\n(.*?)```", page.read_text(), re.S):
        joined = block.replace("\\\n", " ")
        for line in joined.splitlines():
            command = _IN_ANOTHER.sub("", line.removeprefix("$ ").split(" #")[0].strip())
            if re.match(r"(\w+=\S+ )*(\S*/)?pagestrata\s", command):
                found.append(re.sub(r"^(\w+=\S+ )*", "", command))
    return found


DOCUMENTED = [(page, command) for page in PAGES for command in _commands(page)]


@pytest.mark.parametrize(("page", "command"), DOCUMENTED, ids=[command for _, command in DOCUMENTED])
def test_documented_command_parses(page: Path, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = shlex.split(re.split(r"\s[|>&]", command)[0])[1:]
    monkeypatch.chdir(tmp_path)
    for word in words:  # options that name a file to read want it to be there
        if re.fullmatch(r"[\w.-]+\.(json|ya?ml|html|warc|warc\.gz|wacz|xml|txt)", word):
            (tmp_path / word).touch()
    context = cli.make_context("pagestrata", words, resilient_parsing=False)
    name, *rest = [*context._protected_args, *context.args]
    found = cli.get_command(context, name)
    assert found is not None, f"{page.name} shows the unknown command {name!r}"
    try:
        while isinstance(found, click.Group) and rest:
            sub = found.get_command(context, rest[0])
            assert sub is not None, f"{page.name} shows the unknown command {rest[0]!r}"
            found, rest = sub, rest[1:]
        found.make_context(name, list(rest), parent=context)
    except click.exceptions.Exit:
        pass  # --help
    except click.ClickException as error:
        pytest.fail(f"{page.relative_to(ROOT)}: `{command}`: {error.format_message()}")


def _named_in_running_text() -> list[tuple[str, str]]:
    """Commands in backticks, with the program's name or without, and the page."""
    found = []
    for page in PAGES:
        text = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.M | re.S)
        for code in re.findall(r"`([^`\n]+)`", text):
            words = code.removeprefix("pagestrata ").split()
            if code.startswith("pagestrata ") or (len(words) > 1 and words[0] in COMMANDS):
                found.append((str(page.relative_to(ROOT)), " ".join(words)))
    return found


def test_commands_in_running_text_exist_with_their_options() -> None:
    named = _named_in_running_text()
    assert len(named) > 150
    context = cli.make_context("pagestrata", ["log"])
    always = {name for each in cli.params for name in each.opts} | {"--help", "--help-all"}
    wrong = []
    for page, command in named:
        name, *words = command.split()
        if name == "COMMAND" or name.startswith("-"):
            continue
        found = cli.get_command(context, name)
        while isinstance(found, click.Group) and words and words[0] in found.commands:
            found, words = found.commands[words[0]], words[1:]
        known = (
            always | {name for each in found.params for name in (*each.opts, *each.secondary_opts)} if found else set()
        )
        if found is None or any(word.startswith("--") and re.split("[=,;]", word)[0] not in known for word in words):
            wrong.append((page, command))
    assert wrong == []


def test_targets_of_make_that_the_docs_name_exist() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.M))
    named = {name for page in PAGES for name in re.findall(r"(?:`|\$ )make ([a-z]+)", page.read_text("utf-8"))}
    assert len(named) > 8
    assert named <= targets


def test_contributing_fits_on_one_screen() -> None:
    assert len((ROOT / "CONTRIBUTING.md").read_text("utf-8").splitlines()) <= 45


def test_each_template_of_an_issue_asks_for_something_that_must_be_given() -> None:
    forms = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
    asked = {form.stem: yaml.safe_load(form.read_text("utf-8")) for form in forms if form.stem != "config"}
    assert set(asked) == {"bug", "idea", "verdict"}
    for name, form in asked.items():
        assert {"name", "description", "body"} <= set(form), name
        assert any(field.get("validations", {}).get("required") for field in form["body"]), name


def test_every_command_is_in_the_reference() -> None:
    text = (ROOT / "docs" / "reference" / "command-line.md").read_text()
    missing = [name for name in COMMANDS if f"pagestrata {name}" not in text]
    assert not missing, f"docs/reference/command-line.md does not mention {missing}"


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
def test_links_between_pages_hold(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text()):
        assert (page.parent / target).exists(), f"{page.relative_to(ROOT)} links to {target}, which is not there"


def test_the_architecture_tells_nine_steps_that_match_folders() -> None:
    text = (ROOT / "docs" / "explanation" / "architecture.md").read_text()
    steps = re.findall(r"^(\d)\. .*?`(\w+)/`", text, re.M)
    assert [int(number) for number, _ in steps] == list(range(1, 10))
    for _, folder in steps:
        assert (ROOT / "src" / "pagestrata" / folder).is_dir(), folder


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
def test_python_in_the_docs_names_what_exists(page: Path) -> None:
    for block in re.findall(r"```python\n(.*?)```", page.read_text(), re.S):
        for node in ast.walk(ast.parse(block)):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pagestrata"):
                module = importlib.import_module(str(node.module))
                for alias in node.names:
                    assert hasattr(module, alias.name), f"{page.name}: {node.module} has no {alias.name}"


@pytest.mark.parametrize("section", ["explanation", "how-to", "reference"])
def test_every_page_is_listed_in_its_section(section: str) -> None:
    listed = set(re.findall(r"\]\(([\w-]+\.md)\)", (ROOT / "docs" / section / "README.md").read_text()))
    there = {path.name for path in (ROOT / "docs" / section).glob("*.md")} - {"README.md"}
    assert listed == there


def test_the_readme_begins_with_two_sentences_one_picture_and_two_commands() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    _, first, picture, commands, *_ = text.split("\n\n")
    assert len(re.findall(r"[.!?](?:\s|$)", first)) == 2
    assert picture.startswith("![")
    assert text.count("![") == 1
    assert [line.split("#")[0].strip() for line in commands.splitlines()[1:-1]] == ["$ make demo", "$ make test"]


def test_the_readme_has_at_most_six_figures_each_one_number_and_one_clause() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    before, _, behind = text.partition("## How well it works")
    table, _, rest = behind.partition("\n[Every figure]")
    rows = [line.strip("| ").split(" | ") for line in table.splitlines() if re.match(r"\| [.\d]", line)]
    assert 0 < len(rows) <= 6
    for number, clause in rows:
        assert re.fullmatch(r"[\d.]+(?: %)?", number)
        assert len(clause.split()) <= 20
        assert not re.search(r"[.;\d]", clause)
    assert not re.search(r"\d ?%", before + rest)


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
def test_every_row_of_a_table_has_as_many_cells_as_its_head(page: Path) -> None:
    lines = page.read_text("utf-8").splitlines()
    columns, odd = 0, []
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        if not line.startswith("|"):
            columns = 0
            continue
        cells = len(re.findall(r"(?<!\\)\|", line)) - 1
        columns = columns or (cells if re.fullmatch(r"\|[\s:|-]+\|", below) else 0)
        odd += [line] if cells != columns else []
    assert odd == []
