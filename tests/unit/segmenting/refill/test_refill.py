from __future__ import annotations

import pytest

from pagestrata import refill
from pagestrata.model.blocks import Block, BlockTree, Image, Link
from pagestrata.segmenting.refill.refill import built_by_scripts

URL = "http://site.test/"
PAGE = """<html><head><title>News</title><link rel=stylesheet href=a.css></head><body><div class=head><a href=/>Home</a></div>
<div class=main><h1>Rain in the north</h1><p>It will <b>rain</b> all day, as it did before.</p><p>And so on.</p>
<p><img src=rain.png alt=Rain> <a href=more>More</a></p></div><div class=foot>Imprint of 2024</div></body></html>"""
HOME, MORE = Link("Home", URL), Link("More", URL + "more")
RAIN = Image("Rain", URL + "rain.png")
MAIN = "Rain in the north It will rain all day, as it did before. And so on. More"
TREE = BlockTree(
    blocks=(
        Block(
            ref="1",
            children=(
                Block(ref="1.1", text="Home", links=(HOME,)),
                Block(ref="1.2", text=MAIN, links=(MORE,), images=(RAIN,)),
                Block(ref="1.3", text="Imprint of 2024"),
            ),
        ),
    ),
    url=URL,
    title="News",
)


def refilled(new: str, old: str = PAGE, tree: BlockTree = TREE) -> BlockTree | None:
    return refill(tree, old.encode(), new.encode())


def leaf(tree: BlockTree | None, ref: str) -> Block:
    assert tree is not None
    return tree.by_ref()[ref]


def test_the_same_source_gives_the_same_tree_marked_as_inherited() -> None:
    found = refilled(PAGE)
    assert found == TREE
    assert found is not None
    assert found.geometry_inherited


def test_new_texts_links_and_pictures_take_the_place_of_the_old() -> None:
    assert leaf(refilled(PAGE.replace("2024", "2025")), "1.3").text == "Imprint of 2025"
    found = refilled(PAGE.replace("<b>rain</b>", "<b>snow</b>"))
    assert leaf(found, "1.2").text == MAIN.replace("will rain", "will snow")
    assert leaf(found, "1.1") is TREE.by_ref()["1.1"]
    assert leaf(refilled(PAGE.replace("href=more", "href=less")), "1.2").links == (Link("More", URL + "less"),)
    renamed = leaf(refilled(PAGE.replace(">More<", ">Less<")), "1.2")
    assert (renamed.links, renamed.text.endswith("Less")) == ((Link("Less", URL + "more"),), True)
    assert leaf(refilled(PAGE.replace("rain.png", "snow.png")), "1.2").images == (Image("Rain", URL + "snow.png"),)


def test_little_may_come_and_go_inside_a_block() -> None:
    found = refilled(PAGE.replace("<p>And", "<p>Or not.</p><p>And"))
    assert leaf(found, "1.2").text == MAIN.replace("And", "Or not. And")


@pytest.mark.parametrize(
    "change",
    [
        ("<div class=foot>", "<div>An advertisement</div><div class=foot>"),  # at the edge of blocks
        ("<div class=main>", "<div class='main hidden'>"),
        ("<h1>Rain in the north</h1>", "<h2>Rain in the north</h2>"),
        ("<a href=/>Home</a>", ""),  # a block is empty
        ("href=a.css", "href=b.css"),
        ("</head>", "<style>p{color:red}</style></head>"),
        ("</head>", '<script type="application/ld+json">{"price": 1}</script></head>'),
        ("</body>", "<script id=__NEXT_DATA__ type='application/json'>{}</script></body>"),
        ("</body>", "<script>window.__STATE__ = 1</script></body>"),
        ("</p></div>", "<iframe src=x></iframe></p></div>"),
    ],
)
def test_another_structure_and_embedded_data_are_rendered(change: tuple[str, str]) -> None:
    assert change[0] in PAGE
    assert refilled(PAGE.replace(*change)) is None
    assert refilled(PAGE, old=PAGE.replace(*change)) is None


def test_queries_that_defeat_caches_change_nothing() -> None:
    assert refilled(PAGE.replace("a.css", "a.css?v=2"), old=PAGE.replace("a.css", "a.css?v=1")) == TREE


def test_what_scripts_made_or_style_sheets_hide_is_never_refilled() -> None:
    hidden = PAGE.replace("</body>", "<p>hidden words</p></body>")
    assert refilled(hidden.replace("2024", "2025"), old=hidden) is not None
    assert refilled(hidden.replace("hidden", "other"), old=hidden) is None
    made = PAGE.replace("Imprint of 2024", "{{imprint}}")
    assert refilled(made.replace("{{imprint}}", "{{contact}}"), old=made) is None
    assert leaf(refilled(made.replace("Home", "Start"), old=made), "1.1").text == "Start"
    with_script = made + "<script>fill()</script>"
    assert refilled(with_script.replace("fill", "empty"), old=with_script) is None
    assert (
        refilled((PAGE + "<script>b()</script>").replace("2024", "2025"), old=PAGE + "<script>a()</script>") is not None
    )
    assert built_by_scripts(TREE, made.encode()) == {"1.3"}
    assert built_by_scripts(TREE, PAGE.encode()) == frozenset()


def test_what_cannot_be_read_without_a_browser_is_rendered() -> None:
    assert refilled("<div>" * 3_000) is None
    assert refilled("") is None
