from __future__ import annotations

from datetime import UTC, datetime

import pytest

from pagestrata.assemble.session import Page
from pagestrata.assemble.verdict import judge
from pagestrata.model.records import Visit
from trees import leaf, page

OLD = Page(tree=page(leaf("1.1", "Head"), leaf("1.2", "the council voted for the new bridge over the river")))
NEW = Page(tree=page(leaf("1.1", "Head"), leaf("1.2", "the council voted against the new bridge over the river")))


def test_a_verdict_has_the_change_its_weight_and_the_reasons() -> None:
    verdict = judge(OLD, NEW)
    assert len(verdict.delta.changes) == len(verdict.weights.change_importance) == 1
    assert verdict.weights.total == pytest.approx(sum(verdict.weights.change_importance))
    assert verdict.decision.reasons


def test_the_threshold_moves_the_decision() -> None:
    assert judge(OLD, NEW, threshold=1.0).decision.similar
    assert not judge(OLD, NEW, threshold=0.0).decision.similar


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

    verdict = judge(OLD, NEW, history=[visit(number) for number in range(20)])
    told = [reason for reason in verdict.decision.reasons if "ignored: changes at 100% of visits" in reason]
    assert len(told) == 1
    assert "block 1.2 " in told[0]
    assert verdict.weights.total < 0.3 * judge(OLD, NEW).weights.total
