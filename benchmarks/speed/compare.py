"""How fast two versions are compared, in memory and from file to file, and how that grows.

    python -m benchmarks.speed.compare

Limits: 500 pairs per second in memory at 140 KB; parse + compare + write faster than the authors' Java program; 140 KB
to 1.4 MB at most 13 times. The cache of leaf blocks is emptied before every run from file to file. Times are processor
time, the median of the runs. The Java program does not run here: its column was written down once, warmed up, on a
machine that may be faster or slower than this one, and nothing is gated by it.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

from benchmarks.version_pairs import made_pair
from pagestrata.comparing.vidiff import compare
from pagestrata.formats.deltas.videlta import write_videlta
from pagestrata.formats.trees.vixml import read_vixml
from pagestrata.formats.trees.vixml_scan import forget

SIZES_KB = (36, 140, 680, 1_400)
JAVA_MS_WRITTEN_DOWN = {36: (5, 7), 140: (11, 18), 680: (30, 53)}
SECONDS_PER_SIZE = 3.0


def milliseconds(action: Callable[[], object]) -> float:
    """Median processor time of an action, repeated for some seconds."""
    action()
    times: list[float] = []
    end = time.perf_counter() + SECONDS_PER_SIZE
    while time.perf_counter() < end or len(times) < 5:
        began = time.process_time()
        action()
        times.append(time.process_time() - began)
    return 1_000 * statistics.median(times)


def main() -> None:
    print("   KB  changes  compare ms  pairs/s  file to file ms  again ms   Java ms, written down elsewhere")
    taken = {}
    for size in SIZES_KB:
        pair = made_pair(size)

        def from_file_to_file(*, cold: bool, old: bytes = pair.old_vixml, new: bytes = pair.new_vixml) -> bytes:
            if cold:
                forget()
            return write_videlta(compare(read_vixml(old), read_vixml(new)))

        in_memory = milliseconds(lambda pair=pair: compare(pair.old, pair.new))  # type: ignore[misc]
        cold = milliseconds(lambda run=from_file_to_file: run(cold=True))  # type: ignore[misc]
        warm = milliseconds(lambda run=from_file_to_file: run(cold=False))  # type: ignore[misc]
        taken[size] = (in_memory, cold)
        java = "-".join(map(str, JAVA_MS_WRITTEN_DOWN[size])) if size in JAVA_MS_WRITTEN_DOWN else ""
        changes = len(compare(pair.old, pair.new).changes)
        print(
            f"{len(pair.new_vixml) // 1000:5} {changes:8} {in_memory:11.2f} {1000 / in_memory:8.0f} {cold:16.2f} "
            f"{warm:9.2f}   {java:>7}"
        )
    (small, small_files), (large, large_files) = taken[140], taken[1_400]
    print(
        f"growth from 140 KB to 1.4 MB: {large / small:.1f} times in memory, {large_files / small_files:.1f} with files"
    )


if __name__ == "__main__":
    main()
