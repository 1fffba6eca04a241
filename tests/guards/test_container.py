"""The Containerfile: an ordinary user, a health check, no secrets, and nothing that is not there."""

from __future__ import annotations

import json
import re
from pathlib import Path

import click
import pytest

from pagestrata.capturing.browser.find import VARIABLE as BROWSER_VARIABLE
from pagestrata.cli.main import cli

ROOT = Path(__file__).parents[2]
TEXT = re.sub(r"\\\n", " ", (ROOT / "Containerfile").read_text())
STEPS = [
    (word, rest.strip())
    for word, _, rest in (line.partition(" ") for line in TEXT.splitlines() if line and not line.startswith("#"))
]


def steps(name: str) -> list[str]:
    return [rest for word, rest in STEPS if word == name]


def test_it_runs_as_an_ordinary_user_that_it_makes() -> None:
    (user,) = steps("USER")
    assert user not in {"root", "0"}
    assert any(re.search(rf"useradd .*\b{user}\b", rest) for rest in steps("RUN"))
    order = [word for word, _ in STEPS]
    assert order.index("USER") < order.index("ENTRYPOINT")
    assert "RUN" not in order[order.index("USER") :]


def test_the_sandbox_stays_on() -> None:
    assert "no-sandbox" not in TEXT.lower()
    assert "NO_SANDBOX" not in TEXT


def test_its_health_is_that_of_browser_and_archive() -> None:
    (check,) = steps("HEALTHCHECK")
    assert '["pagestrata", "doctor"]' in check


@pytest.mark.parametrize("step", ["HEALTHCHECK", "CMD"])
def test_what_it_runs_are_commands_that_the_program_has(step: str) -> None:
    (said,) = steps(step)
    words = json.loads(said[said.index("[") :])
    words = words[1:] if words[0] == "pagestrata" else words  # else they follow the entry point
    if words == ["--help"]:
        return
    found: click.Command | None = cli
    with click.Context(cli) as context:
        for word in words:
            assert isinstance(found, click.Group)
            found = found.get_command(context, word)
            assert found is not None, f"`pagestrata {' '.join(words)}` is no command"


def test_the_program_reads_what_the_environment_says() -> None:
    variables = dict(each.split("=", 1) for said in steps("ENV") for each in said.split())
    assert variables.pop("PATH").startswith("/opt/pagestrata/venv/bin:")
    read = {str(each.envvar) for each in cli.params if isinstance(each, click.Option)} | {BROWSER_VARIABLE}
    assert variables.keys() <= read
    assert [variables["PAGESTRATA_ARCHIVE"]] == steps("VOLUME")


def test_it_holds_no_secret_and_only_what_is_needed() -> None:
    assert not re.search(r"(?i)password|token|secret|api_?key", " ".join(rest for _, rest in STEPS))
    assert steps("ADD") == []
    copied = {name for rest in steps("COPY") for name in rest.split()[:-1]}
    assert copied == {"pyproject.toml", "README.md", "LICENSE", "requirements-container.lock", "src"}
    assert all((ROOT / name).exists() for name in copied)
    kept = {line[1:] for line in (ROOT / ".containerignore").read_text().split() if line.startswith("!")}
    assert kept == copied


def test_packages_are_those_of_the_lock() -> None:
    assert any("--require-hashes -r requirements-container.lock" in rest for rest in steps("RUN"))


def _pinned(name: str) -> set[str]:
    return set(re.findall(r"^([\w.-]+==[^\s;]+)", (ROOT / name).read_text(), re.MULTILINE))


def test_the_image_has_what_is_tested_and_nothing_that_only_tests_need() -> None:
    installed = _pinned("requirements-container.lock")
    assert installed < _pinned("requirements.lock")
    names = {pin.partition("==")[0] for pin in installed}
    assert {"psycopg", "obstore", "fastapi", "hatchling"} <= names
    assert names.isdisjoint({"pytest", "mypy", "ruff", "moto", "xmldiff", "ray"})
