"""The main content of a page: what a person opens it for."""

import pytest

from pagestrata.model.blocks import OVERLAY_LAYER, Block, BlockTree, Link
from pagestrata.model.geometry import Box
from pagestrata.weighing.blocks.main_content import main_content, main_text

WORDS = "The council has decided, after a long debate, to rebuild the old bridge over the river. "
MENU = tuple(Link(name=name, address=f"http://site.test/{name}") for name in ("Home", "News", "Sport", "Contact"))
ARTICLE = Block(ref="1.2", text=WORDS * 12, role="article", box=Box(200, 80, 800, 900))


def page(*more: Block) -> BlockTree:
    menu = Block(ref="1.1", text="Home News Sport Contact", links=MENU, role="menu", box=Box(0, 0, 1366, 40))
    footer = Block(ref="1.3", text="© 2026 Example", role="footer", box=Box(0, 1900, 1366, 60))
    return BlockTree(
        blocks=(Block(ref="1", children=(menu, ARTICLE, footer), box=Box(0, 0, 1366, 2000)), *more),
        viewport=(1366, 768), page_size=(1366.0, 2000.0), url="http://site.test/",
    )  # fmt: skip


@pytest.mark.parametrize("model", ["default", None])
def test_an_article_is_the_main_content_and_menu_and_footer_are_not(model: str | None) -> None:
    assert main_content(page(), model=model) == (ARTICLE,)


@pytest.mark.parametrize("model", ["default", None])
def test_what_covers_the_page_is_no_main_content(model: str | None) -> None:
    consent = Block(ref="2", text=WORDS * 12, layer=OVERLAY_LAYER, box=Box(200, 80, 800, 900))
    assert main_content(page(consent), model=model) == (ARTICLE,)


def test_a_page_without_blocks_has_no_main_content() -> None:
    assert main_content(BlockTree(blocks=())) == ()
    assert main_text(BlockTree(blocks=())) == ""


def test_the_text_keeps_its_lines_where_they_are_known() -> None:
    lined = Block(ref="1", text=WORDS * 12, line_ends=(len(WORDS) - 1,), role="article", box=Box(200, 80, 800, 900))
    found = main_text(BlockTree(blocks=(lined,), viewport=(1366, 768), page_size=(1366.0, 1000.0)))
    assert found == f"{WORDS.strip()}\n{WORDS * 11}"
