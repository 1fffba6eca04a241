from __future__ import annotations

from pagestrata.deciding.features.designs import MOST_DESIGNS, design_of, is_known_design, with_design
from pagestrata.model.blocks import Block, BlockStyle, BlockTree


def page(*styles: tuple[float, int]) -> BlockTree:
    """A page with one block of a hundred letters for each font size and colour."""
    leaves = [
        Block(ref=str(place), text="x" * 100, style=BlockStyle(font_size=size, colour=colour))
        for place, (size, colour) in enumerate(styles)
    ]
    return BlockTree(blocks=tuple(leaves))


def test_a_design_is_known_when_most_words_stand_in_the_same_styles() -> None:
    first = design_of(page((16.0, 1), (16.0, 1), (16.0, 1), (20.0, 2), (12.0, 3)))
    assert first[max(first, key=lambda name: first[name])] == 0.6
    almost = design_of(page((16.0, 1), (16.0, 1), (16.0, 1), (20.0, 2), (13.0, 3)))
    other = design_of(page((18.0, 4), (18.0, 4), (16.0, 1)))
    assert is_known_design(almost, [first])
    assert not is_known_design(other, [first])
    assert is_known_design(first, [other, first])
    assert not is_known_design(first, [])


def test_a_page_remembers_a_few_designs_and_each_once() -> None:
    known = with_design((), design_of(page((16.0, 1))))
    assert with_design(known, design_of(page((16.0, 1)))) == known
    assert with_design(known, {}) == known
    for size in range(20, 30):
        known = with_design(known, design_of(page((float(size), 1))))
    assert len(known) == MOST_DESIGNS
    assert is_known_design(design_of(page((29.0, 1))), known)
