from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from builders import element, table, words
from pagestrata.comparing.delta.apply import apply, invert
from pagestrata.comparing.vidiff import compare
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.store.search import topics
from pagestrata.store.search.topics import (
    STOP_WORDS,
    extract,
    find,
    language_of,
    topic_of,
    trim,
    with_topics,
    with_topics_of,
)
from trees import block_trees, everything, leaf, page

ENGLISH = (
    "The union agreed on new rules for banks. Banks must hold more capital, the union said. "
    "Critics of the rules say that regulating a bank hurts lending."
)
FRENCH = (
    "Le gouvernement annonce une réforme des retraites. La réforme prévoit que les retraites seront calculées "
    "autrement, selon le gouvernement et les syndicats."
)
GERMAN = (
    "Die Regierung plant ein neues Gesetz über die Versorgung. Das Gesetz soll die Versorgung der Städte und "
    "Gemeinden sichern, sagt die Regierung, und nicht nur in diesem Jahr."
)
CHINESE = "中国经济增长放缓，专家认为经济增长需要新的动力。政府将采取措施促进经济增长和就业，专家说就业问题很重要。"


@pytest.mark.parametrize(("text", "language"), [(ENGLISH, "en"), (FRENCH, "fr"), (GERMAN, "de"), (CHINESE, "zh")])
def test_languages_are_told_apart(text: str, language: str) -> None:
    assert language_of(text) == language


def test_topics_are_the_words_that_come_back() -> None:
    assert extract(ENGLISH) == "union rules banks"
    assert extract(FRENCH) == "gouvernement réforme retraites"
    assert extract(GERMAN) == "Regierung Gesetz Versorgung"
    assert "经济" in extract(CHINESE)
    assert "的" not in extract(CHINESE)


def test_chinese_is_cut_without_a_word_segmenter_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(topics, "_jieba", lambda: None)
    assert "经济" in extract(CHINESE)


def test_stems_fall_back_to_the_first_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "snowballstemmer", None)
    topics.stemmer.cache_clear()
    try:
        assert topics.stemmer("en")("Retirements") == topics.stemmer("en")("retirement") == "retire"
    finally:
        topics.stemmer.cache_clear()


def test_japanese_is_cut_where_its_scripts_change() -> None:
    assert trim("東京オリンピックのニュースです") == "東京 オリンピック ニュース"


def test_a_short_text_is_trimmed() -> None:
    assert trim("The cat and the dog and the cat are in the house of a friend") == "cat dog house friend"
    assert topic_of(Block(ref="1", text="Contact us")) == "Contact"
    assert topic_of(Block(ref="1", text="")) == ""


def test_a_text_without_repetition_is_trimmed() -> None:
    text = " ".join(f"word{number}" for number in range(40))
    assert extract(text) == " ".join(f"word{number}" for number in range(8))


def heading_page(**style: object) -> tuple[Block, object]:
    box = (0.0, 0.0, 100.0, 20.0)
    root = element(
        "div", (0, 0, 100, 100),
        element("p", box, words("Storm hits the coast", box, **style)),
        element("p", (0, 24, 100, 20), words(ENGLISH, (0, 24, 100, 20))),
        element("p", (0, 44, 100, 20), words("More about the weather", (0, 44, 100, 20))),
    )  # fmt: skip
    return Block(ref="1", text=ENGLISH, rows=tuple(range(7))), table(root)


def test_the_largest_type_is_the_topic() -> None:
    block, nodes = heading_page(font_size=24.0)
    assert topic_of(block, nodes) == "Storm hits the coast"  # type: ignore[arg-type]


def test_a_first_line_in_its_own_colour_is_the_topic() -> None:
    block, nodes = heading_page(colour=0xFF0000FF)
    assert topic_of(block, nodes) == "Storm hits the coast"  # type: ignore[arg-type]


def test_without_a_heading_the_text_decides() -> None:
    block, nodes = heading_page()
    assert topic_of(block, nodes) == "union rules banks"  # type: ignore[arg-type]
    assert find([]) is None


def test_a_long_heading_is_trimmed() -> None:
    assert trim("the first and the second word of a very long heading that never ends at all") == (
        "first second word long heading never ends"
    )


def test_every_leaf_gets_a_topic_and_known_ones_keep_theirs() -> None:
    known, named = Block(ref="1.1", text="The known text"), Block(ref="1.2", text="x", topic="given")
    tree = BlockTree(blocks=(Block(ref="1", children=(known, named, Block(ref="1.3", text="Other words"))),))
    found = with_topics(tree, None, {known.id: "as before"})
    assert [leaf.topic for leaf in found.leaves()] == ["as before", "given", "words"]
    assert found == tree


def test_a_word_without_end_is_cut() -> None:
    assert topic_of(Block(ref="1", text="w" * 1_000_000)) == "w" * 200


@pytest.mark.parametrize("language", STOP_WORDS)
def test_entries_are_single_words_in_lower_case(language: str) -> None:
    words = STOP_WORDS[language]
    assert len(words) >= 20
    assert {word for word in words if word != word.lower() or word != word.strip() or " " in word} == set()


@pytest.mark.parametrize(
    ("language", "word"),
    [("en", "the"), ("fr", "le"), ("de", "und"), ("es", "los"), ("zh", "的"), ("ja", "です")],
)
def test_the_most_frequent_words_are_there(language: str, word: str) -> None:
    assert word in STOP_WORDS[language]


def test_chinese_is_single_characters_since_runs_are_cut_at_them() -> None:
    assert "的" in STOP_WORDS["zh"]
    assert all("\u3400" <= character <= "\u9fff" for word in STOP_WORDS["zh"] for character in word)


def test_words_that_carry_a_topic_are_not_there() -> None:
    everything = frozenset[str]().union(*STOP_WORDS.values())
    assert not everything & {"weather", "election", "wetter", "wahl", "météo", "élection", "tiempo", "天气"}


def _bare(tree: BlockTree) -> BlockTree:
    def stripped(block: Block) -> Block:
        return replace(block, topic="", children=tuple(map(stripped, block.children)))

    return replace(tree, blocks=tuple(map(stripped, tree.blocks)))


@given(block_trees(), block_trees())
def test_the_delta_leads_to_the_tree_with_topics_and_back(old: BlockTree, new: BlockTree) -> None:
    bare = _bare(new)
    delta = with_topics_of(compare(old, bare), bare, new)
    assert everything(apply(delta, old)) == everything(new)
    assert everything(apply(invert(delta), new)) == everything(old)


def test_an_unchanged_topic_is_not_mentioned() -> None:
    old, new = page(leaf("1.1", "one", topic="A")), page(leaf("1.1", "two", topic="A"))
    delta = with_topics_of(compare(old, _bare(new)), _bare(new), new)
    assert not delta.patch.details


def test_a_delta_whose_tree_had_all_topics_is_left_alone() -> None:
    old, new = page(leaf("1.1", "one", topic="A")), page(leaf("1.1", "two", topic="B"))
    delta = compare(old, new)
    assert with_topics_of(delta, new, new) is delta
