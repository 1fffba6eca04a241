from __future__ import annotations

from datetime import UTC, datetime

import pytest

from pagestrata.deciding.sides import Side
from pagestrata.errors import UsageError
from pagestrata.model.records import Visit
from pagestrata.model.watch_settings import WatchSettings
from pagestrata.visit.judge import JudgeOptions, judge
from pagestrata.weighing.volatility import Volatility
from trees import leaf, page

OLD = Side(tree=page(leaf("1.1", "Head"), leaf("1.2", "the council voted for the new bridge over the river")))
NEW = Side(tree=page(leaf("1.1", "Head"), leaf("1.2", "the council voted against the new bridge over the river")))


def test_a_verdict_has_the_change_its_weight_and_the_reasons() -> None:
    verdict = judge(OLD, NEW)
    assert len(verdict.delta.changes) == len(verdict.weights.change_importance) == 1
    assert verdict.weights.total == pytest.approx(sum(verdict.weights.change_importance))
    assert verdict.decision.reasons


def test_the_threshold_moves_the_decision() -> None:
    assert judge(OLD, NEW, JudgeOptions(threshold=1.0)).decision.similar
    assert not judge(OLD, NEW, JudgeOptions(threshold=0.0)).decision.similar


def test_equal_pages_are_similar() -> None:
    verdict = judge(OLD, OLD)
    assert not verdict.delta.changes
    assert verdict.weights.total == 0
    assert verdict.decision.similar


def test_what_changes_at_every_visit_is_said_to_be_ignored() -> None:
    def visit(number: int) -> Visit:
        ids = {"1.1": "standing", "1.2": f"rotating {number}"}
        at = datetime(2026, 1, 1, number, tzinfo=UTC)
        return Visit(url="http://site.test/", visited_at=at, stage="render", version=None, kept=False, block_ids=ids)

    verdict = judge(OLD, NEW, volatility=Volatility.from_visits([visit(number) for number in range(20)]))
    told = [reason for reason in verdict.decision.reasons if "ignored: changes at 100 % of visits" in reason]
    assert len(told) == 1
    assert "block 1.2 " in told[0]
    assert verdict.weights.total < 0.3 * judge(OLD, NEW).weights.total


def test_a_block_set_to_nothing_is_shown_but_not_looked_at() -> None:
    verdict = judge(OLD, NEW, JudgeOptions(threshold=0.05, importance={"1.2": 0.0}))
    assert len(verdict.delta.changes) == 1
    assert verdict.weights.total == 0
    assert verdict.decision.similar
    assert verdict.decision.reasons[0] == "Skipped: only what you muted in the text changed"
    assert not judge(OLD, NEW, JudgeOptions(threshold=0.05)).decision.similar


def test_a_role_set_to_nothing_hides_no_other_change() -> None:
    found = judge(OLD, NEW, JudgeOptions(importance={"footer": 0.0}))
    assert found.decision == judge(OLD, NEW).decision


def test_a_page_of_ignored_blocks_alone_never_matters() -> None:
    verdict = judge(OLD, NEW, JudgeOptions(importance={"1.1": 0.0, "1.2": 0.0}))
    assert verdict.decision.similar


def test_a_person_says_what_operations_are_worth() -> None:
    full = judge(OLD, NEW).weights.total
    for name in ("update", "text", "update:text"):
        assert judge(OLD, NEW, JudgeOptions(operation_weights={name: 0.5})).weights.total == pytest.approx(full / 2)
    with pytest.raises(UsageError, match="unknown operation or element 'sing'; use insert, update"):
        judge(OLD, NEW, JudgeOptions(operation_weights={"sing": 0.5}))


def test_what_is_said_goes_before_what_the_watch_says() -> None:
    watch = JudgeOptions.from_settings(WatchSettings(threshold=0.2, importance={"ad": 0.0, "menu": 0.1}))
    said = JudgeOptions(importance={"menu": 1.0}, model=b"own")
    assert said.over(watch) == JudgeOptions(threshold=0.2, model=b"own", importance={"ad": 0.0, "menu": 1.0})


def test_the_judges_of_the_papers_can_be_asked_instead() -> None:
    by_e = judge(OLD, NEW, JudgeOptions(judge="paper1")).decision
    assert by_e.reasons[0].kind == "E"
    assert by_e.probability == judge(OLD, NEW).weights.total
    assert judge(OLD, OLD, JudgeOptions(judge="paper1")).decision.similar
    with pytest.raises(UsageError, match="the judge of paper 4 looks at screenshots"):
        judge(OLD, NEW, JudgeOptions(judge="paper4"))
