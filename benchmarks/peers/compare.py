"""The same pairs of Vi-XML files through xmldiff (fast_match) and through Pagestrata: parse, compare and write.

    python -m benchmarks.peers.compare [KB…]

xmldiff needs minutes for the larger files, so each is run once. Limit: at least 30 times faster.
"""

from __future__ import annotations

import sys
import time

from benchmarks.speed.compare import milliseconds
from benchmarks.version_pairs import made_pair
from pagestrata.compare.changes import compare
from pagestrata.formats.videlta import write_videlta
from pagestrata.formats.vixml import read_vixml
from pagestrata.formats.vixml_scan import forget


def main(sizes: list[int]) -> None:
    from xmldiff import formatting
    from xmldiff.main import diff_texts

    for size in sizes:
        pair = made_pair(size)

        def ours(old: bytes = pair.old_vixml, new: bytes = pair.new_vixml) -> bytes:
            forget()
            return write_videlta(compare(read_vixml(old), read_vixml(new)))

        began = time.process_time()
        theirs = diff_texts(
            pair.old_vixml,
            pair.new_vixml,
            diff_options={"fast_match": True},
            formatter=formatting.DiffFormatter(),
        )
        seconds = time.process_time() - began
        mine = milliseconds(ours)
        print(
            f"{size:5} KB: xmldiff {1000 * seconds:9.0f} ms ({len(theirs) // 1000} KB of edits), "
            f"pagestrata {mine:7.2f} ms ({len(ours()) // 1000} KB), {1000 * seconds / mine:6.0f} times faster"
        )


if __name__ == "__main__":
    main([int(size) for size in sys.argv[1:]] or [36, 140, 680])
