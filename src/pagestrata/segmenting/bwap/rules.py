"""The eleven rules by which a node is a block or not (BWAP, paper 3 §2.1).

They are applied in order, and the first that applies decides. Tags are of three types: Schema (placing), Format (look) and
Function (elements other than text). Rules 1 to 9 depend on the page alone and are computed for all rows at once; rule 10
depends on the verdict for the previous sibling and is applied in document order.

Departures. A tag's type comes from its computed display, as `<div>` places things today. Rule 6 compares effective
backgrounds, and formula (1)'s union sign is read as 'and'. Rule 9 is read from its end: nowhere below is a Schema node
without any content of its own, which is where the recursion over rules 8 and 9 would fail.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pagestrata.model.snapshot import BoolColumn
from pagestrata.segmenting.layout import Layout, has_tag

FUNCTION_TAGS = (
    "form", "a", "input", "img", "button", "select", "textarea", "video", "audio", "iframe", "svg", "canvas", "object",
)  # fmt: skip
MIN_WIDTH_PX, MIN_HEIGHT_PX = 40.0, 16.0

UNDECIDED, NO_BLOCK, BLOCK = range(3)


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeTypes:
    """The rows of a layout by the type of their tag; every row is of exactly one."""

    layout: Layout
    is_function: BoolColumn
    is_format: BoolColumn
    is_schema: BoolColumn

    @classmethod
    def of(cls, layout: Layout) -> NodeTypes:
        function = has_tag(layout.nodes, FUNCTION_TAGS) | layout.is_image
        return cls(
            layout=layout,
            is_function=function,
            is_format=~function & layout.is_inline,
            is_schema=~function & ~layout.is_inline,
        )

    def has_child(self, marked: BoolColumn) -> BoolColumn:
        """Rows with a marked row directly inside."""
        children = self.layout.child_rows
        above = self.layout.parent[children]
        return np.asarray(np.bincount(above, weights=marked[children], minlength=len(self.layout)) > 0)


def rule_1_nothing_inside_is_seen(types: NodeTypes) -> BoolColumn:
    """A node without children, or whose children have no size, is no block."""
    return np.asarray(~types.layout.valid | (types.layout.child_count == 0))


def rule_2_is_a_function_node(types: NodeTypes) -> BoolColumn:
    """A Function node is no block."""
    return types.is_function


def rule_3_is_a_format_node(types: NodeTypes) -> BoolColumn:
    """A Format node is no block."""
    return types.is_format


def rule_4_has_a_single_child(types: NodeTypes) -> BoolColumn:
    """A node with one child is no block: the child may be one."""
    return np.asarray(types.layout.child_count == 1)


def rule_5_is_too_small(types: NodeTypes) -> BoolColumn:
    """A node below a least size is no block."""
    extent = types.layout.extent
    return (extent[:, 2] - extent[:, 0] < MIN_WIDTH_PX) | (extent[:, 3] - extent[:, 1] < MIN_HEIGHT_PX)


def rule_6_a_child_has_another_colour(types: NodeTypes) -> BoolColumn:
    """A node with a child of another colour is no block."""
    layout = types.layout
    children, background = layout.child_rows, layout.nodes.background
    recoloured = np.zeros(len(layout), np.bool_)
    recoloured[children] = background[children] != background[layout.parent[children]]
    return types.has_child(recoloured)


def rule_7_holds_schema_nodes_only(types: NodeTypes) -> BoolColumn:
    """A Schema node without a Format or Function child is no block."""
    return types.is_schema & ~types.has_child(~types.is_schema)


def rule_8_holds_content_only(types: NodeTypes) -> BoolColumn:
    """A Schema node with Format and Function children only is a block."""
    return types.is_schema & ~types.has_child(types.is_schema)


def rule_9_schema_nodes_inside_are_blocks_too(types: NodeTypes) -> BoolColumn:
    """A Schema node whose Schema children satisfy rule 8 or 9, and so on downwards, is a block."""
    hollow = rule_7_holds_schema_nodes_only(types) & types.layout.valid
    return np.asarray(types.is_schema & (types.layout.roll_up(hollow.astype(np.float64), np.add) == 0))


def rule_10_follows_a_block(*, previous_is_block: bool) -> bool:
    """A node whose previous sibling is a block is a block."""
    return previous_is_block


def rule_11_is_none_of_these() -> bool:
    """The last rule: a node that no other rule decided on is no block."""
    return False


RULES_OF_THE_PAGE = (
    (rule_1_nothing_inside_is_seen, NO_BLOCK),
    (rule_2_is_a_function_node, NO_BLOCK),
    (rule_3_is_a_format_node, NO_BLOCK),
    (rule_4_has_a_single_child, NO_BLOCK),
    (rule_5_is_too_small, NO_BLOCK),
    (rule_6_a_child_has_another_colour, NO_BLOCK),
    (rule_7_holds_schema_nodes_only, NO_BLOCK),
    (rule_8_holds_content_only, BLOCK),
    (rule_9_schema_nodes_inside_are_blocks_too, BLOCK),
)


class Rules:
    """All rules over one layout."""

    def __init__(self, layout: Layout) -> None:
        types = NodeTypes.of(layout)
        verdicts = np.full(len(layout), UNDECIDED)
        for rule, verdict in RULES_OF_THE_PAGE:
            verdicts[(verdicts == UNDECIDED) & rule(types)] = verdict
        self._verdicts: list[int] = verdicts.tolist()

    def is_block(self, row: int, *, previous_is_block: bool) -> bool:
        """Whether a row is a block, given whether its previous sibling is."""
        verdict = self._verdicts[row]
        if verdict == UNDECIDED:
            return rule_10_follows_a_block(previous_is_block=previous_is_block) or rule_11_is_none_of_these()
        return verdict == BLOCK
