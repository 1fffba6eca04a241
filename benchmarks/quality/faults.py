"""Real pages are no faults: every annotated page and every version of every site, as a first visit and as a later one.

    python -m benchmarks.quality faults

As a later visit each is held against a version before it that said far more and no phrase of the lists, which is the
most that a recogniser of faults could wish for.
"""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.pages import load_page_snapshots, load_sequence_snapshots, sequence_index
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.page_state import PageState
from pagestrata.model.records import Version
from pagestrata.model.snapshot import Snapshot
from pagestrata.visit.faults.page_faults import fault_of_page

MANY_WORDS = 100_000


def measure() -> dict[str, float]:
    """The share of real renderings that are taken for pages."""
    seen, wrong = 0, []
    for name, snapshot in _real_pages():
        seen += 1
        found = [fault for state in _states(snapshot) if (fault := fault_of_page(snapshot, state)) is not None]
        wrong += [f"{name}: {found[0].kind}: {found[0].why}"] if found else []
    print(f"{seen} renderings, {len(wrong)} taken for faults", *wrong, sep="\n  ")
    return {"real pages taken for pages": 1.0 - len(wrong) / max(1, seen), "renderings": float(seen)}


def _real_pages() -> Iterator[tuple[str, Snapshot]]:
    for name, snapshot, _ in load_page_snapshots():
        yield name, snapshot
    for site in sequence_index():
        for snapshot in load_sequence_snapshots(site):
            yield f"{site} {snapshot.captured_at:%Y-%m-%d}", snapshot


def _states(snapshot: Snapshot) -> Iterator[PageState]:
    url = snapshot.requested_url
    yield PageState(url=url)
    last = Version(id="", url=url, captured_at=snapshot.captured_at, status=200, title="Another title")
    before = BlockTree(blocks=(Block(ref="1", text="word " * MANY_WORDS),), url=url)
    yield PageState(url=url, last=last, tree=before)


if __name__ == "__main__":
    measure()
