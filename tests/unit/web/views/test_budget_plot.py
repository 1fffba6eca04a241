from pagestrata.web.views.budget_plot import budget_plot
from pagestrata.web.views.plan import BudgetEffects, Effect


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
