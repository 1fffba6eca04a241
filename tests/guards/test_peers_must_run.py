"""A benchmark that compares with others fails where the other did not run: a crash is no slowness."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

PEERS = """
import os, signal
from benchmarks.peers.compare import run_peer
from benchmarks.version_pairs import foreign_pair

def crashes(pair, sending):
    raise ModuleNotFoundError("No module named 'peer'")

def ends_without_a_word(pair, sending):
    os._exit(3)

def runs(pair, sending):
    sending.send((0.5, len(pair.old_vixml)))

def is_ended_by_its_limit(pair, sending):
    os.kill(os.getpid(), signal.SIGXCPU)

pair = foreign_pair(blocks=2)
for peer in (crashes, ends_without_a_word, runs, is_ended_by_its_limit):
    try:
        print(peer.__name__, run_peer(peer, pair) is not None)
    except SystemExit as error:
        print(peer.__name__, str(error).partition(";")[0])
"""


def test_a_peer_that_did_not_run_ends_the_benchmark() -> None:
    """In a process of its own: the benchmarks are no part of what tests import."""
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"}
    answer = subprocess.run([sys.executable, "-c", PEERS], check=True, capture_output=True, text=True, env=environment)
    assert answer.stdout.splitlines() == [
        "crashes the peer did not run (ModuleNotFoundError: No module named 'peer')",
        "ends_without_a_word the peer did not run (it ended without a word)",
        "runs True",
        "is_ended_by_its_limit False",
    ]
