import numpy as np
import pytest

from pagestrata.errors import InputError
from pagestrata.follow.portraits.features import FEATURES
from pagestrata.follow.ranker import Ranker, default_ranker
from pagestrata.learned.trees import Ensemble


def stump(names=FEATURES):
    return Ensemble(
        names=names, feature=np.array([2, 0, 0]), threshold=np.array([0.5, 0.0, 0.0]), left=np.array([1, 1, 2]),
        right=np.array([2, 1, 2]), value=np.array([0.0, -1.0, 2.0]), roots=np.array([0]), depth=1, base=0.25,
    )  # fmt: skip


def test_a_stump_decides_by_its_threshold():
    features = np.zeros((2, len(FEATURES)), np.float32)
    features[1, 2] = 0.6
    assert Ranker(stump()).logits(features).tolist() == [-0.75, 2.25]


def test_trees_over_other_features_are_refused():
    with pytest.raises(InputError, match="train it again"):
        Ranker(stump(names=(*FEATURES[:-1], "unknown")))


def test_the_shipped_trees_fit_the_features():
    logits = default_ranker().logits(np.zeros((3, len(FEATURES)), np.float32))
    assert logits.shape == (3,)
    assert np.isfinite(logits).all()
