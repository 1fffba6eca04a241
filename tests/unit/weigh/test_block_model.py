"""The shipped levels of blocks, and files that must not be used."""

import logging
import sys

import numpy as np
import pytest

from pagestrata.errors import InputError
from pagestrata.learned import Ensemble, write_ensembles
from pagestrata.model.blocks import Block
from pagestrata.model.geometry import Box
from pagestrata.weigh.block_features import FEATURES, Frame
from pagestrata.weigh.block_model import LEVEL_NAMES, default_block_model, read_block_model

FRAME = Frame(page_width=1366.0, page_height=2000.0, window_height=768.0)


def constant(value: float, names: tuple[str, ...] = FEATURES) -> Ensemble:
    zero = np.zeros(1, np.int32)
    return Ensemble(
        names=names, feature=zero, threshold=np.zeros(1), left=zero, right=zero, value=np.zeros(1), roots=zero, depth=1,
        base=value,
    )  # fmt: skip


def test_the_shipped_model_gives_probabilities() -> None:
    model = default_block_model()
    assert model is not None
    chances = model.probabilities([Block(ref="1", text="a", box=Box(0, 0, 100, 20))], FRAME)
    assert chances.shape == (1, 4)
    assert chances.sum() == pytest.approx(1.0)


def test_the_ensemble_of_the_likeliest_level_wins() -> None:
    model = read_block_model(write_ensembles({name: constant(3.0 * (i == 2)) for i, name in enumerate(LEVEL_NAMES)}))
    assert model.probabilities([Block(ref="1")], FRAME).argmax() == 2


def test_a_model_for_other_features_is_refused() -> None:
    data = write_ensembles({name: constant(0.0, names=("other",)) for name in LEVEL_NAMES})
    with pytest.raises(InputError, match="made for other features than this version has; train it again"):
        read_block_model(data)


def test_a_model_without_four_levels_is_refused() -> None:
    with pytest.raises(InputError, match="not a model of four levels; train it again"):
        read_block_model(write_ensembles({"level 1": constant(0.0)}))


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
