from dataclasses import replace
from pathlib import Path

import pytest

from compared_pages import DAYS, URL, page_on, visited_archive
from pagestrata.app.comparisons import (
    compare_archived,
    judged_by_visit,
    known_habits,
    known_volatility,
    side_of_version,
    whole_delta,
)
from pagestrata.app.watches import watch_for
from pagestrata.comparing.delta.apply import apply
from pagestrata.deciding.sides import Side
from pagestrata.errors import UsageError
from pagestrata.model.blocks import Block
from pagestrata.model.records import Version
from pagestrata.store.archive import Archive
from pagestrata.visit.judge import AS_LEARNED, JudgeOptions, decide_sides
from pagestrata.visit.plan import judging_in
from pagestrata.visit.shown.shown_changes import ShownChanges, shown_changes
from visits import visit_page


def test_two_versions_in_a_row_are_shown_as_their_visit_judged_them(tmp_path: Path) -> None:
    with visited_archive(tmp_path) as archive:
        old, new = archive.versions.of(URL)[2:4]
        found = compare_archived(archive, old, new)
        assert found.decision.probability == new.probability
        assert [str(reason) for reason in found.decision.reasons] == list(archive.visits.reasons(new))
        assert {(change.op, change.element) for change in found.delta.changes} == {
            ("update", "text"),
            ("insert", "block"),
        }
        assert sum(found.weights.change_importance) == pytest.approx(found.weights.total)


def test_the_whole_delta_of_a_comparison_makes_one_version_of_the_other(tmp_path: Path) -> None:
    with visited_archive(tmp_path) as archive:
        versions = archive.versions.of(URL)
        for old, new in ((versions[2], versions[3]), (versions[0], versions[-1])):
            delta = whole_delta(archive, compare_archived(archive, old, new))
            assert apply(delta, archive.contents.tree(old)) == archive.contents.tree(new)
            assert delta.from_version in {"", old.id}


def test_two_versions_far_apart_and_backwards_are_compared_now(tmp_path: Path) -> None:
    with visited_archive(tmp_path) as archive:
        versions = archive.versions.of(URL)
        forwards = compare_archived(archive, versions[0], versions[-1])
        assert not forwards.decision.similar
        assert any("18.00 € to 24.00 €" in reason for reason in forwards.decision.reasons)
        backwards = compare_archived(archive, versions[-1], versions[0])
        deleted = [change.old for change in backwards.delta.changes if change.op == "delete"]
        assert [block.text[:9] for block in deleted if isinstance(block, Block)] == ["Fishermen"]


def test_what_is_found_once_for_the_screen_decides_as_if_it_was_found_for_the_decision(tmp_path: Path) -> None:
    with visited_archive(tmp_path) as archive:
        versions = archive.versions.of(URL)
        found = compare_archived(archive, versions[0], versions[-1])
        known = known_habits(archive, URL)
        judging = judging_in(archive, archive.watches.of(URL), AS_LEARNED)
        decision = decide_sides(found.before, found.after, found.delta, found.weights, judging, known=known)
        assert found.decision == decision


def test_that_one_version_is_of_less_depth_is_said_once(tmp_path: Path) -> None:
    with visited_archive(tmp_path) as archive:
        versions = archive.versions.of(URL)

        def side_of(archive: Archive, version: Version) -> Side:
            return replace(side_of_version(archive, version), depth_px=500 if version == versions[0] else 900)

        reasons = compare_archived(archive, versions[0], versions[-1], side_of=side_of).decision.reasons
        assert len(set(reasons)) == len(reasons)
        assert any("500" in reason for reason in reasons)


def test_what_is_asked_goes_before_what_was_decided(tmp_path: Path) -> None:
    with visited_archive(tmp_path, days=3) as archive:
        old, new = archive.versions.of(URL)[1:]
        price = next(leaf for leaf in archive.contents.tree(new).leaves() if leaf.text.startswith("Ferry"))
        found = compare_archived(archive, old, new, JudgeOptions(importance={price.ref: 0.0}, threshold=0.7))
        assert found.decision.similar
        assert found.threshold == 0.7
        watch_for(archive, URL, {"leaning": "strict"})
        assert compare_archived(archive, old, new).threshold < 0.5


def test_versions_of_two_pages_are_not_compared(tmp_path: Path) -> None:
    from archives import keep

    with visited_archive(tmp_path, days=1) as archive:
        other = keep(archive, "another page", url="http://other.test/")
        with pytest.raises(UsageError, match="different pages"):
            compare_archived(archive, other, archive.versions.of(URL)[0])


def test_a_screen_is_the_same_by_what_the_visit_left_and_compared_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pagestrata.visit.examine.LEAST_RECORDED_LEAVES", 1)
    with visited_archive(tmp_path, days=1) as archive:
        for day in range(1, len(DAYS)):
            known, volatility = known_habits(archive, URL), known_volatility(archive, URL)
            visit_page(archive, page_on(day))
            old, new = archive.versions.of(URL)[-2:]
            left = judged_by_visit(archive, old, new)
            assert left is not None
            with (
                monkeypatch.context() as patched
            ):  # what is known to change by now counts only where somebody compares again
                patched.setattr("pagestrata.app.comparisons.known_habits", lambda *_, known=known: known)
                patched.setattr("pagestrata.app.comparisons.known_volatility", lambda *_, known=volatility: known)
                found = compare_archived(archive, old, new)
            # Visits know the history of the page, so that chances may differ; what is shown, and in which order, does not.
            assert _without_chances(left.shown) == _without_chances(shown_changes(found))
            assert (left.decision.similar, left.threshold) == (found.decision.similar, found.threshold)


def _without_chances(shown: ShownChanges) -> ShownChanges:
    return replace(shown, changes=tuple(replace(change, chance=0.0, why_folded="") for change in shown.changes))


def test_what_a_visit_left_counts_for_the_change_and_the_settings_that_it_judged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pagestrata.visit.examine.LEAST_RECORDED_LEAVES", 1)
    with visited_archive(tmp_path) as archive:
        first, second, third, last = archive.versions.of(URL)
        assert judged_by_visit(archive, third, last)
        assert not judged_by_visit(archive, second, last)
        assert not judged_by_visit(archive, last, third)
        watch_for(archive, URL, {"threshold": 0.7})
        assert not judged_by_visit(archive, third, last)
        watch_for(archive, URL, {"threshold": None})
        assert judged_by_visit(archive, third, last)
        assert not archive.contents.shown(first)


def test_small_pages_leave_nothing(tmp_path: Path) -> None:
    with visited_archive(tmp_path, days=2) as archive:
        old, new = archive.versions.of(URL)
        assert archive.contents.shown(new) == b""
        assert judged_by_visit(archive, old, new) is None
