from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from captures import START
from pagestrata.app.planning.simulation import COMPARED, FACTORS, changes_of, simulate
from pagestrata.app.watches import watch_for
from pagestrata.errors import NotFoundError
from pagestrata.model.records import Visit
from pagestrata.store.archive import Archive, open_archive

END = START + timedelta(days=10)


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with open_archive(tmp_path / "archive") as opened:
        for name, every in (("lively", 1), ("quiet", 20)):
            watch = watch_for(opened, f"http://site.test/{name}")
            for number in range(60):
                moment, kept = START + timedelta(hours=4 * number), number % every == 0
                opened.record_visit(
                    Visit(url=watch.url, visited_at=moment, stage="render", version=None, kept=kept, importance=0.5)
                )
        yield opened


def test_changes_are_halfway_between_visits_and_the_first_visit_is_none(archive: Archive) -> None:
    found = changes_of(archive, since=START, until=END)
    assert found.pages == 2
    assert len(found.hours) == 59 + 2
    assert found.hours[0] == 2.0
    assert set(found.importance.tolist()) == {0.5}
    later = changes_of(archive, since=START + timedelta(days=5), until=END)
    assert 0 < len(later.hours) < len(found.hours)


def test_faults_are_no_changes(archive: Archive) -> None:
    before = len(changes_of(archive, since=START, until=END).hours)
    archive.record_visit(
        Visit(
            url="http://site.test/quiet",
            visited_at=END - timedelta(minutes=1),
            stage="render",
            version=None,
            kept=True,
            fault="server error",
        )
    )
    assert len(changes_of(archive, since=START, until=END).hours) == before


def test_more_budget_catches_more(archive: Archive) -> None:
    found = simulate(archive, days=10, budget_per_hour=0.5, now=END)
    assert len(found) == len(COMPARED) * len(FACTORS)
    for policy in COMPARED:
        caught = [each.caught for each in found if each.policy == policy]
        assert caught[-1] > caught[0]
        assert all(0 <= share <= 1 for share in caught)


def test_nothing_to_replay_is_said(tmp_path: Path) -> None:
    with open_archive(tmp_path / "empty") as empty, pytest.raises(NotFoundError, match="no watched page changed"):
        simulate(empty, days=1, budget_per_hour=1.0, now=END)
