"""Vi-Delta: a delta as XML in the dialect of the Vi-DIFF authors (notes §3).

Changes are in the order of `Delta.changes`, grouped in runs: by block, then by operation; whole blocks directly in
the root. Moves of elements are written into their source block, as the authors' program does; the 2009 paper's figure
has them in the root, with other attribute names: both are read. What their dialect lacks is in further attributes (At,
NewAt: places in the list) and in one element <Patch> at the end: everything that exactness needs.

A long text is written once: its update is a list of edits (<Edit>) instead of NewTxt. What deleted blocks said is
written, so that the file leads both ways. A compact file has only their refs, as the authors' have: a front page that
replaced all its news has a delta half the size, from which the old version cannot be made again.
"""

from __future__ import annotations

from itertools import groupby

from pagestrata.formats.deltas.videlta_patch import add_patch
from pagestrata.formats.deltas.videlta_reading import read_videlta
from pagestrata.formats.trees.vixml import add_block, style_words
from pagestrata.formats.xml_text import attribute, number
from pagestrata.model.blocks import Block, BlockStyle
from pagestrata.model.deltas import Change, Delta, Picture
from pagestrata.model.edits import text_edits
from pagestrata.model.geometry import Box
from pagestrata.model.slots import in_bulk

__all__ = ["read_videlta", "write_videlta"]

LONGEST_TEXT_TWICE = 256
"""Characters of an old text up to which an update repeats it whole as NewTxt."""

_ADDRESS = {"link": "Adr", "image": "Src"}
_TAG = {"link": "link", "image": "img"}


LARGEST_KEPT_DELETION = 1_024
"""Characters of deleted blocks that are written in full where a file need not be reversible."""


@in_bulk
def write_videlta(delta: Delta, *, reversible: bool | None = True) -> bytes:
    """The delta as a Vi-Delta file.

    A reversible file can be inverted after it was read. With None it is unless deleted blocks would fill it.
    """
    if reversible is None:
        reversible = deleted_characters(delta) <= LARGEST_KEPT_DELETION
    structure = ' Structure="1"' if delta.structure_changed else ""
    parts = [
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<Delta From="{attribute(delta.from_version)}" To="{attribute(delta.to_version)}"{structure}>\n'
    ]
    for of_blocks, run in groupby(delta.changes, key=lambda change: change.element == "block"):
        if of_blocks:
            for change in run:
                _add_block_change(parts, change, reversible=reversible)
        else:
            _add_element_changes(parts, list(run))
    add_patch(parts, delta.patch)
    parts.append("</Delta>\n")
    return "".join(parts).encode()


def _add_element_changes(parts: list[str], changes: list[Change]) -> None:
    for ref, in_block in groupby(changes, key=lambda change: change.block):
        parts.append(f'<Block Ref="Block{attribute(ref)}">')
        for op, run in groupby(in_block, key=lambda change: change.op):
            parts.append(f"<{op.capitalize()}>")
            parts.extend([_element(change) for change in run])
            parts.append(f"</{op.capitalize()}>")
        parts.append("</Block>\n")


def _element(change: Change) -> str:
    value = change.new if change.op == "insert" else change.old
    more = _more(change)
    if change.element == "text":
        return _text(change, str(value), more)
    if isinstance(value, Picture):
        new = change.new.hash if isinstance(change.new, Picture) else ""
        return (
            f'<img Name="{attribute(value.name)}" Src="{attribute(value.address)}" Picture="{attribute(value.hash)}"'
            f' NewPicture="{attribute(new)}"{more}/>'
        )
    if change.element in _TAG and isinstance(value, tuple):
        address = _ADDRESS[change.element]
        name, link = value[:2]
        new = ""
        if change.op == "update" and isinstance(change.new, tuple):
            new += f' NewName="{attribute(change.new[0])}"' if change.new[0] != name else ""  # type: ignore[arg-type]
            new += f' New{address}="{attribute(change.new[1])}"' if change.new[1] != link else ""  # type: ignore[arg-type]
        return f'<{_TAG[change.element]} Name="{attribute(name)}" {address}="{attribute(link)}"{new}{more}/>'  # type: ignore[arg-type]
    return f"<style{_look('', change.old)}{_look('New', change.new)}{more}/>"


def _text(change: Change, value: str, more: str) -> str:
    if change.op != "update":
        return f'<Txts Txt="{attribute(value)}"{more}/>'
    new = str(change.new)
    if len(value) <= LONGEST_TEXT_TWICE:
        return f'<Txts Txt="{attribute(value)}" NewTxt="{attribute(new)}"{more}/>'
    edits = "".join(
        f'<Edit At="{start}" Cut="{removed}" Txt="{attribute(inserted)}"/>'
        for start, removed, inserted in text_edits(value, new)
    )
    return f'<Txts Txt="{attribute(value)}"{more}>{edits}</Txts>'


def _more(change: Change) -> str:
    """Return the attributes for places in lists, the target of a move, and the importance."""
    more = f' At="{change.old_index}"' if change.old_index is not None else ""
    if change.new_index is not None:
        more += f' NewAt="{change.new_index}"'
    if change.op == "move":
        more += f' From="Block{attribute(change.block)}" To="Block{attribute(change.to_block or "")}"'
    if change.importance is not None:
        more += f' Importance="{number(change.importance)}"'
    return more


def _look(prefix: str, value: object) -> str:
    if isinstance(value, BlockStyle):
        return f' {prefix}Style="{style_words(value)}"'
    if isinstance(value, Box):
        return f' {prefix}Box="{" ".join(map(number, value))}"'
    return ""


def deleted_characters(delta: Delta) -> int:
    """Return the number of characters in deleted blocks, which a compact file omits."""
    return sum(map(_deleted_characters, delta.changes))


def _deleted_characters(change: Change) -> int:
    if change.op != "delete" or not isinstance(change.old, Block):
        return 0
    return sum(
        len(block.text) + sum(len(name) + len(address) for name, address in (*block.links, *block.images))
        for block in change.old.walk()
    )


def _add_block_change(parts: list[str], change: Change, *, reversible: bool) -> None:
    importance = f' Importance="{number(change.importance)}"' if change.importance is not None else ""
    if change.op == "move":
        new = attribute(change.to_block or "")
        parts.append(f'<Block Ref="Block{attribute(change.block)}" newRef="Block{new}"{importance}/>\n')
        return
    if change.op == "delete" and (not reversible or change.old is None):
        parts.append(f'<Delete{importance}><Block Ref="Block{attribute(change.block)}"/></Delete>\n')
        return
    parts.append(f"<{change.op.capitalize()}{importance}>")
    for tag, value in (("Old", change.old), ("New", change.new)):
        blocks = (value,) if isinstance(value, Block) else value
        if isinstance(blocks, tuple):
            around = change.op in ("split", "merge")
            parts.append(f"<{tag}>" if around else "")
            for block in blocks:
                if isinstance(block, Block):
                    add_block(parts, block, with_ids=False, brief=True)
            parts.append(f"</{tag}>" if around else "")
    parts.append(f"</{change.op.capitalize()}>\n")
