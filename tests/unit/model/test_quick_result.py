from __future__ import annotations

from pagestrata.model.quick_result import QuickResult, SubtreePair


def test_a_part_that_moved_changed_too() -> None:
    assert not SubtreePair("a", "a", 1.0).changed
    assert SubtreePair("a", "a", 0.99).changed
    assert SubtreePair("a", "b", 1.0, moved=True).changed


def test_the_stable_form() -> None:
    result = QuickResult(
        changed=True, similarity=0.5, subtrees=(SubtreePair("a", "b", 1.0, True),), ignored={"comments": 1}
    )
    assert result.to_json() == {
        "changed": True,
        "similarity": 0.5,
        "kind": "page",
        "ignored": {"comments": 1},
        "subtrees": [{"old": "a", "new": "b", "similarity": 1.0, "moved": True}],
    }
