"""What `make container` reads from Containerfile and compose.yaml, so that it tries what they say."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest
import yaml

from tools.container import SECRET, SUITE, base_image, dropped_rights, filled_in, health_address, stopped

ROOT = Path(__file__).parents[2]
SERVICES = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]


def test_the_base_is_the_release_that_is_built_here() -> None:
    assert base_image((ROOT / "Containerfile").read_text()) == f"docker.io/library/debian:{SUITE}-slim"


def test_both_services_get_the_same_password() -> None:
    ours = filled_in(SERVICES["pagestrata"]["environment"], {SECRET: "abc"})
    database = filled_in(SERVICES["database"]["environment"], {SECRET: "abc"})
    assert ours["PGPASSWORD"] == database["POSTGRES_PASSWORD"] == "abc"
    assert "$" not in "".join([*ours.values(), *database.values()])


def test_a_variable_that_nobody_knows_is_no_empty_text() -> None:
    with pytest.raises(KeyError):
        filled_in({"NAME": "${OTHER}"}, {SECRET: "abc"})


def test_rights_are_dropped_as_the_file_says() -> None:
    assert dropped_rights(SERVICES["pagestrata"]) == ("--bounding-set=-all", "--inh-caps=-all", "--no-new-privs")
    assert dropped_rights({}) == ()


def test_the_health_address_is_that_of_the_check() -> None:
    assert health_address(SERVICES["pagestrata"]) == "http://127.0.0.1:8080/health"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="namespaces need root")
@pytest.mark.parametrize(("script", "code"), [("trap 'exit 7' TERM", 7), ("trap 'exit 0' TERM", 0)])
def test_a_command_in_namespaces_is_told_to_stop(script: str, code: int) -> None:
    waiting = f"{script}; echo ready; while :; do sleep 0.1; done"
    command = ["unshare", "--pid", "--fork", "--kill-child", "sh", "-c", waiting]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        process.send_signal(signal.SIGTERM)  # which `unshare` ignores
        time.sleep(0.3)
        assert process.poll() is None
        assert stopped(process) == code
