"""Nodes of a cluster unpickle what they are sent: nobody but its owner may send them anything."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

pytest.importorskip("ray", reason="the extra 'ray' is not installed")
pytestmark = pytest.mark.slow
HERE = Path(__file__).parent
SECONDS = 300


class Owner(NamedTuple):
    """A cluster on this machine, started by a person with this home."""

    address: str
    home: Path


def environment(home: Path, **more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("RAY_")}
    return {**kept, "HOME": str(home), **more}


@pytest.fixture(scope="module")
def owner(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Owner]:
    home = tmp_path_factory.mktemp("owner")
    program = [sys.executable, str(HERE / "engine_owner.py")]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(program, env=environment(home), text=True, **pipes) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        lines = iter(running.stdout.readline, "")
        yield Owner(next(line.strip() for line in lines if line.startswith("127.0.0.1:")), home)
        running.stdin.close()
        running.wait(SECONDS)


def stranger(owner: Owner, home: Path, **more: str) -> str:
    done = subprocess.run(
        [sys.executable, str(HERE / "engine_stranger.py"), owner.address],
        env=environment(home, **more), capture_output=True, text=True, timeout=SECONDS, check=False,
    )  # fmt: skip
    return done.stdout.strip().splitlines()[-1]


@pytest.mark.parametrize("token", ["", "0" * 64])
def test_nodes_do_not_listen_to_strangers(owner: Owner, tmp_path: Path, token: str) -> None:
    given = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": token} if token else {"RAY_AUTH_MODE": "disabled"}
    assert "refused" in stranger(owner, tmp_path, **given)


def test_strangers_cannot_read_the_token(owner: Owner) -> None:
    file = owner.home / ".ray" / "auth_token"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_who_has_the_token_is_heard(owner: Owner) -> None:
    """So that the attempts above would be noticed if they succeeded."""
    token = (owner.home / ".ray" / "auth_token").read_text()
    assert stranger(owner, owner.home, RAY_AUTH_MODE="token", RAY_AUTH_TOKEN=token) == "reached"
