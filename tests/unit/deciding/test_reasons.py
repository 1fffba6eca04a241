from collections import Counter
from dataclasses import replace

from pagestrata.deciding.content_change import BlockWords
from pagestrata.deciding.pair_features import pair_features
from pagestrata.deciding.reasons import content_reasons, excerpt
from pagestrata.deciding.sides import Side
from pagestrata.model.blocks import Block, BlockStyle, BlockTree, Image, Link
from pagestrata.model.words import decision_model_words


def reasons(old: Block, new: Block, looks: float | None = None) -> list[str]:
    found = pair_features(Side(tree=BlockTree(blocks=(old,))), Side(tree=BlockTree(blocks=(new,))))
    if looks is not None:
        found = replace(found, pictures={"look of equal blocks changed": looks})
    return content_reasons(found)


def article(text: str, *titles: str, images: tuple[str, ...] = ()) -> Block:
    links = tuple(Link(title, f"http://site.test/{number}") for number, title in enumerate(titles))
    return Block(ref="1", role="article", text=text, links=links, images=tuple(Image("", name) for name in images))


def surplus(text: str, new: str) -> BlockWords:
    return BlockWords(
        block=article(text),
        value=1.0,
        is_content=True,
        words=decision_model_words(text),
        surplus=Counter(decision_model_words(new)),
    )


def test_nothing_is_said_to_be_nothing() -> None:
    assert reasons(article("same words"), article("same words")) == ["no visible change"]


def test_words_are_counted_by_role_and_shown() -> None:
    old, new = article("It rains in the north"), article("It snows heavily in the north")
    assert reasons(old, new) == ["article changed: 2 words added and 1 word removed ('snows heavily')"]
    plain = replace(old, role="other"), replace(new, role="other")
    assert reasons(*plain)[0].startswith("content changed: ")


def test_new_linked_titles_are_named_and_long_lists_cut() -> None:
    titles = [f"the long title number{letter}" for letter in "abcd"]
    told = reasons(article(""), article("", *titles))
    assert told == [
        "4 new linked titles: 'the long title numbera', 'the long title numberb', 'the long title numberc', …"
    ]


def test_noise_is_told_but_not_counted() -> None:
    assert reasons(article("Updated 10:30"), article("Updated 11:45")) == [
        "only dates, clocks or counters changed (2 words, not counted)"
    ]
    told = reasons(article("Rain 10:30"), article("Snow 11:45"))
    assert told[-1] == "also dates, clocks or counters changed (2 words, not counted)"


def test_pictures_and_looks_are_told_when_content_is_the_same() -> None:
    assert reasons(article("a", images=("/1.png",)), article("a", images=("/2.png",))) == ["only pictures changed"]
    assert reasons(article("a"), article("a"), looks=0.4) == [
        "40% of the unchanged content looks different: a restyle, or new pictures at old addresses"
    ]
    assert reasons(article("a"), article("a"), looks=0.1) == ["no visible change"]
    large = replace(article("a"), style=BlockStyle(font_size=30.0))
    assert reasons(replace(large, style=BlockStyle(font_size=12.0)), large)[0].startswith(
        "100% of the unchanged content"
    )


def test_an_excerpt_is_the_longest_new_stretch_as_the_page_writes_it() -> None:
    assert excerpt(surplus("One old,  New\n Words here old too", "one new words here")) == "New Words here"
    assert excerpt(
        surplus(" ".join(f"wo{letter}" for letter in "abcdefghijklmn"), "woa wob woc wod woe wof wog woh woi woj wok")
    ) == ("woa wob woc wod woe wof wog woh woi woj")
    assert excerpt(surplus("nothing of it", "other")) == ""
