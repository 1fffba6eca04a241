"""Block trees and deltas as stored bytes: Vi-XML and Vi-Delta, without what can be computed again.

The hashes the authors' dialect writes at every element do not compress and follow from the content; names and times
are the version's own columns. Without them, equal trees are equal bytes.

Vi-XML has no place for the ends of lines in a text, by which facts are read. They are kept as line ends in the texts
themselves, whose words have single spaces between them, and a mark behind the document says so.

A delta may be followed by what a screen shows of it (JSON, opaque here), as a comment that other programs
ignore.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import fields, replace
from itertools import accumulate

from pagestrata.formats.deltas.videlta import write_videlta
from pagestrata.formats.deltas.videlta_reading import read_videlta
from pagestrata.formats.trees.vixml import read_vixml, write_vixml
from pagestrata.model.blocks import Block, BlockTree, new_block
from pagestrata.model.deltas import Delta

# Attribute values hold no '<' or '>' as such, and the texts' quotes are escaped: this cannot match inside one.
_HASHES = re.compile(rb' ID="[0-9a-f]+"(?: IDList="[0-9a-f,]*")?')


_LINE_END = "\n"
_OTHER_FIELDS = [each.name for each in fields(Block) if each.init and each.name not in {"text", "line_ends"}]
_LINED = b"<!-- texts with line ends -->\n"


def write_tree(tree: BlockTree) -> bytes:
    bare = replace(tree, url="", version="", captured_at=None)
    if not _can_be_lined(bare):
        return write_vixml(bare, with_ids=False)
    return write_vixml(_with_leaves(bare, _lined), with_ids=False) + _LINED


def read_tree(data: bytes) -> BlockTree:
    """Return the tree, without its url, version and time."""
    if not data.endswith(_LINED):
        return read_vixml(data)
    return _with_leaves(read_vixml(data.removesuffix(_LINED)), _unlined)


def _can_be_lined(tree: BlockTree) -> bool:
    """Return whether there are line ends to store, and no text contains line ends of its own."""
    return any(leaf.line_ends for leaf in tree.leaves()) and not any(_LINE_END in leaf.text for leaf in tree.leaves())


def _with_leaves(tree: BlockTree, changed: Callable[[Block], Block]) -> BlockTree:
    def walked(block: Block) -> Block:
        return replace(block, children=tuple(map(walked, block.children))) if block.children else changed(block)

    return replace(tree, blocks=tuple(map(walked, tree.blocks)))


def _lined(leaf: Block) -> Block:
    return replace(leaf, text=leaf.lined_text) if leaf.line_ends else leaf


def _unlined(leaf: Block) -> Block:
    if _LINE_END not in leaf.text:
        return leaf
    lines = leaf.text.split(_LINE_END)
    ends = accumulate((1 + len(line) for line in lines[1:-1]), initial=len(lines[0]))
    kept = {name: getattr(leaf, name) for name in _OTHER_FIELDS}
    return new_block(text=" ".join(lines), line_ends=tuple(ends), **kept)


_SHOWN, _SHOWN_END = b"\n<!-- shown ", b" -->\n"


def write_delta(delta: Delta, shown: bytes = b"") -> bytes:
    # The old version is in the archive too: what it said need not be stored twice.
    written = _HASHES.sub(b"", write_videlta(delta, reversible=None))
    # A comment may not contain two hyphens in a row; in JSON they occur only in texts.
    return written + _SHOWN + shown.replace(b"--", b"-\\u002d") + _SHOWN_END if shown else written


def read_delta(data: bytes, *, with_details: bool = True) -> Delta:
    return read_videlta(_divided(data)[0], with_details=with_details)


def shown_behind(data: bytes) -> bytes:
    """Return the record for screens stored with a delta; empty without one."""
    return _divided(data)[1]


def _divided(data: bytes) -> tuple[bytes, bytes]:
    if not data.endswith(_SHOWN_END):
        return data, b""
    written, mark, shown = data.rpartition(_SHOWN)
    return (written, shown.removesuffix(_SHOWN_END)) if mark else (data, b"")
