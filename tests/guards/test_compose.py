"""The compose file: ordinary users, health checks, nothing open to other machines, no password, and only what is there."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import click
import yaml

from pagestrata.cli.main import cli
from pagestrata.cli.serve import serve
from pagestrata.notify.kept_addresses import default_file
from pagestrata.web.dependencies import PUBLIC_PATHS

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "compose.yaml").read_text()
SERVICES: dict[str, Any] = yaml.safe_load(TEXT)["services"]
OURS, DATABASE = SERVICES["pagestrata"], SERVICES["database"]


def test_nothing_runs_as_root_or_gains_rights() -> None:
    assert DATABASE["user"] == "postgres"
    assert OURS["build"]["dockerfile"] == "Containerfile"  # whose user is no root: test_container.py
    assert OURS.get("user", "archivist") not in {"root", "0"}
    for service in SERVICES.values():
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert "privileged" not in service


def test_every_service_says_whether_it_is_well() -> None:
    assert all(service["healthcheck"]["test"][0] == "CMD" for service in SERVICES.values())
    assert OURS["depends_on"]["database"]["condition"] == "service_healthy"
    program = OURS["healthcheck"]["test"][-1]
    ast.parse(program)
    asked = re.search(r"http://127\.0\.0\.1:(\d+)(/\w+)", program)
    assert asked is not None
    assert asked[1] == option("--port")
    assert asked[2] in PUBLIC_PATHS  # nobody logs in for it


def test_the_command_is_one_that_the_program_has() -> None:
    word, *options = OURS["command"]
    assert word == serve.name
    with serve.make_context("serve", list(options), obj=None) as parsed:
        assert parsed.params["visits"] is True
        assert parsed.params["host"] == "0.0.0.0"


def option(name: str) -> str:
    command = OURS["command"]
    return str(command[command.index(name) + 1])


def test_both_ports_are_published_on_this_machine_alone() -> None:
    published = [port.rsplit(":", 2) for port in OURS["ports"]]
    assert {host for host, _, _ in published} == {"127.0.0.1"}
    assert {inner for _, _, inner in published} == {option("--port"), option("--replay-port")}
    assert "ports" not in DATABASE


def test_the_program_reads_what_the_environment_says() -> None:
    variables = OURS["environment"]
    read = {str(each.envvar) for each in cli.params if isinstance(each, click.Option)}
    assert "PAGESTRATA_ARCHIVE" in read & set(variables)
    assert str(default_file(variables)) == variables["PAGESTRATA_CHANNELS"]
    assert set(variables) - read == {"PAGESTRATA_CHANNELS", "PGPASSWORD"}  # the last one is of PostgreSQL's library


def test_both_services_mean_the_same_database() -> None:
    said = DATABASE["environment"]
    assert OURS["environment"]["PAGESTRATA_ARCHIVE"].startswith(
        f"postgresql://{said['POSTGRES_USER']}@database/{said['POSTGRES_DB']}?blobs=/archive/"
    )
    assert said["POSTGRES_PASSWORD"] == OURS["environment"]["PGPASSWORD"]


def test_the_password_comes_from_outside_and_must_be_there() -> None:
    assert re.fullmatch(r"\$\{PAGESTRATA_DATABASE_PASSWORD:\?.+\}", OURS["environment"]["PGPASSWORD"])
    assert ".env" in (ROOT / ".gitignore").read_text().split()


def test_what_must_stay_is_in_volumes() -> None:
    kept = {volume.split(":")[1] for service in SERVICES.values() for volume in service["volumes"]}
    assert kept == {"/archive", "/var/lib/postgresql/data"}
    named = {volume.split(":")[0] for service in SERVICES.values() for volume in service["volumes"]}
    assert named == set(yaml.safe_load(TEXT)["volumes"])
