"""Importance of blocks: sums to 1, overlays weigh nothing, a person may overrule."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.errors import UsageError
from pagestrata.model.blocks import OVERLAY_LAYER, Block, BlockTree, Link
from pagestrata.model.geometry import Box
from pagestrata.weighing.blocks.block_importance import weigh_blocks

WORDS = "The council has decided, after a long debate, to rebuild the old bridge over the river. "
MENU = tuple(Link(name=name, address=f"http://site.test/{name}") for name in ("Home", "News", "Sport", "Contact"))


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
