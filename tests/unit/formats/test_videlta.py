from __future__ import annotations

from hypothesis import given, settings

from pagestrata.compare.apply import apply, invert
from pagestrata.compare.changes import compare
from pagestrata.formats.videlta import read_videlta, write_videlta
from trees import block_trees, everything


@given(block_trees(), block_trees())
@settings(deadline=None)
def test_what_is_written_reads_back_exactly(old, new):
    delta = compare(old, new)
    back = read_videlta(write_videlta(delta))
    assert back == delta
    assert everything(apply(back, old)) == everything(new)
    assert read_videlta(write_videlta(invert(delta))) == invert(delta)
