"""The rounds of VIPS: extraction, separators and construction, again inside every block below the asked coherence.

`pdoc` is the permitted degree of coherence: a part whose DoC is above it is a leaf. The scale from weights to DoC runs
over all separators seen so far, so each round judges all parts again, on the scale it has by then. A child's DoC is
never below its parent's: blocks that must be divided themselves are no coherent block together, however light the
separators between them are. Departure: what cannot be divided together, having no separator, is divided one by one.
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
    for _ in range(MAX_ROUNDS):
        divided = [part for part in _failing(page, scale, pdoc) if _divide(layout, rules, part)]
        if not divided:
            break
        for part in divided:
            scale.include(part)
    return _outline(page, scale, pdoc, root=root)


def _divide(layout: Layout, rules: Rules, part: Part) -> bool:
    """Run one round inside one leaf. Return False if it cannot be divided further."""
    rows = [block.row for block in part.blocks]
    pool = rules.extract(rows)
    if not pool or [block.row for block in pool] == rows:
        # Blocks that cannot be divided together may still be divided one by one.
        part.parts = [Part((block,)) for block in part.blocks] if len(rows) > 1 else []
        part.is_settled = not part.parts
        return bool(part.parts)
    found = construct(layout, pool)
    part.parts, part.weight = found.parts, found.weight
    if not found.parts:
        # One block behind wrappers, or blocks without a separator between them: divide inside it next round.
        part.blocks = found.blocks
    return True


def _failing(page: Part, scale: WeightScale, pdoc: int) -> list[Part]:
    """The leaves that must be divided further. Parts that are coherent enough as a whole are not entered."""
    coherence = _coherence(page, scale)
    failing: list[Part] = []
    stack = [page]
    while stack:
        part = stack.pop()
        if part is not page and coherence[id(part)] > pdoc:
            continue
        if part.parts:
            stack.extend(reversed(part.parts))
        elif not part.is_settled:
            failing.append(part)
    return failing


def _coherence(page: Part, scale: WeightScale) -> dict[int, int]:
    """The DoC of each part by its identity: that of its heaviest separators, but never above that of a part inside."""
    order = [page]
    for part in order:
        order.extend(part.parts)
    found: dict[int, int] = {}
    for part in reversed(order):
        inside = [found[id(child)] for child in part.parts] or [block.doc for block in part.blocks]
        found[id(part)] = min(MAX_DOC, scale.doc(part.weight), *inside) if part.parts else min(inside)
    return found


def _outline(page: Part, scale: WeightScale, pdoc: int, *, root: int) -> Outline:
    """The final tree: parts above the permitted DoC become leaves."""
    coherence = _coherence(page, scale)

    def outline(part: Part) -> Outline:
        rows = (root,) if part is page else tuple(sorted(block.row for block in part.blocks))
        doc = coherence[id(part)]
        is_leaf = doc > pdoc and part is not page
        return Outline(rows=rows, children=() if is_leaf else tuple(map(outline, part.parts)), doc=doc)

    return outline(page)
