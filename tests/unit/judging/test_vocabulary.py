import pytest

from pagestrata.judging.vocabulary import CONCEPTS, concepts_in


def said(text: str) -> set[str]:
    return {concept for concept, found in zip(CONCEPTS, concepts_in(text), strict=True) if found}


@pytest.mark.parametrize(
    ("text", "concept"),
    [
        ("deadline", "fact"),
        ("545 comments", "self_count"),
        ("12 Kommentare", "self_count"),
        ("Last updated", "updated"),
        ("Most read", "turns"),
        ("tip of the day", "turns"),
        ("session", "machine"),
        ("not", "status"),
        ("ausverkauft", "status"),
        ("更新", "updated"),
    ],
)
def test_words_stand_for_a_concept_in_any_language(text: str, concept: str) -> None:
    assert concept in said(text)


def test_plain_words_stand_for_nothing() -> None:
    assert said("") == said("river stone window") == set()
