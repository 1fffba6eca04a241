"""A benchmark that compares with others fails where the other did not run: a crash is no slowness."""

from __future__ import annotations

import os
import signal
from multiprocessing.connection import Connection

import pytest

from benchmarks.peers.compare import run_peer
from benchmarks.version_pairs import Pair, foreign_pair

PAIR = foreign_pair(blocks=2)


def crashes(_pair: Pair, _sending: Connection) -> None:
    raise ModuleNotFoundError("No module named 'peer'")


def ends_without_a_word(_pair: Pair, _sending: Connection) -> None:
    os._exit(3)


def runs(pair: Pair, sending: Connection) -> None:
    sending.send((0.5, len(pair.old_vixml)))


def is_ended_by_its_limit(_pair: Pair, _sending: Connection) -> None:
    signal.signal(signal.SIGXCPU, signal.SIG_DFL)
    os.kill(os.getpid(), signal.SIGXCPU)


@pytest.mark.parametrize("peer", [crashes, ends_without_a_word])
def test_a_peer_that_did_not_run_ends_the_benchmark(peer) -> None:
    with pytest.raises(SystemExit, match="the peer did not run"):
        run_peer(peer, PAIR)


def test_only_a_peer_that_ran_out_of_time_is_slow() -> None:
    assert run_peer(runs, PAIR) == (0.5, len(PAIR.old_vixml))
    assert run_peer(is_ended_by_its_limit, PAIR) is None
