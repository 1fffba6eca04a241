"""Whole blocks that came or went."""

from found_changes import block, found
from pagestrata.deciding.findings.finding_record import speaking


def test_blocks_that_came_and_went() -> None:
    (came,) = found(None, block("The mayor resigned this morning"))
    assert (came.op, came.element, came.chance > 0.5) == ("insert", "block", True)
    (went,) = found(block("The mayor resigned this morning"), None)
    assert (went.op, went.old_ref) == ("delete", "1")
    assert not speaking(found(None, block("Buy shoes", "ad")))
    assert not speaking(found(None, block("Updated 3 minutes ago")))
    assert found(None, block()) == []
