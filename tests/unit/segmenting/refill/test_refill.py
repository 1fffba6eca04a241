from __future__ import annotations

from dataclasses import replace

import pytest

from pagestrata import refill
from pagestrata.formats.html.html_source import parse_html
from pagestrata.model.blocks import Block, BlockStyle, BlockTree, Image, Link
from pagestrata.model.geometry import Box
from pagestrata.model.signs import Sign
from pagestrata.segmenting.refill.refill import Refilled, built_by_scripts, read_known, refill_source

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


def with_doubts(old: str, new: str) -> Refilled | None:
    return refill_source(TREE, read_known(TREE, old.encode()), parse_html(new.encode()))


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


def test_the_signs_of_a_text_move_with_it() -> None:
    foot = replace(TREE.by_ref()["1.3"], signs=(Sign("footer"), Sign("updated", 11, 15)))
    root = TREE.blocks[0]
    signed = replace(TREE, blocks=(replace(root, children=(*root.children[:2], foot)),))
    found = leaf(refilled(PAGE.replace("2024", "2025"), tree=signed), "1.3")
    assert [found.text[one.start : one.end] for one in found.signs] == ["Imprint of 2025", "2025"]


def test_the_line_ends_of_a_text_go_with_it() -> None:
    end = MAIN.index(" It will")
    main = replace(TREE.by_ref()["1.2"], line_ends=(end,))
    root = TREE.blocks[0]
    tree = replace(TREE, blocks=(replace(root, children=(root.children[0], main, root.children[2])),))
    renamed = PAGE.replace("Rain in the north", "Sun in the south and elsewhere")
    assert leaf(refilled(renamed, tree=tree), "1.2").line_ends == ()
    assert leaf(refilled(PAGE.replace("rain.png", "snow.png"), tree=tree), "1.2").line_ends == (end,)


def test_little_may_come_and_go_inside_a_block() -> None:
    found = refilled(PAGE.replace("<p>And", "<p>Or not.</p><p>And"))
    assert leaf(found, "1.2").text == MAIN.replace("And", "Or not. And")


def test_what_comes_at_the_edge_of_a_block_belongs_to_the_block_around_it() -> None:
    found = refilled(PAGE.replace("<h1>Rain", "<p>Breaking</p><h1>Rain"))
    assert leaf(found, "1.2").text == f"Breaking {MAIN}"


@pytest.mark.parametrize(
    "change",
    [
        ("<div class=foot>", "<div>An advertisement</div><div class=foot>"),  # between blocks
        ("<a href=/>Home</a>", ""),  # a block is empty
        ("<img src=rain.png alt=Rain>", "<img src=rain.png srcset='big.png 2x' alt=Rain>"),  # the window chooses
    ],
)
def test_another_structure_is_rendered(change: tuple[str, str]) -> None:
    assert change[0] in PAGE
    assert refilled(PAGE.replace(*change)) is None


@pytest.mark.parametrize(
    ("change", "doubt"),
    [
        (("<div class=main>", "<div class='main hidden'>"), "skeleton"),
        (("<h1>Rain in the north</h1>", "<h2>Rain in the north</h2>"), "skeleton"),
        (("href=a.css", "href=b.css"), "style sheets"),
        (("</head>", "<style>p{color:red}</style></head>"), "style sheets"),
        (("</p></div>", "<iframe src=x></iframe></p></div>"), "drawings"),
        (("</head>", '<script type="application/ld+json">{"price": 1}</script></head>'), "data"),
        (("</body>", "<script>window.__STATE__ = 1</script></body>"), "data"),
        (("</body>", "<script>run()</script></body>"), "scripts"),
    ],
)
def test_what_may_change_the_looks_is_reported(change: tuple[str, str], doubt: str) -> None:
    for old, new in ((PAGE, PAGE.replace(*change)), (PAGE.replace(*change), PAGE)):
        found = with_doubts(old, new)
        assert found is not None
        assert found.doubts == {doubt}
        assert found.tree == TREE


def test_contents_in_another_skeleton_are_rendered_where_the_style_sheets_changed_too() -> None:
    restyled = PAGE.replace("<p>And so on", "<p class=x>And so on").replace("rain</b>", "snow</b>")
    assert refilled(restyled) is not None
    assert refilled(restyled.replace("a.css", "b.css")) is None


def test_classes_that_a_build_renamed_are_the_same() -> None:
    new = PAGE.replace("class=main", "class=x1").replace("class=foot", "class=x2").replace("2024", "2025")
    found = with_doubts(PAGE, new)
    assert found is not None
    assert not found.doubts
    assert leaf(found.tree, "1.3").text == "Imprint of 2025"


def test_queries_that_defeat_caches_change_nothing() -> None:
    old, new = (
        PAGE.replace("a.css", "'a.css?v=1 May 2026, 12:00'"),
        PAGE.replace("a.css", "'a.css?v=2 May 2026, 12:00'"),
    )
    found = with_doubts(old, new)
    assert found is not None
    assert not found.doubts


def test_what_style_sheets_hide_stays_hidden() -> None:
    hidden = PAGE.replace("</body>", "<p><i>hidden words</i></p></body>")
    assert refilled(hidden.replace("2024", "2025"), old=hidden) is not None
    assert refilled(hidden.replace("hidden", "other"), old=hidden) == TREE
    assert refilled(hidden.replace("</body>", "<p><i>more of it</i></p></body>"), old=hidden) == TREE


def test_what_may_be_shown_or_hidden_is_rendered() -> None:
    some = PAGE.replace("<p>And so on.</p>", "<p>And so on.</p><p>hidden words</p>")
    assert refilled(some.replace("<p>hidden", "<p>Something new</p><p>hidden"), old=some) is None


def test_what_scripts_made_is_never_refilled() -> None:
    made = PAGE.replace("Imprint of 2024", "{{imprint}}")
    assert refilled(made.replace("{{imprint}}", "{{contact}}"), old=made) is None
    found = refilled(made.replace("More", "Less"), old=made)
    assert leaf(found, "1.2").text == MAIN.replace("More", "Less")
    assert leaf(found, "1.3") is TREE.by_ref()["1.3"]
    with_script = made + "<script>fill()</script>"
    assert refilled(with_script.replace("fill", "empty"), old=with_script) is None
    with_data = made + "<script type='application/json'>1</script>"
    assert refilled(with_data.replace(">1<", ">2<"), old=with_data) is None
    assert (
        refilled((PAGE + "<script>b()</script>").replace("2024", "2025"), old=PAGE + "<script>a()</script>") is not None
    )
    assert built_by_scripts(TREE, made.encode()) == {"1.3"}
    assert built_by_scripts(TREE, PAGE.encode()) == frozenset()


def test_something_else_in_the_place_of_a_block_has_another_name() -> None:
    found = refilled(PAGE.replace("Imprint of 2024", "Nothing but an advertisement"))
    assert found is not None
    names = {block.text: block.ref for block in found.leaves()}
    assert names["Home"] == "1.1"
    assert names["Nothing but an advertisement"] not in {"1.1", "1.2", "1.3"}


def test_two_templates_are_two_structures() -> None:
    other = PAGE.replace("<div class=main>", "<section><ul><li>One</li><li>Two</li></ul></section><div class=main>")
    assert refilled(other) is None


def test_what_cannot_be_read_without_a_browser_is_rendered() -> None:
    assert refilled("<div>" * 3_000) is None
    assert refilled("") is None


@pytest.mark.parametrize("charset", ["utf-8", "windows-1252", "utf-16"])
def test_other_encodings_are_read_as_their_header_says(charset: str) -> None:
    old = PAGE.replace("Imprint of 2024", "Impressum für 2024")
    was = replace(TREE.by_ref()["1.3"], text="Impressum für 2024")
    tree = replace(TREE, blocks=(replace(TREE.blocks[0], children=(*TREE.blocks[0].children[:2], was)),))
    kind = f"text/html; charset={charset}"
    new = old.replace("2024", "2025")
    found = refill(tree, old.encode(charset), new.encode(charset), old_type=kind, new_type=kind)
    assert leaf(found, "1.3").text == "Impressum für 2025"


def test_a_wrong_label_makes_the_block_one_that_does_not_follow_from_its_source() -> None:
    old = PAGE.replace("Imprint of 2024", "Impressum für 2024").encode("windows-1252")
    was = replace(TREE.by_ref()["1.3"], text="Impressum für 2024")
    tree = replace(TREE, blocks=(replace(TREE.blocks[0], children=(*TREE.blocks[0].children[:2], was)),))
    assert built_by_scripts(tree, old, "text/html; charset=utf-8") == {"1.3"}
    new = old.replace(b"2024", b"2025")
    assert refill(tree, old, new, old_type="text/html; charset=utf-8", new_type="text/html; charset=utf-8") is None


ICON = Image("", URL + "icon.png")
LISTS = (
    "<body><ul><li><a href=/a>First story of today</a></li><li><a href=/b>Second story</a></li></ul>"
    "<div><a href=/c>Imprint and contact</a></div></body>"
)


def lists(*, icons: int) -> BlockTree:
    """Two blocks, of which the first has as many icons and the second one."""
    stories = (Link("First story of today", URL + "a"), Link("Second story", URL + "b"))
    first = Block(ref="1.1", text="First story of today Second story", links=stories, images=(ICON,) * icons)
    second = Block(
        ref="1.2", text="Imprint and contact", links=(Link("Imprint and contact", URL + "c"),), images=(ICON,)
    )
    return BlockTree(blocks=(Block(ref="1", children=(first, second)),), url=URL)


@pytest.mark.parametrize("changed", ["href=/b", "href=/c"])
def test_only_a_browser_can_tell_the_icons_of_other_links(changed: str) -> None:
    """Style sheets paint icons beside links by their address; what is painted once per block is its background."""
    new = LISTS.replace(changed, "href=https://else.where/")
    assert refilled(new, LISTS, lists(icons=2)) is None
    assert refilled(new, LISTS, lists(icons=1)) is not None


def test_icons_stay_where_only_words_change() -> None:
    plain = LISTS.replace("</ul>", "</ul><p>It rains</p>")
    tree = lists(icons=2)
    first, second = tree.leaves()
    root = replace(tree.blocks[0], children=(replace(first, text=f"{first.text} It rains"), second))
    found = refilled(plain.replace("rains", "snows"), plain, replace(tree, blocks=(root,)))
    assert leaf(found, "1.1").images == (ICON, ICON)


CARDS = (
    "<body><div><p>Release one is out</p><p>It repairs much</p></div>"
    "<div><p>Release two is out</p><p>It repairs more</p></div></body>"
)


def test_blocks_that_would_mix_are_left_to_the_browser() -> None:
    """A text that stays, but stands in the element of another block now, belongs to one of the two."""
    cards = tuple(
        Block(ref=f"1.{n}", text=f"Release {name} is out It repairs {how}")
        for n, name, how in ((1, "one", "much"), (2, "two", "more"))
    )
    tree = BlockTree(blocks=(Block(ref="1", children=cards),), url=URL)
    moved = (
        "<body><div><p>Release one is out</p></div>"
        "<div><p>It repairs much</p><p>Release two is out</p><p>It repairs more</p></div></body>"
    )
    assert refilled(CARDS.replace("much", "little"), CARDS, tree) is not None
    assert refilled(moved.replace("one", "1.1"), CARDS, tree) is None


def test_a_block_is_known_by_its_first_texts_only() -> None:
    """A list of news in which only the last item stayed is another block, as a fresh cut would name it."""
    items = [f"Story number {n} of the day" for n in range(9)]
    old = f"<body><div>{''.join(f'<p>{item}</p>' for item in items)}</div></body>"
    tree = BlockTree(blocks=(Block(ref="1", children=(Block(ref="1.7", text=" ".join(items)),)),), url=URL)
    other = [f"Wholly different words about matter {n}" for n in range(8)]
    new = f"<body><div>{''.join(f'<p>{item}</p>' for item in (*other, items[-1]))}</div></body>"
    found = refilled(new, old, tree)
    assert found is not None
    assert [block.ref for block in found.leaves()] != ["1.7"]


def test_another_line_of_text_is_as_much_wider_as_it_is_longer() -> None:
    style = BlockStyle(font_size=20.0)
    line = Block(ref="1.7", text="Ten letter words", box=Box(10, 20, 100, 24), style=style)
    tree = BlockTree(blocks=(Block(ref="1", children=(line,)),), url=URL)
    found = refilled(
        "<body><p>Something wholly different, twice</p></body>", "<body><p>Ten letter words</p></body>", tree
    )
    assert found is not None
    (box,) = (block.box for block in found.leaves())
    assert (box.x, box.y, box.height) == (10, 20, 24)
    assert box.width == pytest.approx(100 * 33 / 16)


def test_leaves_that_scripts_built_are_found_without_skeletons_too() -> None:
    """Words in scripts are no words of the page, and links without words must be in it."""
    page = (
        "<body><script>say('Made by a script')</script><noscript>Please turn it on</noscript>"
        "<p>Said <b>by</b> the page</p><a href=/logo><img src=x.png></a></body>"
    )
    leaves = {
        "1.1": Block(ref="1.1", text="Said by the page"),
        "1.2": Block(ref="1.2", text="say('Made by a script')"),
        "1.3": Block(ref="1.3", text="Please turn it on"),
        "1.4": Block(ref="1.4", links=(Link("", URL + "logo"),)),
        "1.5": Block(ref="1.5", links=(Link("", URL + "made"),)),
    }
    tree = BlockTree(blocks=(Block(ref="1", children=tuple(leaves.values())),), url=URL)
    assert built_by_scripts(tree, page.encode()) == {"1.2", "1.3", "1.5"}
    assert read_known(tree, page.encode()).fillings.built_by_scripts == {"1.2", "1.3", "1.5"}
