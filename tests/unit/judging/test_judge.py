import pytest

from judged_pages import block, page
from pagestrata.judging.context import Known
from pagestrata.judging.judge import judge_by_evidence
from pagestrata.judging.page_history import PageHistory
from pagestrata.model.blocks import BlockTree


def front(counts: tuple[int, ...], *, hours: float = 0.0) -> BlockTree:
    """A front page whose stories have comment counters without a word."""
    names = ("ferry strike", "warehouse fire", "new museum", "storm warning", "election night", "school budget")
    stories = (
        block(str(number), f"The {names[number - 1]} goes on for another day", str(count))
        for number, count in enumerate(counts, 1)
    )
    return page(*stories, hours=hours)


def test_counters_that_rise_story_after_story_are_silent_with_history() -> None:
    visits = [front((545 + n, 62 + n, 100 + n, 7 + n, 3 + n, 12 + n), hours=n / 2) for n in range(5)]
    known = Known(history=PageHistory.of(visits[:4]))
    found = judge_by_evidence(visits[3], visits[4], known=known)
    assert found.similar
    assert str(found.reasons[0]).startswith("Skipped: the number changed from")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The bridge is open to all traffic.", "The bridge is closed to all traffic."),
        ("Price € 129.00 with delivery", "Price € 134.00 with delivery"),
        ("Comments are due by 12 March 2027.", "Comments are due by 11 March 2027."),
        ("Residents may park here.", "Residents may not park here."),
    ],
)
def test_what_matters_is_kept(old: str, new: str) -> None:
    text = block("2", "The council meets in the town hall and everybody may listen to what it says.")
    assert not judge_by_evidence(page(block("1", old), text), page(block("1", new), text)).similar


def test_an_age_that_moved_with_the_visits_is_silent() -> None:
    text = block("2", "The council meets in the town hall and everybody may listen to what it says.")
    old, new = page(block("1", "5 minutes ago"), text), page(block("1", "35 minutes ago"), text, hours=0.5)
    found = judge_by_evidence(old, new)
    assert found.similar
    assert "as far as the visits are apart" in str(found.reasons[0])


def test_equal_pages_are_similar() -> None:
    tree = page(block("1", "a text"))
    found = judge_by_evidence(tree, tree)
    assert found.similar
    assert str(found.reasons[0]) == "Skipped: no visible change"


def test_a_threshold_of_zero_keeps_any_change() -> None:
    old, new = page(block("1", "5 minutes ago")), page(block("1", "35 minutes ago"), hours=0.5)
    assert not judge_by_evidence(old, new, threshold=0.0).similar
