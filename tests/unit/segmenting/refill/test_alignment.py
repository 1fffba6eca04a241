from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pagestrata.segmenting.refill.alignment import align
from pagestrata.segmenting.refill.source_atoms import Atom


def texts(words: str) -> list[Atom]:
    """A word is a text; its skeleton is 1, or the number behind its colon."""
    return [Atom("text", int(word.partition(":")[2] or 1), word.partition(":")[0]) for word in words.split()]


def aligned(old: str, new: str) -> list[str]:
    found = align(texts(old), texts(new))
    return [f"{step.old.content if step.old else '-'}>{step.new.content if step.new else '-'}" for step in found]


def test_where_the_skeleton_is_the_same_everything_stays_in_its_place() -> None:
    assert aligned("a b c", "x a b") == ["a>x", "b>a", "c>b"]


def test_what_says_the_same_belongs_together() -> None:
    assert aligned("a b", "a x b") == ["a>a", "->x", "b>b"]
    assert aligned("a:1 b:2", "b:3") == ["a>-", "b>b"]
    assert aligned("a:1 b:2 c:1", "a:1 x:2 y:3 c:1") == ["a>a", "b>x", "->y", "c>c"]


def test_what_belongs_together_says_whether_it_changed() -> None:
    step = align(texts("a:1"), texts("a:2"))[0]
    assert (step.changed, step.restyled, step.kind) == (False, True, "text")


def test_long_pages_are_aligned_by_what_is_unique() -> None:
    old = " ".join(f"paragraph-number-{n}:{n % 3}" for n in range(400))
    found = align(texts(old), texts(f"first:7 {old.replace('paragraph-number-200:2', 'other:9')} last:8"))
    assert [step.new.content for step in found if step.new and step.changed] == ["first", "other", "last"]
    assert sum(not step.changed for step in found) == 399


@given(st.text("ab c:12", max_size=30), st.text("ab c:12", max_size=30))
def test_every_atom_is_there_once_in_its_order(old: str, new: str) -> None:
    try:
        before, after = texts(old), texts(new)
    except ValueError:
        return
    found = align(before, after)
    assert [step.old for step in found if step.old] == before
    assert [step.new for step in found if step.new] == after
    assert [step.number for step in found if step.number is not None] == list(range(len(before)))
