from __future__ import annotations

import pickle
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest

from captures import START, capture
from pagestrata.app.chosen_blocks import Choice, add_trail
from pagestrata.errors import ArchiveError, CollectedMeanwhileError
from pagestrata.store.archive import Archive
from pagestrata.visit.load import load, load_seen, load_trails
from pagestrata.visit.plan import VisitRequest, plan_visit
from visits import visit_page

URL = "http://site.test/"
TEXTS = ("Rain is expected in the north", "Boots cost 99 crowns today", "Imprint and contact of the paper")


def test_nothing_is_known_of_a_new_page(archive: Archive) -> None:
    state = load(archive, plan_visit(archive, VisitRequest(URL), now=START))
    assert (state.last, state.tree, state.screenshot, state.history, state.trails) == (None, None, None, (), ())


def test_a_page_is_known_by_the_last_version_that_is_not_in_the_future(archive: Archive) -> None:
    first = visit_page(archive, capture(["a", *TEXTS])[0])
    later = visit_page(archive, capture(["b", *TEXTS], hours=5)[0], force=True)
    state = load(archive, plan_visit(archive, VisitRequest(URL), now=START + timedelta(hours=1)))
    assert state.last is not None
    assert (state.last.id, len(state.history)) == (first.version, 2)
    assert state.tree == archive.contents.tree(state.last)
    assert state.screenshot == archive.contents.picture(state.last) is not None
    latest = load(archive, plan_visit(archive, VisitRequest(URL), now=START + timedelta(days=1))).last
    assert latest is not None
    assert latest.id == later.version
    assert set(state.memory.used_refs) >= {leaf.ref for leaf in state.tree.leaves()}


def test_what_was_collected_while_it_was_looked_at_is_looked_for_again(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A collection joins bundles and deletes the old ones, which a view that began before still names."""
    visit_page(archive, capture(TEXTS)[0])
    plan = plan_visit(archive, VisitRequest(URL), now=START + timedelta(hours=1))
    expected, one_view, views = load(archive, plan), archive.one_view, []

    @contextmanager
    def view_of_what_is_gone(*, by_driver: bool) -> Iterator[None]:
        views.append("begun")
        with one_view():
            yield
            raise CollectedMeanwhileError("the bundle is gone")

    monkeypatch.setattr(archive, "one_view", view_of_what_is_gone)
    assert load(archive, plan) == expected
    assert views == ["begun"]  # the second look has no view that could be out of date


def test_what_is_damaged_is_said_and_not_looked_for_again(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    plan, asked = plan_visit(archive, VisitRequest(URL), now=START), []

    @contextmanager
    def damaged(*, by_driver: bool) -> Iterator[None]:
        asked.append("once")
        raise ArchiveError("object 7 is damaged")
        yield

    monkeypatch.setattr(archive, "one_view", damaged)
    with pytest.raises(ArchiveError, match="object 7 is damaged"):
        load(archive, plan)
    assert asked == ["once"]


def test_a_state_can_be_sent_to_another_process(archive: Archive) -> None:
    visit_page(archive, capture(TEXTS)[0])
    state = load(archive, plan_visit(archive, VisitRequest(URL), now=START))
    assert pickle.loads(pickle.dumps(state)) == state


def test_trails_come_with_the_version_they_were_last_seen_in(archive: Archive) -> None:
    taken, _ = capture(TEXTS)
    kept = visit_page(archive, taken)
    trail = add_trail(archive, taken, Choice(text="Boots"), url=URL, version=kept.version)
    (state,) = load_trails(archive, [trail], before=START + timedelta(hours=1))
    assert (state.seen_in, state.last) == (kept.version, archive.trails.entries(trail.id, with_pictures=False)[-1])
    assert load_seen(archive, URL, [state]).keys() == {kept.version}
    assert load_seen(archive, URL, [state], known=archive.versions.latest(URL)) == {}
    (itself,) = load_trails(archive, [trail], before=START)
    assert itself.seen_in is None
