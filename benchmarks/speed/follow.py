"""How fast blocks are followed, with Scrapling's adaptive match on the same pages in the same run.

    python -m benchmarks.speed.follow

Pages of 1,000 to 2,500 nodes from the sequences, each compared with the version before it, ids hidden, a hundred
elements spread evenly over the page. `first block` includes the analysis of the page, `one block` is each further one,
`hundred blocks` are followed together, analysis included. Scrapling's tree is built beforehand and not timed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from statistics import median

from benchmarks.pages import load_sequence_snapshots, sequence_index
from benchmarks.peers.scrapling_match import relocate, scrapling_locator
from pagestrata.follow import item_page
from pagestrata.follow.follower import Follower, find_all
from pagestrata.follow.hide import without_ids
from pagestrata.follow.page import Page, nodes_of
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
    start = time.perf_counter()
    work(*arguments)
    return (time.perf_counter() - start) * 1000


def blocks_of(snapshot: Snapshot) -> list[int]:
    """A hundred elements spread over the page."""
    rows = Page(nodes_of(snapshot)).is_element.nonzero()[0].tolist()
    step = max(1, len(rows) // BLOCKS)
    return [int(row) for row in rows[::step][:BLOCKS]]


def forget_pages() -> None:
    item_page._recent.clear()


def measure() -> dict[str, float]:
    first, one, hundred, peer = [], [], [], []
    for number, (site, old, new) in enumerate(page_pairs()):
        if number == PAGES:
            break
        rows = blocks_of(old)
        followers = [Follower.from_row(old, row) for row in rows]
        states = [follower.memory for follower in followers]
        for follower, memory in zip(followers[:: BLOCKS // 10], states[:: BLOCKS // 10], strict=True):
            forget_pages()
            first.append(milliseconds(follower.find, new))
            one.append(milliseconds(Follower(memory).find, new))
        forget_pages()
        fresh = [Follower(memory) for memory in states]
        hundred.append(milliseconds(find_all, fresh, new))
        before, later = Page(nodes_of(old)), Page(nodes_of(new))
        scrapling_locator(before, rows[0])(later)  # builds its trees, which are not timed
        wanted = [scrapling_wanted(before, row) for row in rows[:: BLOCKS // 3]]
        peer += [milliseconds(relocate, later, w) for w in wanted]
        print(
            f"  {site:28} {len(nodes_of(new)):5} nodes   one {median(one[-10:]):.2f} ms   hundred {hundred[-1]:.1f} ms"
        )
    return {
        "first_block_ms": median(first),
        "one_block_ms": median(one),
        "hundred_blocks_ms": median(hundred),
        "scrapling_ms": median(peer),
        "times_faster_than_scrapling": median(peer) / median(one),
        "times_faster_per_shared_block": median(peer) / (median(hundred) / BLOCKS),
    }


def scrapling_wanted(page: Page, row: int) -> object:
    from scrapling.core.utils import _StorageTools

    from benchmarks.peers.scrapling_match import _tree

    return _StorageTools.element_to_dict(_tree(page)[1][row])


if __name__ == "__main__":
    for name, value in measure().items():
        print(f"  {name:36} {value:.2f}")
