from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from pagestrata.capturing.options import CaptureOptions
from pagestrata.cli.capture_options import capture_options
from pagestrata.errors import UsageError


@click.command()
@capture_options
def command(page: CaptureOptions) -> None:
    shown = (
        "viewport",
        "headers",
        "headers_for",
        "cookies",
        "proxy",
        "wait_for",
        "javascript",
        "blocked_resource_types",
        "page_seconds",
        "load_seconds",
    )
    click.echo(json.dumps({name: getattr(page, name) for name in shown}, default=list))


def run(*words: str) -> dict[str, Any]:
    done = CliRunner().invoke(command, words, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    answer: dict[str, Any] = json.loads(done.output)
    return answer


def test_defaults() -> None:
    found = run()
    assert found["viewport"] == [1366, 768]
    assert found["javascript"] is True
    assert found["page_seconds"] == 60


def test_what_is_given_arrives(tmp_path: Path) -> None:
    cookies = tmp_path / "cookies.json"
    cookies.write_text('[{"name": "a", "value": "b", "url": "https://example.org"}]')
    found = run(
        "--viewport", "800x600", "--header", "Accept-Language: fr", "--cookies", str(cookies), "--no-javascript",
        "--block", "image", "--timeout", "5", "--wait-for", "#x",
    )  # fmt: skip
    assert found["viewport"] == [800, 600]
    assert found["headers"] == {"Accept-Language": "fr"}
    assert found["cookies"][0]["name"] == "a"
    assert (found["javascript"], found["blocked_resource_types"], found["page_seconds"]) == (False, ["image"], 5)


@pytest.mark.parametrize("size", ["800", "axb", "0x5", "800x", "99999x1"])
def test_a_bad_window_size_is_refused(size: str) -> None:
    done = CliRunner().invoke(command, ["--viewport", size])
    assert done.exit_code == 2
    assert "1366x768" in done.output


@pytest.mark.parametrize("header", ["nothing", ": x", "a: b\r\nc: d"])
def test_a_bad_header_is_refused(header: str) -> None:
    with pytest.raises(UsageError, match="NAME:VALUE"):
        CliRunner().invoke(command, ["--header", header], catch_exceptions=False)


@pytest.mark.parametrize("content", ["{", "{}", "[1]"])
def test_bad_cookies_are_refused(tmp_path: Path, content: str) -> None:
    file = tmp_path / "cookies.json"
    file.write_text(content)
    with pytest.raises(UsageError, match="JSON"):
        CliRunner().invoke(command, ["--cookies", str(file)], catch_exceptions=False)


@pytest.mark.parametrize(
    ("content", "said"), [("- click", "is not JSON"), ("[]", "contains neither cookies nor origins")]
)
def test_a_profile_that_is_none_is_refused(tmp_path: Path, content: str, said: str) -> None:
    file = tmp_path / "profile.json"
    file.write_text(content)
    with pytest.raises(UsageError, match=f"--storage-state .*{said}.*; save one with Playwright"):
        run("--storage-state", str(file))


def test_a_limit_holds_for_the_waits_in_it() -> None:
    assert run("--timeout", "8")["load_seconds"] == 6.0
    assert run("--timeout", "50")["load_seconds"] == 30.0
    assert run("--timeout", "300")["load_seconds"] == 150.0


def test_headers_for_other_hosts() -> None:
    found = run("--header-for", "API.test", "X-Key: 1", "--header-for", "api.test", "X-More: 2")
    assert found["headers_for"] == {"api.test": {"X-Key": "1", "X-More": "2"}}
    assert found["headers"] == {}


def test_a_header_for_what_is_no_host() -> None:
    with pytest.raises(UsageError, match=r"'https://api\.test' is not a host name"):
        run("--header-for", "https://api.test", "X-Key: 1")


def test_only_commands_that_visit_can_be_told_to_look_once() -> None:
    from pagestrata.cli.main import cli

    def takes_it(name: str) -> bool:
        found = cli.get_command(click.Context(cli), name)
        assert found is not None
        return any("--no-second-look" in option.opts for option in found.params)

    assert {name for name in ("visit", "run", "serve", "import", "segment", "capture", "diff") if takes_it(name)} == {
        "visit",
        "run",
        "serve",
    }
