"""A verdict runs through few files, so that a reader can follow it: records of `model` are not counted."""

from __future__ import annotations

import sys
from types import FrameType

from judged_pages import block, page
from pagestrata.comparing.vidiff import compare
from pagestrata.deciding.decide import decide
from pagestrata.judging.context import NOTHING_KNOWN, Known
from pagestrata.judging.page_history import PageHistory
from pagestrata.model.blocks import BlockTree

MOST_FILES = 12

OLD = page(
    block("1.1", "Opening hours Monday to Friday 9:00-17:00", "Tickets cost € 12.00", "37 comments"),
    block("1.2", "Last updated 10:31"),
    block("1.3", "News one about something"),
)
NEW = page(
    block("1.1", "Opening hours Monday to Friday 9:00-18:00", "Tickets cost € 13.00", "38 comments"),
    block("1.2", "Last updated 11:31"),
    block("1.4", "Another story here"),
    hours=1,
)


def files_entered(old: BlockTree, new: BlockTree, known: Known) -> set[str]:
    """The files of the package in which a function was called for one verdict."""
    delta = compare(old, new)
    decide(old, new, delta=delta, known=known)  # models are read once
    entered: set[str] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            entered.add(frame.f_code.co_filename.replace("\\", "/").rpartition("/src/pagestrata/")[2])

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        decide(old, new, delta=delta, known=known)
    finally:
        sys.setprofile(before)
    return {name for name in entered if not name.startswith(("model/", "/", "<"))}


def test_a_first_verdict_runs_through_few_files() -> None:
    found = files_entered(OLD, NEW, NOTHING_KNOWN)
    assert len(found) <= MOST_FILES, sorted(found)


def test_a_verdict_with_history_runs_through_few_files() -> None:
    known = Known(history=PageHistory.of([OLD, NEW, OLD]))
    found = files_entered(OLD, NEW, known)
    assert len(found) <= MOST_FILES, sorted(found)
