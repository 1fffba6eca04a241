"""The first sentence is the cause, with the verdict; what was ignored comes last."""

import pytest

from pagestrata.deciding.reasons import in_short, name_of, place_names, reasons_of
from pagestrata.judging.findings import Finding
from pagestrata.model.blocks import OVERLAY_LAYER, Block, BlockStyle, Link
from pagestrata.model.reasons import Reason
from trees import page

STORY = Block(ref="2", role="article", text="words")
NAMES = {"2": "the second story", "1": "the header", "3": "the price box"}
PRICE = Finding(kind="price", chance=0.9, op="update", element="text", block=STORY, old="€5,299.00", new="€4,899.00")
CLOCK = Finding(
    kind="clock", chance=0.0, op="update", element="text", block=Block(ref="1"), silent_because="clock", new="12:30"
)


LONG = "The council has decided, after a long debate, to rebuild the old bridge over the river. " * 2


def said(finding: Finding, *, kept: bool = True) -> str:
    return reasons_of([finding], NAMES, kept=kept)[0]


def changed(kind: str, old: str, new: str, label: str = "", op: str = "update", element: str = "text") -> Finding:
    return Finding(kind=kind, chance=0.8, op=op, element=element, block=STORY, old=old, new=new, label=label)  # type: ignore[arg-type]


def test_the_cause_comes_first_with_the_verdict_and_what_was_ignored_last() -> None:
    found = reasons_of([PRICE, CLOCK], NAMES, kept=True)
    assert found[0] == "Kept: the price changed from €5,299.00 to €4,899.00 in the second story"
    assert found[-1] == "ignored: the clock in the header"
    assert (found[0].kind, found[0].block, found[0].operation) == ("price", "2", "update")


def test_noise_alone_is_named() -> None:
    assert said(CLOCK, kept=False) == "Skipped: only the clock in the header changed"
    assert reasons_of([], NAMES, kept=False) == [Reason("Skipped: no visible change")]


@pytest.mark.parametrize(
    ("finding", "sentence"),
    [
        (changed("date", "30 June", "15 June", "The deadline is "),
         "the deadline changed from 30 June to 15 June in the second story"),
        (changed("number", "121", "143", "Seats won: "), "'Seats won' changed from 121 to 143 in the second story"),
        (changed("price", "€9", "€11", "Ferry tickets. Day return, adults: "),
         "'Day return, adults' changed from €9 to €11 in the second story"),
        (changed("price", "€9", "€11", "in summer for all of you, children and dogs, seniors: "),
         "'seniors' changed from €9 to €11 in the second story"),
        (changed("status", "open", "closed"), "'open' became 'closed' in the second story"),
        (changed("words", "", "The mayor resigned", op="insert"), "new in the second story: 'The mayor resigned'"),
        (changed("negation", "not", "", op="delete"), "gone from the second story: 'not'"),
        (changed("moved", "a", "a", element="block", op="move"), "the second story moved"),
        (changed("order", "Ida", "Eva"), "the order changed in the second story, first at 'Eva'"),
        (changed("link", "/a", "/b", "The rules", element="link"),
         "the link 'The rules' in the second story leads elsewhere: /a -> /b"),
        (changed("picture", "", "Harbour", element="image"), "another picture in the second story: 'Harbour'"),
        (changed("block", "", "Breaking", op="insert", element="block"), "new: the second story 'Breaking'"),
        (changed("style", "", "", element="style"), "the second story looks different"),
    ],
)  # fmt: skip
def test_a_sentence_says_what_happened_and_where(finding: Finding, sentence: str) -> None:
    assert said(finding) == f"Kept: {sentence}"
    assert said(finding, kept=False) == f"Skipped: too little changed: {sentence}"


def test_the_same_sentence_is_said_once_and_long_lists_are_cut() -> None:
    many = [changed("status", f"a{n}", "b") for n in range(9)]
    found = reasons_of([PRICE, PRICE, *many], NAMES, kept=True)
    assert len(found) == 5
    assert found[-1] == "and 6 more changes"


def test_long_texts_are_cut_in_quotations() -> None:
    assert len(said(changed("words", "", "word " * 500, op="insert"))) < 250


def test_the_amount_of_change_is_said_where_no_single_finding_decides() -> None:
    found = reasons_of([PRICE], NAMES, kept=True, amount="much changed (90 words came, 3 went)")
    assert found[0].startswith("Kept: much changed (90 words came, 3 went), most of all the price changed")


def test_what_came_is_said_before_what_went_to_make_room_for_it() -> None:
    gone = changed("words", "Rowers prepare for the regatta", "", op="delete")
    new = changed("words", "", "Mayor announces her resignation", op="insert")
    likelier = Finding(kind="words", chance=0.95, op="delete", element="text", block=STORY, old="Lamp relit tonight")
    assert reasons_of([likelier, gone, new], NAMES, kept=True)[0] == (
        "Kept: new in the second story: 'Mayor announces her resignation'"
    )
    assert reasons_of([gone, PRICE], NAMES, kept=True)[0].startswith("Kept: the price changed")


def test_a_redesign_stands_for_all_its_looks() -> None:
    look = Finding(kind="style", chance=0.25, op="update", element="style", block=STORY)
    picture = changed("picture", "", "Harbour", element="image")
    redesign = Finding(kind="redesign", chance=0.8, op="update", element="style", block=STORY, new="a redesign: 73 %")
    assert reasons_of([picture, redesign, look], NAMES, kept=True) == [
        "Kept: a redesign: 73 %", "another picture in the second story: 'Harbour'",
    ]  # fmt: skip


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


def test_a_row_of_related_products_is_no_menu() -> None:
    def row(ref: str, *names: str) -> Block:
        links = tuple(Link(name=name, address=f"/{number}") for number, name in enumerate(names))
        return Block(ref=ref, role="menu", text=" ".join(names), links=links)

    menu = row("1.1", "Home", "News", "Sport and leisure", "About us")
    offers = row("1.2", "Oiled jacket € 210", "Rope belt € 25", "Deck hat")
    stories = row("1.3", "Ferry line returns after eleven years", "Storm warning for the whole coast")
    names = place_names(page(menu, offers, stories))
    assert names == {"1.1": "the menu", "1.2": "the first list", "1.3": "the second list"}


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


def test_a_quotation_fits_a_sentence():
    assert in_short("a few words") == "a few words"
    assert in_short("w" * 1_000_000) == "w" * 160 + "…"
