"""What stands beside the content, by the boxes alone."""

from __future__ import annotations

from pagestrata.deciding.surroundings.columns import Column, is_beside, main_column
from pagestrata.model.blocks import Block
from pagestrata.model.geometry import Box

TEXT = "The council has published the plan. "


def block(x: float, width: float, text: str = "Contact", role: str = "other") -> Block:
    return Block(ref="1", text=text, role=role, box=Box(x, 0, width, 100))


def test_the_column_with_most_text_is_the_content() -> None:
    leaves = [block(0, 1200, TEXT * 9, "header"), block(90, 800, TEXT * 5), block(92, 780, TEXT), block(930, 300)]
    assert main_column(leaves) == Column(90, 930)


def test_side_boxes_with_more_text_than_the_content_are_not_the_content() -> None:
    leaves = [block(93, 330, TEXT), block(93, 150, "Club Points", "table"), block(929, 320, TEXT * 3, "sidebar")]
    column = main_column(leaves)
    assert column == Column(93, 929)
    assert [is_beside(leaf, column) for leaf in leaves] == [False, False, True]


def test_a_narrow_block_left_or_right_of_it_stands_beside() -> None:
    column = Column(300, 1000)
    assert is_beside(block(1020, 280), column)
    assert is_beside(block(0, 280), column)
    assert not is_beside(block(320, 280), column)
    assert not is_beside(block(1020, 700), column), "columns of equal width are the content"


def test_a_page_without_boxes_has_nothing_beside() -> None:
    assert main_column([]) == Column()
    assert not is_beside(Block(ref="1", text="Contact"), main_column([Block(ref="1", text="Contact")]))
