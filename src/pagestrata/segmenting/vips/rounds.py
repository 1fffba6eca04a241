"""The rounds of VIPS: extraction, separators and construction, again inside every block below the asked coherence.

`pdoc` is the permitted degree of coherence: a part whose DoC is above it is a leaf. Rounds go breadth first, because
the scale from weights to DoC runs over all separators seen so far; the final DoCs use the final scale, and a child's is
never below its parent's.
"""

from __future__ import annotations

from pagestrata.segmenting.layout import Layout
from pagestrata.segmenting.outline import MAX_DOC, MIN_DOC, Outline
from pagestrata.segmenting.vips.rules import Extracted, Rules
from pagestrata.segmenting.vips.structure import Part, WeightScale, construct

MAX_ROUNDS = 20


def outline_page(layout: Layout, root: int, *, pdoc: int) -> Outline:
    """The block structure below one root, divided until every leaf's DoC is above `pdoc`."""
    rules, scale = Rules(layout), WeightScale()
    page = Part((Extracted(root, MIN_DOC),))
    waiting = [page]
    for _ in range(MAX_ROUNDS):
        divided = [part for part in waiting if _divide(layout, rules, part)]
        if not divided:
            break
        for part in divided:
            scale.include(part)
        waiting = [leaf for part in divided for leaf in _failing(part, scale, pdoc)]
    return _outline(page, scale, pdoc, floor=MIN_DOC, root=root)


def _divide(layout: Layout, rules: Rules, part: Part) -> bool:
    """One round inside one leaf; False when it cannot be divided further."""
    rows = [block.row for block in part.blocks]
    pool = rules.extract(rows)
    if not pool or [block.row for block in pool] == rows:
        part.is_settled = True
        return False
    found = construct(layout, pool)
    part.parts, part.weight = found.parts, found.weight
    if not found.parts:
        # One block behind wrappers, or blocks without a separator between them: divide inside it next round.
        part.blocks = found.blocks
    return True


def _failing(part: Part, scale: WeightScale, pdoc: int) -> list[Part]:
    """The leaves that must be divided further. Parts that are coherent enough as a whole are not entered."""
    failing: list[Part] = []
    stack = [part]
    while stack:
        current = stack.pop()
        if current.parts:
            if scale.doc(current.weight) <= pdoc or current is part:
                stack.extend(reversed(current.parts))
        elif not current.is_settled and min(block.doc for block in current.blocks) <= pdoc:
            failing.append(current)
    return failing


def _outline(part: Part, scale: WeightScale, pdoc: int, *, floor: int, root: int | None = None) -> Outline:
    """The final tree: parts above the permitted DoC become leaves."""
    own = scale.doc(part.weight) if part.parts else min(block.doc for block in part.blocks)
    doc = min(MAX_DOC, max(floor, own))
    rows = tuple(sorted(block.row for block in part.blocks)) if root is None else (root,)
    if not part.parts or (doc > pdoc and root is None):
        return Outline(rows=rows, doc=doc)
    children = tuple(_outline(child, scale, pdoc, floor=doc) for child in part.parts)
    return Outline(rows=rows, children=children, doc=doc)
