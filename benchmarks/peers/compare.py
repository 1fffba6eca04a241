"""The same pairs of Vi-XML files through xmldiff (fast_match) and through Pagestrata: parse, compare and write.

    python -m benchmarks.peers.compare [KB…]

Measured are pages like real ones, changed by the paper's simulator (36, 140 and 680 KB), and a page of another make, with
the time lxml takes to parse both of its files in the same run (`version_pairs.foreign_pair`). Times are processor
time: the median of our runs, and of three of xmldiff, or of the one that takes more than some seconds. xmldiff needs
minutes for the larger files; it runs in a process of its own and is ended after two, and then we are at least that many
times faster. Limits: 30 times xmldiff; on the foreign page at most 2 times lxml. A peer that does not run ends the
benchmark with an error: `uv sync --group peers` installs it.
"""

from __future__ import annotations

import multiprocessing
import resource
import signal
import statistics
import sys
import time
from collections.abc import Callable
from multiprocessing.connection import Connection

from benchmarks.speed.compare import milliseconds
from benchmarks.version_pairs import Pair, foreign_pair, made_pair
from pagestrata.comparing.vidiff import compare
from pagestrata.formats.deltas.videlta import write_videlta
from pagestrata.formats.trees.vixml import read_vixml
from pagestrata.formats.trees.vixml_scan import forget

LONGEST_SECONDS = 120
LONG_SECONDS = 5
RUNS = 3
MIN_TIMES_XMLDIFF = 30.0
MAX_TIMES_LXML = 2.0

Told = tuple[float, int] | str
"""Seconds and bytes of edits, or why the peer did not run."""


def main(sizes: list[int]) -> bool:
    """Prints the table; whether all limits were kept."""
    kept = [_line(f"{size} KB, simulated", made_pair(size)) >= MIN_TIMES_XMLDIFF for size in sizes]
    foreign = foreign_pair()
    kept.append(_line(f"{len(foreign.old_vixml) // 1000} KB, foreign", foreign) >= MIN_TIMES_XMLDIFF)
    ours, parses = milliseconds(lambda: _ours(foreign)), milliseconds(lambda: _parse_both(foreign))
    print(
        f"foreign page: pagestrata {ours:.2f} ms, lxml parses both files in {parses:.2f} ms: {ours / parses:.2f} times"
    )
    kept.append(ours <= MAX_TIMES_LXML * parses)
    return all(kept)


def _ours(pair: Pair) -> bytes:
    forget()
    return write_videlta(compare(read_vixml(pair.old_vixml), read_vixml(pair.new_vixml)))


def _parse_both(pair: Pair) -> object:
    from lxml import etree

    return etree.fromstring(pair.old_vixml), etree.fromstring(pair.new_vixml)


def _line(name: str, pair: Pair) -> float:
    """Prints one line of the table; how many times faster we are, at least."""
    mine, parses = milliseconds(lambda: _ours(pair)), milliseconds(lambda: _parse_both(pair))
    found = run_peer(run_xmldiff, pair)
    seconds, edits = found or (float(LONGEST_SECONDS), 0)
    more, size_of_edits = ("", f"{edits // 1000} KB of edits") if found else ("> ", "ended")
    times = 1000 * seconds / mine
    print(
        f"{name}: xmldiff {more}{1000 * seconds:.0f} ms ({size_of_edits}), pagestrata {mine:.2f} ms "
        f"({len(_ours(pair)) // 1000} KB), {more}{times:.0f} times faster; lxml parses both files in {parses:.2f} ms",
        flush=True,
    )
    return times


def run_peer(peer: Callable[[Pair, Connection], None], pair: Pair) -> tuple[float, int] | None:
    """Seconds and bytes of edits; None when it takes too long. Raises SystemExit for a peer that did not run."""
    receiving, sending = multiprocessing.Pipe(duplex=False)
    child = multiprocessing.get_context("fork").Process(target=_in_child, args=(peer, pair, sending))
    child.start()
    sending.close()
    told: Told = "it ended without a word"
    try:
        told = receiving.recv()
    except EOFError:
        pass
    finally:
        child.join()
    if child.exitcode in {-signal.SIGXCPU, -signal.SIGKILL}:
        return None
    if isinstance(told, str):
        raise SystemExit(f"the peer did not run ({told}); nothing was measured. Install it: uv sync --group peers")
    return told


def _in_child(peer: Callable[[Pair, Connection], None], pair: Pair, sending: Connection) -> None:
    try:
        peer(pair, sending)
    except Exception as error:  # whatever it is, the parent has to hear of it
        sending.send(f"{type(error).__name__}: {error}")


def run_xmldiff(pair: Pair, sending: Connection) -> None:
    from xmldiff import formatting
    from xmldiff.main import diff_texts

    resource.setrlimit(resource.RLIMIT_CPU, (LONGEST_SECONDS, LONGEST_SECONDS))
    times: list[float] = []
    edits = ""
    while len(times) < RUNS and sum(times) < LONG_SECONDS:
        began = time.process_time()
        edits = diff_texts(
            pair.old_vixml,
            pair.new_vixml,
            diff_options={"fast_match": True},
            formatter=formatting.DiffFormatter(),
        )
        times.append(time.process_time() - began)
    sending.send((statistics.median(times), len(edits)))


if __name__ == "__main__":
    sys.exit(0 if main([int(size) for size in sys.argv[1:]] or [36, 140, 680]) else 1)
