import pytest

from pagestrata.app.watches import watch_for
from pagestrata.model.records import Watch
from pagestrata.web.views.plan import (
    SLIDER_STEPS,
    BudgetEffects,
    Effect,
    budget_at,
    budget_effects,
    budget_plot,
    plan_view,
    set_budget,
    step_of,
)
from web_fixtures import NOW, site_archive


def test_the_plan_says_when_and_why(tmp_path):
    with site_archive(tmp_path) as archive:
        watch_for(archive, "http://paused.test/", {"paused": True})
        watch_for(archive, "http://new.test/")
        view = plan_view(archive, now=NOW)
        assert (view.pages, view.overdue, view.next_after) == (3, 2, None)
        assert [visit.watch.url for visit in view.visits if visit.due_at is None] == ["http://paused.test/"]
        known = next(visit for visit in view.visits if visit.watch.url == "http://site.test/")
        assert known.watch.settings.title == "The harbour"
        assert known.urgency == view.most_urgent
        assert "Visited" in known.why
        assert plan_view(archive, now=NOW, limit=2).next_after == 2
        assert len(plan_view(archive, now=NOW, limit=2, after=2).visits) == 1


def test_a_smaller_budget_stays_away_longer(tmp_path):
    with site_archive(tmp_path) as archive:
        often, seldom = (plan_view(archive, now=NOW, budget_per_hour=budget).visits[0] for budget in (10.0, 0.1))
        assert often.period < seldom.period


def test_effects_are_those_of_budgets_around_the_chosen_one(tmp_path):
    with site_archive(tmp_path) as archive:
        found = budget_effects(archive, now=NOW, budget_per_hour=2.0, days=10)
        assert [effect.budget_per_hour for effect in found.effects] == [
            0.1,
            0.5,
            2.0,
            8.0,
        ]  # in figures that can be read
        assert (found.now_caught, found.now_even) == (found.effects[2], found.even_effects[2])
        usual = budget_effects(archive, now=NOW, budget_per_hour=60.0, days=10)
        assert [text for _, text in budget_plot(usual).columns] == ["4", "15", "60", "240"]
        assert all(0 <= effect.caught <= 1 for effect in (*found.effects, *found.even_effects))
        assert found.reason == ""


def test_of_very_many_pages_some_are_replayed_with_their_share_of_the_budget(tmp_path, monkeypatch):
    with site_archive(tmp_path) as archive:
        alone = budget_effects(archive, now=NOW, budget_per_hour=2.0, days=10)
        (changing,) = archive.watches.all()
        archive.watches.save(Watch(id=changing.id + "x", url="http://still.test/", settings=changing.settings))
        monkeypatch.setattr("pagestrata.web.views.plan.PAGES_REPLAYED", 1)
        found = budget_effects(archive, now=NOW, budget_per_hour=4.0, days=10)
    assert [(some.pages, some.all_pages) for some in (alone, found)] == [(1, 1), (1, 2)]
    assert [effect.caught for effect in found.effects] == [effect.caught for effect in alone.effects]
    assert found.effects[2].visits == 2 * alone.effects[2].visits
    assert found.effects[2].budget_per_hour == 4.0


def test_pages_that_nobody_planned_are_read_only_so_far(tmp_path, monkeypatch):
    with site_archive(tmp_path) as archive:
        assert plan_view(archive, now=NOW).visits[0].due.last_at is not None
        monkeypatch.setattr("pagestrata.web.views.plan.MOST_ENTERED", 0)
        assert plan_view(archive, now=NOW).visits[0].due.last_at is None


def test_where_nothing_changed_nobody_can_say(tmp_path):
    with site_archive(tmp_path) as archive:
        found = budget_effects(archive, now=NOW, days=0.1)
        assert found.effects == ()
        assert "no watched page changed" in found.reason


@pytest.mark.parametrize("step", range(0, SLIDER_STEPS + 1, 5))
def test_a_step_of_the_slider_is_a_budget_and_back(step):
    assert step_of(budget_at(step)) == step


def test_the_slider_has_two_ends():
    assert (budget_at(0), budget_at(SLIDER_STEPS), budget_at(-5)) == (1, 10_000, 1)
    assert (step_of(0.01), step_of(10**9)) == (0, SLIDER_STEPS)


def test_the_plan_begins_with_the_budget_that_was_set(tmp_path):
    with site_archive(tmp_path) as archive:
        assert set_budget(archive) == 60.0
        archive.settings.set("budget", "48/day")
        assert set_budget(archive) == 2.0
        archive.settings.set("budget", "20min/hour")
        assert set_budget(archive) == 60.0


def effects(*shares: float) -> tuple[Effect, ...]:
    return tuple(
        Effect(budget_per_hour=2.0**number, caught=share, outdated=0.1, visits=5) for number, share in enumerate(shares)
    )


def test_more_is_further_right_and_further_up():
    chosen = effects(0.2, 0.5, 1.0)
    plot = budget_plot(
        BudgetEffects(days=30, now_caught=chosen[1], effects=chosen, even_effects=effects(0.1, 0.2, 0.3))
    )
    by_urgency, evenly = plot.lines
    assert [dot.x for dot in by_urgency.dots] == sorted(dot.x for dot in by_urgency.dots)
    assert [dot.y for dot in by_urgency.dots] == sorted((dot.y for dot in by_urgency.dots), reverse=True)
    assert by_urgency.dots[1].y < evenly.dots[1].y
    assert plot.chosen_x == by_urgency.dots[1].x
    assert by_urgency.dots[2].y == plot.top
    assert by_urgency.dots[0].title == "1 visits an hour: 20 % caught"
    assert by_urgency.points.count(",") == 3


def test_one_budget_stands_in_the_middle():
    only = effects(0.5)
    plot = budget_plot(BudgetEffects(days=30, now_caught=None, effects=only, even_effects=only))
    assert plot.left < plot.chosen_x < plot.right
