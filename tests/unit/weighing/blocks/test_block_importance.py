"""Importance of blocks: sums to 1, overlays weigh nothing, a person may overrule."""

import logging
import math
import sys
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.errors import InputError, UsageError
from pagestrata.learned.networks import Networks, Scale, write_networks
from pagestrata.learned.trees import Ensemble, write_ensembles
from pagestrata.model.blocks import OVERLAY_LAYER, Block, BlockTree, Link
from pagestrata.model.geometry import Box
from pagestrata.weighing.blocks.block_features import FEATURES, Frame
from pagestrata.weighing.blocks.block_importance import (
    BOOSTED,
    LEAVES,
    MAIN,
    MAIN_FEATURES,
    MAIN_SHARE,
    PARTS,
    TYPES_PER_LEVEL,
    block_levels,
    default_block_model,
    read_block_model,
    weigh_blocks,
    with_main_chance,
)

WORDS = "The council has decided, after a long debate, to rebuild the old bridge over the river. "
MENU = tuple(Link(name=name, address=f"http://site.test/{name}") for name in ("Home", "News", "Sport", "Contact"))


FRAME = Frame(page_width=1366.0, page_height=2000.0, window_height=768.0)


def page(*more: Block) -> BlockTree:
    blocks = (
        Block(ref="1.1", text="Home News Sport Contact", links=MENU, role="menu", box=Box(0, 0, 1366, 40)),
        Block(ref="1.2", text=WORDS * 12, role="article", box=Box(200, 80, 800, 900)),
        Block(ref="1.3", text="© 2026 Example, all rights reserved", role="footer", box=Box(0, 1900, 1366, 60)),
        *more,
    )
    return BlockTree(blocks=blocks, viewport=(1366, 768), page_size=(1366.0, 2000.0), url="http://site.test/")


@pytest.mark.parametrize("model", ["default", None])
def test_the_article_outweighs_menu_and_footer(model: str | None) -> None:
    importance = weigh_blocks(page(), model=model)
    assert importance["1.2"] > 0.5
    assert importance["1.2"] > importance["1.1"] > 0
    assert sum(importance.values()) == pytest.approx(1.0)


@pytest.mark.parametrize("model", ["default", None])
def test_overlays_weigh_about_nothing(model: str | None) -> None:
    consent = Block(ref="2", text="We use cookies. " * 30, layer=OVERLAY_LAYER, box=Box(0, 300, 1366, 400))
    assert weigh_blocks(page(consent), model=model)["2"] < 0.01


def test_overrides_by_role_and_by_ref() -> None:
    assert weigh_blocks(page(), overrides={"footer": 0.0})["1.3"] == 0.0
    lifted = weigh_blocks(page(), overrides={"1.3": 1.0, "footer": 0.0})
    assert lifted["1.3"] > weigh_blocks(page())["1.3"]


@pytest.mark.parametrize("value", [-0.1, 1.5, math.nan])
def test_an_override_outside_0_to_1_is_refused(value: float) -> None:
    with pytest.raises(UsageError, match="is not in 0 to 1; give 0 for 'never'"):
        weigh_blocks(page(), overrides={"footer": value})


def test_pages_without_blocks_or_area() -> None:
    assert weigh_blocks(BlockTree(blocks=())) == {}
    bare = weigh_blocks(BlockTree(blocks=(Block(ref="1"), Block(ref="2"))))
    assert set(bare) == {"1", "2"}
    assert sum(bare.values()) == pytest.approx(1.0)


numbers = st.floats(allow_nan=True, allow_infinity=True, width=32)
boxes = st.builds(Box, numbers, numbers, numbers, numbers)


@given(st.lists(st.tuples(boxes, st.text(max_size=40)), min_size=1, max_size=6))
def test_importance_sums_to_1_whatever_the_boxes(parts: list[tuple[Box, str]]) -> None:
    blocks = tuple(Block(ref=str(i), text=text, box=box) for i, (box, text) in enumerate(parts))
    importance = weigh_blocks(BlockTree(blocks=blocks, page_size=(1366.0, 900.0), viewport=(1366, 768)))
    assert sum(importance.values()) == pytest.approx(1.0)
    assert all(0.0 <= value <= 1.0 for value in importance.values())


def tree(*chances: float, names: tuple[str, ...] = FEATURES) -> Ensemble:
    """A tree that says the same of every block."""
    zero = np.zeros(1, np.int32)
    return Ensemble(
        names=names, feature=zero, threshold=np.zeros(1), left=zero, right=zero, value=np.array([chances]), roots=zero,
        depth=1,
    )  # fmt: skip


def forest(*chances: float, names: tuple[str, ...] = FEATURES) -> bytes:
    """A model file that says the same of every block."""
    return write_ensembles({name: tree(*chances, names=names) for name in (LEAVES, PARTS)})


def test_the_shipped_model_gives_probabilities() -> None:
    model = default_block_model()
    assert model is not None
    chances = model.probabilities([Block(ref="1", text="a", box=Box(0, 0, 100, 20))], FRAME)
    assert chances.shape == (1, 4)
    assert chances.sum() == pytest.approx(1.0)


def test_chances_are_shares_of_the_leaves() -> None:
    model = read_block_model(forest(0.0, 1.0, 3.0, 0.0))
    assert model.probabilities([Block(ref="1")], FRAME).tolist() == [[0.0, 0.25, 0.75, 0.0]]
    assert model.probabilities([], FRAME).shape == (0, 4)


def test_a_page_cut_into_a_few_parts_has_a_forest_of_its_own() -> None:
    model = read_block_model(write_ensembles({LEAVES: tree(1.0, 0.0, 0.0, 0.0), PARTS: tree(0.0, 0.0, 0.0, 1.0)}))
    block = Block(ref="1")
    assert model.probabilities([block], FRAME).tolist() == [[1.0, 0.0, 0.0, 0.0]]
    assert model.probabilities([block], replace(FRAME, coarse=True)).tolist() == [[0.0, 0.0, 0.0, 1.0]]


def test_for_leaves_the_chances_are_the_mean_of_shares_and_scores() -> None:
    forests = {LEAVES: tree(1.0, 0.0, 0.0, 0.0), PARTS: tree(0.0, 0.0, 0.0, 1.0)}
    model = read_block_model(write_ensembles({**forests, BOOSTED: tree(-900.0, -900.0, 900.0, 900.0)}))
    assert model.probabilities([Block(ref="1")], FRAME)[0] == pytest.approx([0.5, 0.0, 0.25, 0.25])
    assert model.probabilities([Block(ref="1")], replace(FRAME, coarse=True)).tolist() == [[0.0, 0.0, 0.0, 1.0]]


def networks(*scores: float, features: int = len(FEATURES)) -> bytes:
    """Networks that say the same of every block."""
    scale = Scale(knots=np.zeros((1, features)), scores=np.zeros((1, features)))
    return write_networks(
        Networks(
            scale=scale, inner=np.zeros((features, 1), np.float32), inner_base=np.zeros(1, np.float32),
            outer=np.zeros((1, len(scores)), np.float32), outer_base=np.array(scores),
        )
    )  # fmt: skip


def test_for_leaves_the_types_that_networks_score_count_for_their_levels() -> None:
    forests = write_ensembles({LEAVES: tree(1.0, 0.0, 0.0, 0.0), PARTS: tree(0.0, 0.0, 0.0, 1.0)})
    of_types = [-900.0] * sum(TYPES_PER_LEVEL)
    of_types[TYPES_PER_LEVEL[0]] = of_types[-1] = of_types[-2] = 5.0
    model = read_block_model(forests, networks(*of_types))
    assert model.probabilities([Block(ref="1")], FRAME)[0] == pytest.approx([0.5, 1 / 6, 0.0, 1 / 3])
    assert model.probabilities([Block(ref="1")], replace(FRAME, coarse=True)).tolist() == [[0.0, 0.0, 0.0, 1.0]]


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (networks(1.0, 2.0), "not networks over the types of blocks; train it again"),
        (networks(*[0.0] * 16, features=3), "made for other features than this version has; train it again"),
        (b"PK damaged", "train them again"),
    ],
)
def test_networks_that_do_not_fit_are_refused(data: bytes, says: str) -> None:
    with pytest.raises(InputError, match=says):
        read_block_model(forest(0.0, 1.0, 0.0, 0.0), data)


def main_trees(odds: float, *, name: str = MAIN, names: tuple[str, ...] = MAIN_FEATURES) -> bytes:
    """Trees for main content that say the same of every block."""
    return write_ensembles({name: replace(tree(0.0, names=names), value=np.array([odds]))})


def test_trees_that_see_the_page_decide_what_is_main_content() -> None:
    forests = write_ensembles({LEAVES: tree(1.0, 3.0, 0.0, 4.0), PARTS: tree(0.0, 0.0, 0.0, 1.0)})
    model = read_block_model(forests, None, main_trees(math.log(3.0)))
    main = 0.5 + MAIN_SHARE * (0.75 - 0.5)
    expected = [(1 - main) / 4, (1 - main) * 3 / 4, 0.0, main]
    assert model.probabilities([Block(ref="1")], FRAME)[0] == pytest.approx(expected, abs=1e-6)
    assert block_levels([Block(ref="1")], FRAME, model=model).tolist() == [4]
    assert model.probabilities([Block(ref="1")], replace(FRAME, coarse=True)).tolist() == [[0.0, 0.0, 0.0, 1.0]]


def test_chances_sum_to_1_where_all_was_main_content() -> None:
    assert with_main_chance(np.array([[0.0, 0.0, 0.0, 1.0]]), np.array([0.4])).sum() == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (main_trees(0.0, name="other"), "not trees for main content; train them again"),
        (main_trees(math.nan), "not trees for main content; train them again"),
        (main_trees(0.0, names=FEATURES), "made for other features than this version has; train it again"),
        (b"PK damaged", "train it again"),
    ],
)
def test_trees_for_main_content_that_do_not_fit_are_refused(data: bytes, says: str) -> None:
    with pytest.raises(InputError, match=says):
        read_block_model(forest(0.0, 1.0, 0.0, 0.0), None, data)


@pytest.mark.parametrize("scores", [(1.0, 2.0), (float("nan"), 0.0, 0.0, 0.0), (float("inf"), 0.0, 0.0, 0.0)])
def test_scores_that_are_no_four_numbers_are_refused(scores: tuple[float, ...]) -> None:
    forests = {LEAVES: tree(1.0, 0.0, 0.0, 0.0), PARTS: tree(0.0, 0.0, 0.0, 1.0)}
    with pytest.raises(InputError, match="not a model of four levels; train it again"):
        read_block_model(write_ensembles({**forests, BOOSTED: tree(*scores)}))


def test_a_model_for_other_features_is_refused() -> None:
    with pytest.raises(InputError, match="made for other features than this version has; train it again"):
        read_block_model(forest(0.0, 1.0, 0.0, 0.0, names=("other",)))


@pytest.mark.parametrize(
    "data", [forest(1.0, 1.0), forest(0.5, -0.5, 0.5, 0.5), write_ensembles({LEAVES: tree(0.0, 1.0, 0.0, 0.0)})]
)
def test_a_model_without_four_levels_is_refused(data: bytes) -> None:
    with pytest.raises(InputError, match="not a model of four levels; train it again"):
        read_block_model(data)


def test_a_damaged_model_is_refused() -> None:
    with pytest.raises(InputError, match="train it again"):
        read_block_model(b"PK damaged")


def test_when_the_shipped_model_cannot_be_used_rules_do_the_work(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    default_block_model.cache_clear()
    monkeypatch.setattr(sys.modules[default_block_model.__module__], "MODEL_FILE", "missing")
    with caplog.at_level(logging.WARNING):
        assert default_block_model() is None
    default_block_model.cache_clear()
    assert "blocks are weighed by rules" in caplog.text
