from __future__ import annotations

import numpy as np

from pagestrata.learned.networks import Networks, Scale
from pagestrata.segmenting.coherence.candidates import Candidates
from pagestrata.segmenting.coherence.frames import chain_of, find_frames

# 0 -> 1, 5; 1 -> 2 -> 3 -> 4
TREE = Candidates(
    start=np.arange(6),
    stop=np.array([6, 5, 5, 5, 5, 6]),
    parent=np.array([-1, 0, 1, 2, 3, 0]),
    is_run=np.zeros(6, np.bool_),
    rows=tuple((row,) for row in range(6)),
    kind=np.arange(6),
)
BOXES = np.array(
    [[0, 0, 90, 90], [0, 0, 80, 90], [0, 0, 70, 90], [0, 0, 60, 50], [0, 0, 20, 20], [80, 0, 90, 90]], float
)
# Says the only feature, as log odds.
SAYS = Networks(
    scale=Scale(knots=np.array([[-1.0], [1.0]]), scores=np.array([[-1.0], [1.0]])),
    inner=np.array([[1.0, -1.0]], np.float32),
    inner_base=np.zeros(2, np.float32),
    outer=np.array([1.0, -1.0], np.float32),
    outer_base=0.0,
)


def frames(*odds: float, boxes: np.ndarray = BOXES) -> dict[int, int]:
    return find_frames(SAYS, TREE, np.array(odds)[:, None], boxes, [3, 5])


def test_a_chain_is_all_candidates_around_the_same_content() -> None:
    assert [chain_of(TREE, index) for index in (1, 3, 4)] == [[1, 2, 3, 4]] * 3
    assert chain_of(TREE, 5) == [5]
    assert chain_of(TREE, 0) == [0]


def test_the_frame_is_the_first_box_from_outside_that_should_stay() -> None:
    assert frames(1, -1, 1, 1, 1, 1) == {3: 1, 5: 5}
    assert frames(1, 1, 1, -1, 1, 1) == {3: 3, 5: 5}
    assert frames(1, 1, 1, 1, -1, 1) == {3: 4, 5: 5}


def test_between_equal_boxes_the_model_has_no_say() -> None:
    same = BOXES.copy()
    same[1] = same[2]
    assert frames(1, -1, 1, -1, 1, 1, boxes=same) == {3: 3, 5: 5}
