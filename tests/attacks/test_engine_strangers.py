"""Nodes of a cluster unpickle what they receive, so only its owner may send them anything."""

from __future__ import annotations

import contextlib
import http.client
import itertools
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import psutil
import pytest

from attacks.canaries import PATIENCE_SECONDS

pytest.importorskip("ray", reason="the extra 'ray' is not installed")
pytestmark = pytest.mark.slow
HERE = Path(__file__).parent
SECONDS = 300
METHODS = (
    "CoreWorkerService/PushTask",
    "CoreWorkerService/KillActor",
    "NodeManagerService/RequestWorkerLease",
    "ObjectManagerService/Push",
    "ObjectManagerService/Pull",
    "InternalKVGcsService/InternalKVPut",
)
"""Methods that hand over work, or objects that are unpickled."""


class Owner(NamedTuple):
    """A cluster on this machine, started by a person with this home."""

    address: str
    home: Path
    session: Path  # sockets, logs and packages of the nodes
    process: int


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
        address, _, session = next(line.strip() for line in lines if line.startswith("127.0.0.1:")).partition(" ")
        yield Owner(address, home, Path(session), running.pid)
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


def test_no_port_of_a_node_takes_work_from_strangers(owner: Owner) -> None:
    """Every process of the cluster listens: each method that hands over work, called without the token."""
    grpc = pytest.importorskip("grpc", reason="the nodes are called with the package grpcio")
    first = psutil.Process(owner.process)
    family = [first, *first.children(recursive=True)]
    ports = {port for process in family for port in listening(process)}
    answers = {}
    for port, method in itertools.product(ports, METHODS):
        with grpc.insecure_channel(f"127.0.0.1:{port}") as channel, pytest.raises(grpc.RpcError) as caught:
            channel.unary_unary(f"/ray.rpc.{method}")(b"", timeout=PATIENCE_SECONDS)
        answers[port, method] = caught.value.code().name
    asked_for_token = {method for (_, method), answer in answers.items() if answer == "UNAUTHENTICATED"}
    assert asked_for_token == set(METHODS)
    assert set(answers.values()) <= {"UNAUTHENTICATED", "UNIMPLEMENTED", "UNAVAILABLE"}  # the last: it speaks no gRPC
    for port in ports:
        client = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        with contextlib.suppress(http.client.HTTPException, OSError):  # it speaks gRPC
            client.request("POST", "/get_or_create_runtime_env", b"")
            assert client.getresponse().status == 401
        client.close()


def listening(process: psutil.Process) -> set[int]:
    try:
        return {one.laddr.port for one in process.net_connections("inet") if one.status == psutil.CONN_LISTEN}
    except psutil.Error:
        return set()


def test_strangers_reach_no_file_of_a_node(owner: Owner) -> None:
    """Nodes also speak through sockets in a folder, and load packages from there; Ray lets everybody write to it."""
    assert (owner.session / "sockets" / "raylet").is_socket()
    found = [folder.stat() for folder in owner.session.parents]
    assert any(one.st_uid == os.getuid() and not one.st_mode & 0o077 for one in found)


def test_strangers_cannot_read_the_token(owner: Owner) -> None:
    file = owner.home / ".ray" / "auth_token"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_who_has_the_token_is_heard(owner: Owner) -> None:
    """So that the attempts above would be noticed if they succeeded."""
    token = (owner.home / ".ray" / "auth_token").read_text()
    assert stranger(owner, owner.home, RAY_AUTH_MODE="token", RAY_AUTH_TOKEN=token) == "reached"
