"""How verdicts are scored against labels."""

from __future__ import annotations

import pytest

from benchmark_modules import benchmark_module

scores = benchmark_module("quality/judging_scores")


def case(*, fact: bool, alarm: bool, group: str = "site", kinds: tuple[str, ...] = (), visit: int = 0):  # type: ignore[no-untyped-def]
    return scores.Judged(
        group=group, fact=fact, alarm=alarm, name="old -> new", kinds=kinds, visit=visit, why="because"
    )


def test_facts_and_noise_are_counted_apart() -> None:
    found = scores.score(
        [
            case(fact=True, alarm=True),
            case(fact=True, alarm=True),
            case(fact=True, alarm=False),
            case(fact=False, alarm=True),
            case(fact=False, alarm=False),
        ]
    )

    assert (found.facts_kept, found.facts, found.noises_silent, found.noises) == (2, 3, 1, 2)
    assert found.recall == pytest.approx(2 / 3)
    assert found.silence == 0.5
    assert found.accuracy == 0.6


def test_a_share_of_nothing_is_whole() -> None:
    found = scores.score([])

    assert (found.recall, found.silence, found.accuracy) == (1.0, 1.0, 0.0)


def test_groups_keep_their_order() -> None:
    cases = [case(fact=True, alarm=True, group="b"), case(fact=False, alarm=True, group="a")]

    assert list(scores.by_group(cases)) == ["b", "a"]
    assert scores.by_group(cases)["a"].silence == 0.0


def test_a_noisy_case_counts_for_each_of_its_kinds_and_a_fact_for_none() -> None:
    cases = [
        case(fact=False, alarm=True, kinds=("age", "clock")),
        case(fact=False, alarm=False, kinds=("age",)),
        case(fact=True, alarm=True, kinds=("clock",)),
    ]
    found = scores.by_kind_of_noise(cases)

    assert {kind: (one.noises_silent, one.noises) for kind, one in found.items()} == {"age": (1, 2), "clock": (0, 1)}
    assert list(found) == ["age", "clock"]


def test_history_counts_from_the_fourth_visit_on() -> None:
    cases = [case(fact=True, alarm=True, visit=number) for number in (0, 2, 3, 4, 5)]

    assert [one.visit for one in scores.with_history(cases)] == [4, 5]


def steps(*known: tuple[bool, bool | None]):  # type: ignore[no-untyped-def]
    return [scores.Step(alarm=alarm, fact=fact) for alarm, fact in known]


def test_noise_after_skipped_noise_is_judged() -> None:
    assert scores.judgeable(steps((True, None), (False, False), (True, False))) == [False, True, True]


def test_noise_after_a_missed_fact_is_not_judged_until_a_version_was_kept() -> None:
    visits = steps((True, None), (False, True), (True, False), (False, False))

    assert scores.judgeable(visits) == [False, True, False, True]


def test_noise_after_a_skipped_visit_without_a_label_is_not_judged() -> None:
    assert scores.judgeable(steps((True, None), (False, None), (False, False))) == [False, False, False]


def test_a_fact_is_judged_whatever_was_skipped_before_it() -> None:
    assert scores.judgeable(steps((True, None), (False, None), (False, True))) == [False, False, True]


def test_figures_name_the_part_and_add_those_with_history() -> None:
    found = scores.figures(
        {
            "pairs": [case(fact=True, alarm=True), case(fact=False, alarm=True)],
            "monitor": [case(fact=False, alarm=True, visit=2), case(fact=False, alarm=False, visit=4)],
        }
    )

    assert found["pairs: noise silent"] == 0.0
    assert found["monitor: noise silent"] == 0.5
    assert found["monitor, from the fourth visit on: noise silent"] == 1.0
    assert "pairs, from the fourth visit on: noise silent" not in found


def test_only_wrong_verdicts_are_listed_with_both_reasons() -> None:
    said = scores.wrong_cases([case(fact=True, alarm=True, group="right"), case(fact=False, alarm=True, group="loud")])

    assert "right" not in said
    assert "FALSE  loud, old -> new" in said
    assert "because" in said


def test_a_table_shows_counts_and_a_dash_where_there_is_nothing_to_share() -> None:
    row = scores.table("part", {"all": scores.score([case(fact=True, alarm=True)])}).splitlines()[1]

    assert row.split() == ["all", "1", "of", "1", "1.000", "0", "of", "0", "-", "1.000"]
