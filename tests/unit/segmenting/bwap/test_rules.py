"""The eleven rules of paper 3, one by one, and their order."""

from __future__ import annotations

import re

from builders import Spec, element, words
from bwap_pages import layout_of, mixed, paragraph, text
from pagestrata.segmenting.bwap import rules
from pagestrata.segmenting.bwap.rules import NodeTypes, Rules

RED = 0xFF0000FF


def is_block(spec: Spec, *, previous_is_block: bool = False) -> bool:
    return Rules(layout_of(spec)).is_block(2, previous_is_block=previous_is_block)


def test_rule_1_nothing_inside() -> None:
    assert not is_block(element("div", (0, 0, 300, 300)))


def test_rule_2_a_function_node() -> None:
    assert not is_block(mixed("form", 0))


def test_rule_3_a_format_node_by_computed_display() -> None:
    assert not is_block(mixed("b", 0))
    assert not is_block(mixed("div", 0, display="inline"))


def test_rule_4_a_single_child() -> None:
    assert not is_block(paragraph("alone", 0))


def test_rule_5_too_small() -> None:
    assert not is_block(element("div", (0, 0, 20, 10), words("a", (0, 0, 9, 9)), words("b", (9, 0, 9, 9))))


def test_rule_6_another_colour_inside() -> None:
    inner = element("b", (0, 40, 300, 20), text("two", 40), background=RED)
    assert not is_block(element("div", (0, 0, 300, 80), text("one", 0), inner))


def test_rule_7_only_schema_nodes_inside() -> None:
    assert not is_block(element("div", (0, 0, 300, 200), mixed("div", 0), mixed("div", 100)))


def test_rule_8_only_content_inside() -> None:
    assert is_block(mixed("div", 0))
    assert is_block(mixed("td", 0, display="table-cell"))


def test_rule_9_schema_nodes_that_are_blocks_themselves() -> None:
    assert is_block(element("div", (0, 0, 300, 200), text("lead", 0), mixed("div", 40)))
    hollow = element("div", (0, 40, 300, 100), mixed("div", 40))
    assert not is_block(element("div", (0, 0, 300, 200), text("lead", 0), hollow))


def test_rules_10_and_11_the_sibling_of_a_block() -> None:
    hollow = element("div", (0, 40, 300, 100), mixed("div", 40))
    doubtful = element("div", (0, 0, 300, 200), text("lead", 0), hollow)
    assert is_block(doubtful, previous_is_block=True)
    assert not is_block(doubtful, previous_is_block=False)


def test_there_are_eleven_and_they_are_asked_in_order() -> None:
    named = [found for name in dir(rules) if (found := re.match(r"rule_(\d+)_", name))]
    assert sorted(int(found[1]) for found in named) == list(range(1, 12))
    asked = [int(rule.__name__.split("_")[1]) for rule, _ in rules.RULES_OF_THE_PAGE]
    assert asked == list(range(1, 10))


def test_every_node_is_of_one_type() -> None:
    types = NodeTypes.of(layout_of(mixed("div", 0), mixed("form", 100), element("img", (0, 200, 50, 50))))
    counted = types.is_function.astype(int) + types.is_format + types.is_schema
    assert counted.tolist() == [1] * len(counted)
