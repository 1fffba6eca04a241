from __future__ import annotations

from pagestrata.model.check_results import State, fine, missing, weak


def test_a_fine_line_needs_no_mend_and_others_name_theirs() -> None:
    assert (fine("disk", "9 GB").state, fine("disk", "9 GB").advice) == (State.FINE, "")
    assert weak("disk", "1 GB", "free some").state is State.WEAK
    assert missing("disk", "0 GB", "free some").advice == "free some"
    assert f"{State.MISSING}" == "missing"
