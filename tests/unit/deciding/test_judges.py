import pytest

from captures import capture
from pagestrata.deciding.judges import PAPER4_NAMES, judge_by_paper, paper4_model
from pagestrata.deciding.sides import Side
from pagestrata.errors import UsageError
from pagestrata.model.blocks import BlockTree
from pagestrata.model.weights import Share, Weights


def side(*texts: str) -> Side:
    taken, tree = capture(texts)
    return Side(tree=tree, screenshot_png=taken.screenshot_png)


def test_paper_1_decides_by_e_and_a_threshold() -> None:
    share = Share(block="1", importance=0.5, amount=0.4, share=0.2, reason="block 1 changed")
    kept = judge_by_paper("paper1", None, None, weights=Weights(total=0.2, shares=(share,)))
    assert (kept.similar, kept.probability) == (False, 0.2)
    assert kept.reasons == ("Kept: E is 0.200, the threshold 0.019", "block 1 changed")
    assert judge_by_paper("paper1", None, None, weights=Weights(total=0.2), threshold=0.3).similar


def test_paper_4_decides_by_pictures_and_links() -> None:
    assert {term.name for term in paper4_model().content.terms} <= set(PAPER4_NAMES)
    same = judge_by_paper("paper4", side("one", "two"), side("one", "two"))
    assert same.similar
    assert same.reasons[0].startswith("Skipped: ")
    assert not judge_by_paper("paper4", side("one"), side("two", "three"), threshold=0.0).similar


def test_what_a_judge_cannot_do_is_said() -> None:
    empty = Side(tree=BlockTree(blocks=()))
    with pytest.raises(UsageError, match="looks at screenshots"):
        judge_by_paper("paper4", empty, empty)
    with pytest.raises(UsageError, match="decides by E; weigh the delta first"):
        judge_by_paper("paper1", empty, empty)
    with pytest.raises(UsageError, match="unknown judge 'paper9'; use one of paper1, paper4"):
        judge_by_paper("paper9", empty, empty)  # type: ignore[arg-type]
