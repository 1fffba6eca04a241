from pagestrata.judging.place_names import name_of, place_names
from pagestrata.model.blocks import OVERLAY_LAYER, Block, BlockStyle
from trees import page

LONG = "The council has decided, after a long debate, to rebuild the old bridge over the river. " * 2


def test_places_are_named_as_a_person_would() -> None:
    tree = page(
        Block(ref="1.1", role="header", text="Harbour News"),
        Block(ref="1.2", role="article", text=LONG),
        Block(ref="1.3", role="article", text=LONG),
        Block(ref="1.4", role="sidebar", text="Weather"),
        Block(ref="1.5", role="other", text="Now only €19.99 with lamp"),
        Block(ref="1.6", role="table", text="a b c"),
        Block(ref="1.7", role="other", text="Hello"),
        Block(ref="1.8", text="Cookies?", layer=OVERLAY_LAYER),
    )
    names = place_names(tree)
    assert names == {
        "1.1": "the header", "1.2": "the first story", "1.3": "the second story", "1.4": "the sidebar",
        "1.5": "the price box", "1.6": "the table", "1.7": "the text",
    }  # fmt: skip


def test_a_single_story_is_the_article_and_many_are_numbered() -> None:
    assert place_names(page(Block(ref="1.1", role="article", text=LONG)))["1.1"] == "the article"
    many = page(*(Block(ref=f"1.{n}", role="article", text=LONG) for n in range(1, 14)))
    assert place_names(many)["1.12"] == "story 12"


def test_a_block_that_is_gone_is_named_by_its_role() -> None:
    assert name_of(Block(ref="9", role="table"), {}) == "the table"
    assert name_of(Block(ref="9", role="footer"), {}) == "the footer"
    assert name_of(Block(ref="9"), {}) == "the text"


def test_a_story_below_a_heading_bears_its_name() -> None:
    large, plain, bold = (
        BlockStyle(font_size=size, font_weight=weight) for size, weight in ((24, 400), (16, 400), (15, 700))
    )
    tree = page(
        Block(ref="1.1", text="Latest news", style=large),
        Block(ref="1.2", role="article", text=LONG, style=plain),
        Block(ref="1.3", role="article", text=LONG, style=plain),
        Block(ref="1.4", text="Where to go", style=bold),
        Block(ref="1.5", role="link list", text=LONG, style=plain),
    )
    names = place_names(tree)
    assert (names["1.2"], names["1.3"], names["1.5"]) == ("'Latest news'", "the second story", "'Where to go'")
