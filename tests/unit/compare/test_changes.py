"""Vi-DIFF as a whole: the paper's example, the laws, and the bad input of the issue."""

from __future__ import annotations

from hypothesis import given, settings

from pagestrata.compare.apply import apply, invert
from pagestrata.compare.changes import compare
from trees import block_trees, everything


@given(block_trees(), block_trees())
@settings(max_examples=100, deadline=None)
def test_a_delta_leads_from_old_to_new_and_back(old, new):
    delta = compare(old, new)
    there, back = apply(delta, old), apply(invert(delta), new)
    assert there == new
    assert back == old
    assert everything(there) == everything(new)
    assert everything(back) == everything(old)
    assert invert(invert(delta)) == delta


@given(block_trees())
@settings(deadline=None)
def test_a_tree_does_not_differ_from_itself(found):
    delta = compare(found, found)
    assert not delta.changes
    assert not delta.patch
    assert apply(delta, found) == found
