from pagestrata.comparing.vidiff import compare
from pagestrata.deciding.sides import Side
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.visit.judge import AS_LEARNED, JudgeOptions
from pagestrata.visit.shown.single_changes import single_changes


def page(*texts: str) -> Side:
    blocks = tuple(Block(ref=f"1.{place}", text=text) for place, text in enumerate(texts, 1))
    return Side(tree=BlockTree(blocks=(Block(ref="1", children=blocks),)))


def test_single_changes_count_as_a_person_values_them() -> None:
    before, after = page("Ferry ticket: 18.00 €", "Open today"), page("Ferry ticket: 21.50 €", "Closed today")
    delta = compare(before.tree, after.tree)
    found = single_changes(before, after, delta)
    assert [(one.old, one.new) for one in found.as_they_count(AS_LEARNED)] == [
        ("18.00 €", "21.50 €"), ("Open today", "Closed today")
    ]  # fmt: skip
    ignored = JudgeOptions(importance={"1.1": 0.0})
    counted = single_changes(before, after, delta).as_they_count(ignored)
    assert [one.is_noise for one in counted] == [False, True]
