from __future__ import annotations

from hypothesis import given, settings

from pagestrata.formats.vixml import read_vixml, write_vixml
from trees import block_trees, everything


@given(block_trees())
@settings(deadline=None)
def test_what_is_written_reads_back_with_every_field(tree):
    back = read_vixml(write_vixml(tree))
    assert back == tree
    assert everything(back) == everything(tree)
