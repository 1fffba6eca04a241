"""How fast blocks are followed, with Scrapling's adaptive match on the same pages in the same run.

    python -m benchmarks.speed.follow

Pages of 1,000 to 2,500 nodes from the sequences, each compared with the version before it, ids hidden, a hundred
elements spread evenly over the page. `first block` includes the analysis of the page, `one block` is each further one,
`hundred blocks` are followed together, analysis included. The same is measured on rewritten pages, on which every word is
another one, so that no block is recognised at a glance (asked: 3 ms and 60 ms). Scrapling's tree is built beforehand and
not timed. Times are of the processor, medians over all pages; other programs on the machine still make them longer.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from statistics import median

from benchmarks.pages import load_sequence_snapshots, sequence_index
from benchmarks.peers.scrapling_match import relocate, scrapling_locator
from pagestrata.follow.follower import Follower, find_all
from pagestrata.follow.hide import without_ids
from pagestrata.follow.memory import Memory
from pagestrata.follow.page import Page, nodes_of
from pagestrata.follow.portraits import item_page
from pagestrata.model.snapshot import Snapshot

NODES = range(1000, 2500)
BLOCKS = 100
PAGES = 8


def page_pairs() -> Iterator[tuple[str, Snapshot, Snapshot]]:
    """Consecutive, different versions of pages of about 1,500 nodes."""
    for site in sorted(sequence_index()):
        before: Snapshot | None = None
        for snapshot in load_sequence_snapshots(site):
            if snapshot.nodes is None:
                continue
            hidden = without_ids(replace(snapshot, screenshot_png=None))
            if before is not None and len(snapshot.nodes) in NODES and nodes_of(before).text != snapshot.nodes.text:
                yield site, before, hidden
                break
            before = hidden


def milliseconds(work: Callable[..., object], *arguments: object) -> float:
    start = time.process_time()
    work(*arguments)
    return (time.process_time() - start) * 1000


def blocks_of(snapshot: Snapshot) -> list[int]:
    """A hundred elements spread over the page."""
    rows = Page(nodes_of(snapshot)).is_element.nonzero()[0].tolist()
    step = max(1, len(rows) // BLOCKS)
    return [int(row) for row in rows[::step][:BLOCKS]]


def forgotten(snapshot: Snapshot) -> Snapshot:
    """The same page as if nobody had looked at it yet."""
    item_page._recent.clear()
    return replace(snapshot, nodes=replace(nodes_of(snapshot)))


def rewritten(snapshot: Snapshot) -> Snapshot:
    """The same page in other words."""
    nodes = nodes_of(snapshot)
    texts = [" ".join(word[::-1] for word in text.split()) for text in nodes.text]
    return replace(snapshot, nodes=replace(nodes, text=type(nodes.text)(texts)))


def rewritten_times(memories: Sequence[Memory], new: Snapshot) -> tuple[list[float], float]:
    """Milliseconds for single blocks, the page known, and for all together."""
    page = rewritten(new)
    Follower(memories[0]).find(page)
    one = [milliseconds(Follower(memory).find, page) for memory in memories[:: BLOCKS // 20]]
    every = [milliseconds(find_all, [Follower(memory) for memory in memories], forgotten(page)) for _ in range(5)]
    return one, median(every)


def measure() -> dict[str, float]:
    first, one, hundred, peer = [], [], [], []
    other_one: list[float] = []
    other_hundred: list[float] = []
    for number, (site, old, new) in enumerate(page_pairs()):
        if number == PAGES:
            break
        rows = blocks_of(old)
        memories = [Follower.from_row(old, row).memory for row in rows]
        Follower(memories[0]).find(new)  # the first call of all loads the ranker
        for memory in memories[:: BLOCKS // 20]:
            page = forgotten(new)
            first.append(milliseconds(Follower(memory).find, page))
            one.append(milliseconds(Follower(memory).find, page))
        times = [milliseconds(find_all, [Follower(memory) for memory in memories], forgotten(new)) for _ in range(5)]
        hundred.append(median(times))
        ones, together = rewritten_times(memories, new)
        other_one += ones
        other_hundred.append(together)
        before, later = Page(nodes_of(old)), Page(nodes_of(new))
        scrapling_locator(before, rows[0])(later)  # builds its trees, which are not timed
        peer += [milliseconds(relocate, later, scrapling_wanted(before, row)) for row in rows[:: BLOCKS // 5]]
        print(
            f"  {site:28} {len(nodes_of(new)):5} nodes   first {median(first[-20:]):.2f} ms   one {median(one[-20:]):.2f} ms"
            f"   hundred {hundred[-1]:.1f} ms"
        )
    return {
        "first_block_ms": median(first),
        "one_block_ms": median(one),
        "hundred_blocks_ms": median(hundred),
        "rewritten_one_block_ms": median(other_one),
        "rewritten_hundred_blocks_ms": median(other_hundred),
        "scrapling_ms": median(peer),
        "times_faster_with_analysis": median(peer) / median(first),
        "times_faster_one_block": median(peer) / median(one),
        "times_faster_per_shared_block": median(peer) / (median(hundred) / BLOCKS),
    }


def scrapling_wanted(page: Page, row: int) -> object:
    from scrapling.core.utils import _StorageTools

    from benchmarks.peers.scrapling_match import _tree

    return _StorageTools.element_to_dict(_tree(page)[1][row])


if __name__ == "__main__":
    for name, value in measure().items():
        print(f"  {name:36} {value:.2f}")
