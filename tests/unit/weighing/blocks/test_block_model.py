"""The shipped levels of blocks, and files that must not be used."""

import logging
import sys
from dataclasses import replace

import numpy as np
import pytest

from pagestrata.errors import InputError
from pagestrata.learned.networks import Networks, Scale, write_networks
from pagestrata.learned.trees import Ensemble, write_ensembles
from pagestrata.model.blocks import Block
from pagestrata.model.geometry import Box
from pagestrata.weighing.blocks.block_features import FEATURES, Frame
from pagestrata.weighing.blocks.block_model import (
    BOOSTED,
    LEAVES,
    PARTS,
    TYPES_PER_LEVEL,
    default_block_model,
    read_block_model,
)

FRAME = Frame(page_width=1366.0, page_height=2000.0, window_height=768.0)


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
