"""Block trees and deltas as stored bytes: Vi-XML and Vi-Delta, without what can be computed again.

The hashes the authors' dialect writes at every element do not compress and follow from the content; names and times
are the version's own columns. Without them, equal trees are equal bytes.
"""

from __future__ import annotations

import re
from dataclasses import replace

from pagestrata.formats.videlta import write_videlta
from pagestrata.formats.videlta_reading import read_videlta
from pagestrata.formats.vixml import read_vixml, write_vixml
from pagestrata.model.blocks import BlockTree
from pagestrata.model.deltas import Delta

# Attribute values hold no '<' or '>' as such, and the texts' quotes are escaped: this cannot match inside one.
_HASHES = re.compile(rb' ID="[0-9a-f]+"(?: IDList="[0-9a-f,]*")?')


def write_tree(tree: BlockTree) -> bytes:
    return write_vixml(replace(tree, url="", version="", captured_at=None), with_ids=False)


def read_tree(data: bytes) -> BlockTree:
    """The tree without its url, version and time."""
    return read_vixml(data)


def write_delta(delta: Delta) -> bytes:
    # The old version is in the archive too: what it said need not be stored twice.
    return _HASHES.sub(b"", write_videlta(delta, reversible=None))


def read_delta(data: bytes, *, with_details: bool = True) -> Delta:
    return read_videlta(data, with_details=with_details)
