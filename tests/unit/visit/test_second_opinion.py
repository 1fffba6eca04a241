from __future__ import annotations

from dataclasses import replace

from judged_pages import block, page
from pagestrata.deciding.surroundings.sides import Side
from pagestrata.judging.context import Known
from pagestrata.judging.page_history import PageHistory
from pagestrata.model.blocks import BlockTree
from pagestrata.model.reasons import Reason
from pagestrata.model.weights import Decision
from pagestrata.visit.judge import JudgeOptions, compare_sides, judge
from pagestrata.visit.second_opinion import with_evidence


def front(counts: tuple[int, ...], lead: str, *, hours: float) -> BlockTree:
    """A front page with comment counters beside its stories."""
    stories = [
        block(str(number), f"The story of the {name} goes on for another day", f"{count}")
        for number, (name, count) in enumerate(zip(("ferry", "fire", "museum", "storm"), counts, strict=True), 2)
    ]
    return page(block("1", lead), *stories, hours=hours)


def kept_by_rules() -> Decision:
    reason = Reason("Kept: the council", kind="negation", block="1")
    return Decision(similar=False, score=2.0, probability=0.9, reasons=(reason,))


def after_visits(new: BlockTree, *, visits: int, decision: Decision) -> Decision:
    """The decision about a new page after so many visits at which the counters rose."""
    seen = [front((5 + n, 9 + n, 12 + n, 31 + n), "The council meets on Monday.", hours=n / 2) for n in range(visits)]
    old, known = Side(tree=seen[-1]), Known(history=PageHistory.of(seen))
    return with_evidence(decision, old, Side(tree=new), compare_sides(old, Side(tree=new)), known)


def test_counters_that_rose_at_every_visit_are_silent() -> None:
    new = front((11, 15, 18, 37), "The council meets on Monday.", hours=3.0)
    found = after_visits(new, visits=6, decision=kept_by_rules())
    assert found.similar
    assert "silent" in str(found.reasons[0])


def test_news_beside_counters_is_kept_after_any_history() -> None:
    new = front((11, 15, 18, 37), "The council does not meet on Monday.", hours=3.0)
    assert after_visits(new, visits=6, decision=kept_by_rules()) == kept_by_rules()


def test_counters_that_rise_side_by_side_are_silent_at_the_third_visit() -> None:
    new = front((7, 11, 14, 33), "The council meets on Monday.", hours=1.0)
    assert after_visits(new, visits=2, decision=kept_by_rules()).similar


def test_news_is_kept_at_the_third_visit() -> None:
    new = front((7, 11, 14, 33), "The council does not meet on Monday.", hours=1.0)
    assert after_visits(new, visits=2, decision=kept_by_rules()) == kept_by_rules()


def test_news_that_the_rules_would_skip_is_kept_on_a_page_with_history() -> None:
    skipped = Decision(
        similar=True, score=-2.0, probability=0.1, reasons=(Reason("Skipped: a counter", kind="counter"),)
    )
    new = front((11, 15, 18, 37), "The council does not meet on Monday.", hours=3.0)
    found = after_visits(new, visits=6, decision=skipped)
    assert not found.similar
    assert "not" in str(found.reasons[0])
    assert after_visits(new, visits=2, decision=skipped) == skipped


def test_a_kept_version_is_told_by_what_speaks_and_not_by_a_counter_beside_it() -> None:
    new = front((11, 15, 18, 37), "The council does not meet on Monday.", hours=3.0)
    counter = replace(kept_by_rules(), reasons=(Reason("Kept: the number changed", kind="number", block="3"),))
    lead = replace(kept_by_rules(), reasons=(Reason("Kept: the council", kind="negation", block="1"),))
    assert "not" in str(after_visits(new, visits=6, decision=counter).reasons[0])
    assert after_visits(new, visits=6, decision=lead) == lead


def test_what_the_evidence_does_not_see_is_left_to_the_rules() -> None:
    picture = replace(kept_by_rules(), reasons=(Reason("Kept: another picture", kind="picture"),))
    new = front((11, 15, 18, 37), "The council meets on Monday.", hours=3.0)
    assert after_visits(new, visits=6, decision=picture) == picture


def test_evidence_is_a_judge_of_its_own() -> None:
    text = block("2", "The council meets in the town hall and everybody may listen to what it says.")
    old, new = (
        Side(tree=page(block("1", "5 minutes ago"), text)),
        Side(tree=page(block("1", "35 minutes ago"), text, hours=0.5)),
    )
    assert judge(old, new, JudgeOptions(judge="evidence")).decision.similar
