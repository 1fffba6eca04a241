"""The same pairs of Vi-XML files through xmldiff (fast_match) and through Pagestrata: parse, compare and write.

    python -m benchmarks.peers.compare [KB…]

Times are processor time: the median of our runs, and of three of xmldiff, or of the one that takes more than some
seconds. xmldiff needs minutes for the larger files; it runs in a process of its own and is ended after two, and then
we are at least that many times faster. Limit: 30 times.
"""

from __future__ import annotations

import multiprocessing
import resource
import statistics
import sys
import time
from multiprocessing.connection import Connection

from benchmarks.speed.compare import milliseconds
from benchmarks.version_pairs import Pair, made_pair
from pagestrata.comparing.vidiff import compare
from pagestrata.formats.videlta import write_videlta
from pagestrata.formats.vixml import read_vixml
from pagestrata.formats.vixml_scan import forget

LONGEST_SECONDS = 120
LONG_SECONDS = 5
RUNS = 3


def main(sizes: list[int]) -> None:
    for size in sizes:
        pair = made_pair(size)

        def ours(old: bytes = pair.old_vixml, new: bytes = pair.new_vixml) -> bytes:
            forget()
            return write_videlta(compare(read_vixml(old), read_vixml(new)))

        mine = milliseconds(ours)
        found = _xmldiff(pair)
        seconds, edits = found or (float(LONGEST_SECONDS), 0)
        more, size_of_edits = ("", f"{edits // 1000} KB of edits") if found else ("> ", "ended")
        print(
            f"{size:5} KB: xmldiff {more}{1000 * seconds:.0f} ms ({size_of_edits}), pagestrata {mine:.2f} ms "
            f"({len(ours()) // 1000} KB), {more}{1000 * seconds / mine:.0f} times faster",
            flush=True,
        )


def _xmldiff(pair: Pair) -> tuple[float, int] | None:
    """Seconds and bytes of edits; None when it takes too long."""
    receiving, sending = multiprocessing.Pipe(duplex=False)
    child = multiprocessing.get_context("fork").Process(target=_run_xmldiff, args=(pair, sending))
    child.start()
    sending.close()
    try:
        seconds, edits = receiving.recv()
        return float(seconds), int(edits)
    except EOFError:
        return None
    finally:
        child.join()


def _run_xmldiff(pair: Pair, sending: Connection) -> None:
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
    main([int(size) for size in sys.argv[1:]] or [36, 140, 680])
