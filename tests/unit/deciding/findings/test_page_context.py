"""What stands above a block, and which words only moved."""

from hypothesis import given
from hypothesis import strategies as st

from found_changes import saying
from pagestrata.deciding.findings.page_context import PageWords, Places
from pagestrata.model.blocks import Block, BlockStyle, BlockTree, Link
from pagestrata.model.geometry import Box

SAYINGS = st.lists(st.lists(st.sampled_from("abc"), max_size=12).map(" ".join), max_size=5)


@given(SAYINGS, SAYINGS, st.lists(st.sampled_from("abc"), min_size=1, max_size=9))
def test_words_only_moved_where_they_are_as_often_on_both_whole_pages(
    old: list[str], new: list[str], words: list[str]
) -> None:
    def counted(texts: list[str], between: str) -> int:
        return (" " + between.join(f"{text} " for text in texts if text)).count(f" {' '.join(words)} ")

    pages = [counted(texts, "\n ") for texts in (old, new)]
    if not pages[0] and len(words) >= 8:  # it may have been divided otherwise
        pages = [counted(texts, "") for texts in (old, new)]
    assert PageWords(saying(old), saying(new)).only_moved(words) == (0 < pages[0] == pages[1])


def test_a_place_knows_what_stands_above_it_as_far_as_a_label_reaches() -> None:
    page = saying(["first", "", "x" * 100, "Most read", "story"])
    *_, label, story = page.blocks
    place = Places(page).of(story)
    assert (place.before, place.above) == ("Most read", "\nfirst\n\n" + "x" * 80 + "\nMost read")
    assert Places(page).of(label).above == "\nfirst\n\n" + "x" * 80
    long = saying(["y" * 200] * 4)
    assert Places(long).of(long.blocks[3]).above == "y" * 79 + "\n" + "y" * 80
    other = Places(page).of(Block(ref="9", role="ad"))
    assert (other.role, other.before, other.above) == ("ad", "", "")


def test_later_items_of_a_list_stand_under_its_label_too() -> None:
    def item(ref: str, text: str, x: float = 900.0) -> Block:
        box, style = Box(x, 100, 370, 84), BlockStyle(font_size=12)
        return Block(ref=ref, text=text, box=box, style=style, links=(Link(text, f"/{ref}"),))

    first, second, third, elsewhere = (
        item("1", "Pinchazo"),
        item("2", "Pan"),
        item("3", "Ruta"),
        item("4", "Mar", x=80.0),
    )
    label = Block(ref="0", text="Recommended for you", box=Box(900, 80, 142, 16))
    page = BlockTree(blocks=(label, first, second, third, elsewhere))
    assert [Places(page).of(one).before for one in (first, second, third)] == ["Recommended for you"] * 3
    assert Places(page).of(elsewhere).before == "Ruta"
    advertisement = BlockTree(blocks=(Block(ref="0", text="Advertisement"), first, second))
    assert Places(advertisement).of(second).before == "Pinchazo"  # an advertisement is one item
