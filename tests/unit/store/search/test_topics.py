import pytest

from builders import element, table, words
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.store.search import topics
from pagestrata.store.search.topics import extract, find, language_of, topic_of, trim, with_topics

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
