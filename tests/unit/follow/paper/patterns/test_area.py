import numpy as np
import pytest

from builders import element, snapshot
from pagestrata.follow.page import page_of
from pagestrata.follow.paper.patterns.area import AreaPattern
from pagestrata.model.geometry import Box

BLOCK = AreaPattern.of_box(Box(100, 100, 200, 50))


def similarity(pattern: AreaPattern, box: tuple[float, float, float, float]) -> float:
    return float(pattern.similarity(np.array([box], np.float32))[0])


@pytest.mark.parametrize(
    ("box", "expected"),
    [
        ((100, 400, 200, 50), 0.75),  # case 1 of Fig. 2: moved down
        ((150, 100, 150, 90), 0.5),  # case 2: top and right are fixed
        ((100, 100, 200, 80), 0.75),  # case 3: higher; 50/80 of it overlap, which is less than .75
        ((100, 100, 200, 60), 50 / 60),  # higher by little: the overlap counts
        ((100, 100, 200, 50), 1.0),
        ((500, 500, 10, 10), 0.0),
    ],
)
def test_similarity_of_moving_blocks_as_in_figure_2(box, expected):
    assert similarity(BLOCK, box) == pytest.approx(expected)


def test_overlap_counts_only_when_one_area_is_inside_the_other():
    assert similarity(BLOCK, (101, 101, 205, 55)) == 0.0


def test_adaption_keeps_the_mean_of_what_agrees_within_ten_pixels():
    first, second = AreaPattern((11, 650, 639, 263, 302, 39)), AreaPattern((418, 648, 230, 268, 351, 83))
    adapted = first.adapted(second)
    assert adapted.components == (None, 649, None, 265.5, None, None)
    assert similarity(adapted, (12, 364, 639, 39)) == 0.5


def test_adaption_of_an_empty_component_stays_empty():
    vague = AreaPattern((11, 650, 639, 263, 302, 39)).adapted(AreaPattern((418, 648, 230, 268, 351, 83)))
    assert vague.adapted(AreaPattern((11, 649, 639, 265.5, 302, 39))).components[0] is None


def test_a_pattern_without_components_matches_nothing():
    nothing = AreaPattern((None,) * 6)
    page = page_of(snapshot(element("html", (0, 0, 800, 600), element("body", (0, 0, 800, 600)))))
    assert similarity(nothing, (1, 1, 1, 1)) == 0.0
    assert not len(nothing.candidates(page))


def test_candidates_agree_in_every_component_that_is_not_empty():
    block, other = element("div", (418, 268, 230, 83)), element("div", (0, 268, 230, 83))
    page = page_of(snapshot(element("html", (0, 0, 800, 600), element("body", (0, 0, 800, 600), block, other))))
    vague = AreaPattern((None, 649, None, 265.5, None, None))
    assert vague.candidates(page).tolist() == [2]
    assert AreaPattern.of_box(Box(0, 268, 230, 83)).candidates(page).tolist() == [3]


def test_a_block_without_area_says_nothing_about_its_place():
    assert AreaPattern.of_box(Box(0, 0, 0, 0)).components == (None,) * 6
