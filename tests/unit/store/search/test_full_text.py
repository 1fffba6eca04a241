import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.errors import UsageError
from pagestrata.store.search.full_text import MAX_WORD_CHARACTERS, matching, words_of


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hello, World!", ["hello", "world"]),
        ("Grüße aus KÖLN", ["grusse", "aus", "koln"]),
        ("ﬁne ½ x²", ["fine", "1", "2", "x2"]),
        ("新闻 ok", ["新", "闻", "ok"]),
        ("a_b-c.d@e", ["a", "b", "c", "d", "e"]),
        ("", []),
    ],
)
def test_words_are_folded(text: str, expected: list[str]) -> None:
    assert words_of(text) == expected


@given(st.text())
def test_words_need_no_escaping(text: str) -> None:
    assert all(word.isalnum() and len(word) <= MAX_WORD_CHARACTERS for word in words_of(text))


def test_queries_are_words_phrases_and_beginnings() -> None:
    found = matching('one "two three" fou*', is_sqlite=True)
    assert found.compile().params == {"query": '"one" AND "two three" AND "fou"*'}
    found = matching('one "two three" fou*', is_sqlite=False)
    assert found.compile().params == {"query": "('one') & ('two' <-> 'three') & ('fou':*)"}


@pytest.mark.parametrize("query", ["", "  ", '""', "*** ---"])
def test_a_query_without_words_is_a_usage_error(query: str) -> None:
    with pytest.raises(UsageError, match="has no word to search for"):
        matching(query, is_sqlite=True)
