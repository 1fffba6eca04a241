import numpy as np
import pytest

from captures import capture, png
from pagestrata.deciding.features.pair_features import (
    CONTENT_NAMES,
    FEATURE_NAMES,
    PICTURE_NAMES,
    PairFeatures,
    pair_features,
)
from pagestrata.deciding.sides import Side
from pagestrata.model.blocks import BlockTree
from pagestrata.model.deltas import Delta, Match
from trees import leaf, page


def side(*texts: str, picture: bool = True) -> Side:
    taken, tree = capture(texts)
    return Side(tree=tree, screenshot_png=taken.screenshot_png if picture else None)


def test_names_are_the_same_for_every_pair() -> None:
    found = pair_features(side("one", "two"), side("one", "three"))
    assert tuple(found.content) == CONTENT_NAMES
    assert found.pictures is not None
    assert set(found.pictures) == set(PICTURE_NAMES)
    assert found.all().keys() == FEATURE_NAMES
    assert np.isfinite(list(found.all().values())).all()


def test_two_empty_pages_differ_in_nothing() -> None:
    empty = Side(tree=BlockTree(blocks=()))
    found = pair_features(empty, empty)
    assert found.content["words changed"] == 0.0
    assert found.content["same structure"] == 1.0


def test_equal_screenshots_are_not_even_opened() -> None:
    same = Side(tree=page(leaf("1.1", "one")), screenshot_png=b"no picture at all")
    found = pair_features(same, same)
    assert found.pictures == dict.fromkeys(PICTURE_NAMES, 0.0)
    assert found.notes == ()


def test_without_both_screenshots_content_alone_counts() -> None:
    found = pair_features(side("one", picture=False), side("two"))
    assert (found.pictures, found.notes) == (None, ())
    assert found.all() == dict(found.content)


@pytest.mark.parametrize("place", ["old", "new"])
def test_a_screenshot_that_cannot_be_read_is_noted(place: str) -> None:
    sound, broken = side("one"), Side(tree=page(leaf("1.1", "one")), screenshot_png=b"damaged")
    pair = {"old": (broken, sound), "new": (sound, broken)}[place]
    found = pair_features(*pair)
    assert found.pictures is None
    assert found.notes == (f"{place} version: the screenshot is not a PNG file; decided by content alone",)


def test_new_pixels_behind_equal_content_are_seen_by_the_pictures_only() -> None:
    before = side("one", "two")
    black = Side(tree=before.tree, screenshot_png=png(np.zeros((80, 320, 3), np.uint8)))
    found = pair_features(before, black)
    assert found.content == pair_features(before, before).content
    assert found.pictures is not None
    assert found.pictures["look of equal blocks changed"] > 0.5


def test_the_matches_of_a_delta_are_used() -> None:
    old, new = page(leaf("1.1", "one two")), page(leaf("1.2", "one three"))
    assert told(pair_features(Side(tree=old), Side(tree=new))) == (0, 1, 1)
    delta = Delta(changes=(), matches=(Match("1.1", "1.2", 0.5),))
    assert told(pair_features(Side(tree=old), Side(tree=new), delta)) == (1, 0, 0)


def told(found: PairFeatures) -> tuple[int, int, int]:
    return len(found.pairing.changed), len(found.pairing.deleted), len(found.pairing.inserted)
