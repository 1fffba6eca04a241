from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from builders import element, snapshot, words
from pagestrata.learned.networks import Networks, Scale
from pagestrata.learned.trees import Ensemble
from pagestrata.segmenting.coherence.candidates import Candidates
from pagestrata.segmenting.coherence.divide import Models, load_models
from pagestrata.segmenting.coherence.outline import chain_of, find_frames, outline_page
from pagestrata.segmenting.layout import Layout
from pagestrata.segmenting.outline import Outline


def by_depth(limit: int) -> Ensemble:
    """Divides candidates above a depth."""
    names = load_models().coarse.names
    return Ensemble(
        names=names,
        feature=np.full(3, names.index("depth"), np.int32),
        threshold=np.full(3, limit - 0.5),
        left=np.array([1, 1, 2], np.int32),
        right=np.array([2, 1, 2], np.int32),
        value=np.array([0.0, 3.0, -3.0]),
        roots=np.zeros(1, np.int32),
        depth=1,
    )


@pytest.fixture
def layout() -> Layout:
    def part(y: float) -> object:
        inside = (element("p", (0, y + 50 * i, 900, 40), words("words", (0, y + 50 * i, 90, 20))) for i in range(3))
        return element("section", (0, y, 900, 200), *inside)

    return Layout.of(snapshot(element("html", (0, 0, 1000, 900), part(0), part(300), part(600))))  # type: ignore[arg-type]


def shape(outline: Outline) -> object:
    return [shape(child) for child in outline.children] if outline.children else outline.rows


def frames(odds: float) -> Networks:
    """Says the same of every box."""
    count = len(load_models().coarse.names)
    return Networks(
        scale=Scale(knots=np.zeros((1, count)), scores=np.zeros((1, count))),
        inner=np.zeros((count, 1), np.float32),
        inner_base=np.zeros(1, np.float32),
        outer=np.zeros(1, np.float32),
        outer_base=odds,
    )


MODELS = Models(coarse=by_depth(1), fine=by_depth(2), frames=frames(-1.0))


def test_fine_leaves_lie_inside_coarse_parts(layout: Layout) -> None:
    assert shape(outline_page(layout, 0, pdoc=3, models=MODELS)) == [(1,), (8,), (15,)]
    assert shape(outline_page(layout, 0, pdoc=7, models=MODELS)) == [
        [(2,), (4,), (6,)],
        [(9,), (11,), (13,)],
        [(16,), (18,), (20,)],
    ]


def test_an_undivided_page_is_one_leaf(layout: Layout) -> None:
    never = replace(MODELS, coarse=by_depth(0), fine=by_depth(0))
    assert shape(outline_page(layout, 0, pdoc=7, models=never)) == (0,)


def test_a_leaf_is_framed_by_one_of_the_boxes_around_its_content(layout: Layout) -> None:
    outer = outline_page(layout, 0, pdoc=7, models=MODELS)
    inner = outline_page(layout, 0, pdoc=7, models=replace(MODELS, frames=frames(1.0)))
    assert [leaf.frame for leaf in outer.leaves()][:3] == [(2,), (4,), (6,)]
    assert [leaf.frame for leaf in inner.leaves()][:3] == [(3,), (5,), (7,)]
    assert [leaf.rows for leaf in inner.leaves()] == [leaf.rows for leaf in outer.leaves()]


def test_coherence_never_falls_from_parent_to_child(layout: Layout) -> None:
    stack = [outline_page(layout, 0, pdoc=7)]
    while stack:
        outline = stack.pop()
        assert all(child.doc >= outline.doc for child in outline.children)
        stack.extend(outline.children)


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


def frames_at(*odds: float, boxes: np.ndarray = BOXES) -> dict[int, int]:
    return find_frames(SAYS, TREE, np.array(odds)[:, None], boxes, [3, 5])


def test_a_chain_is_all_candidates_around_the_same_content() -> None:
    assert [chain_of(TREE, index) for index in (1, 3, 4)] == [[1, 2, 3, 4]] * 3
    assert chain_of(TREE, 5) == [5]
    assert chain_of(TREE, 0) == [0]


def test_the_frame_is_the_first_box_from_outside_that_should_stay() -> None:
    assert frames_at(1, -1, 1, 1, 1, 1) == {3: 1, 5: 5}
    assert frames_at(1, 1, 1, -1, 1, 1) == {3: 3, 5: 5}
    assert frames_at(1, 1, 1, 1, -1, 1) == {3: 4, 5: 5}


def test_between_equal_boxes_the_model_has_no_say() -> None:
    same = BOXES.copy()
    same[1] = same[2]
    assert frames_at(1, -1, 1, -1, 1, 1, boxes=same) == {3: 3, 5: 5}
