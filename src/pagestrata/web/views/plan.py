"""What the plan shows: the next visits and why, and a plot of the changes that other budgets would have caught."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from pagestrata.app.planning.planning import DEFAULT_BUDGET, PlannedVisit, Planner, left_undone
from pagestrata.app.planning.simulation import changes_of, simulate_policy
from pagestrata.errors import NotFoundError
from pagestrata.model.plain_numbers import percent
from pagestrata.schedule.budget import Budget, read_budget
from pagestrata.schedule.policies import Policy
from pagestrata.schedule.replay import Replayed
from pagestrata.store.people.settings import BUDGET
from pagestrata.web.views.bounded_cache import BoundedCache

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive

LEAST_BUDGET, MOST_BUDGET = 0.1, 100_000.0
"""The range of budgets that can be tried, in visits an hour."""
SIMULATED_DAYS = 30.0
STEPS = 120
"""The steps of a simulation: six hours each for a month, as a reader waits for the result."""
FACTORS = (1 / 16, 1 / 4, 1.0, 4.0)
"""Budgets that are tried, relative to the chosen one."""
PAGES_REPLAYED = 200
"""The maximum number of replayed pages; of more pages, a sample is replayed with its share of the budget."""
_EFFECTS: BoundedCache[BudgetEffects] = BoundedCache(most=64)
VISITS_SHOWN = 50
MOST_ENTERED = 100
"""The maximum number of unscheduled pages whose visits are read for one plan."""


WIDTH, HEIGHT = 640, 224
LEFT, RIGHT, TOP, BOTTOM = 56, 16, 12, 24


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanView:
    """The plan under one budget."""

    now: datetime
    budget: Budget
    pages: int
    overdue: int
    left_undone: int  # of the visits of the next hour, what the budget does not pay
    visits: tuple[PlannedVisit, ...]
    most_urgent: float
    next_after: int | None


def set_budget(archive: Archive) -> float:
    """Visits an hour as set for this archive; the default if not set, or if the budget is in seconds of work."""
    stored = archive.settings.get(BUDGET)
    found = read_budget(stored) if isinstance(stored, str) else DEFAULT_BUDGET
    return found.per_hour if found.unit == "visits" else DEFAULT_BUDGET.per_hour


def plan_view(
    archive: Archive,
    *,
    now: datetime,
    budget_per_hour: float = DEFAULT_BUDGET.per_hour,
    after: int = 0,
    limit: int = VISITS_SHOWN,
) -> PlanView:
    """Return the plan that `run` would make with this budget, without the first `after` visits. Changes nothing."""
    planner = Planner(budget=Budget(per_hour=budget_per_hour))
    dues, watches = planner.next_dues(archive, now=now, most_entered=MOST_ENTERED)
    shown = planner.explained(dues[after : after + limit], watches, now=now)
    return PlanView(
        now=now,
        budget=planner.budget,
        pages=len(dues),
        overdue=sum(due.due_at <= now for due in dues),
        left_undone=left_undone(planner, dues, now),
        visits=tuple(shown),
        most_urgent=max((visit.urgency for visit in shown), default=0.0),
        next_after=after + limit if after + limit < len(dues) else None,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """The effect of a budget, in shares from 0 to 1."""

    budget_per_hour: float
    caught: float  # of what all changes were worth
    outdated: float  # of the pages, by weight, at any time
    visits: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BudgetEffects:
    """What budgets around one would have caught in the last days, the smallest first; `reason` says why this is unknown."""

    days: float
    now_caught: Effect | None
    effects: tuple[Effect, ...] = ()
    even_effects: tuple[Effect, ...] = ()  # where all pages are visited equally often
    reason: str = ""
    pages: int = 0  # that were replayed: of very many, some
    all_pages: int = 0

    @property
    def now_even(self) -> Effect | None:
        """The same budget as `now_caught`, with all pages visited equally often."""
        budget = self.now_caught.budget_per_hour if self.now_caught else None
        return next((effect for effect in self.even_effects if effect.budget_per_hour == budget), None)


def budget_effects(
    archive: Archive, *, now: datetime, budget_per_hour: float = DEFAULT_BUDGET.per_hour, days: float = SIMULATED_DAYS
) -> BudgetEffects:
    """The last days replayed under budgets from a sixteenth to four times this one; remembered for some minutes."""
    key = (budget_per_hour, days, now.replace(minute=now.minute // 10 * 10, second=0, microsecond=0))
    return _EFFECTS.get(archive, key, lambda: _replayed(archive, now, budget_per_hour, days))


def _replayed(archive: Archive, now: datetime, budget_per_hour: float, days: float) -> BudgetEffects:
    watches = archive.watches.all()
    sample = watches[:: max(1, -(-len(watches) // PAGES_REPLAYED))]
    try:
        history = changes_of(archive, since=now - timedelta(days=days), until=now, watches=sample)
    except NotFoundError as error:
        return BudgetEffects(days=days, now_caught=None, reason=str(error))
    share = len(sample) / len(watches)
    step_hours = 24 * days / STEPS

    def effect(policy: Policy, budget: float) -> Effect:
        found = simulate_policy(history, policy, days=days, budget_per_hour=share * budget, step_hours=step_hours)
        return _effect(found, budget, share)

    budgets = [tried_budget(budget_per_hour, factor) for factor in FACTORS]
    effects = tuple(effect("urgency", budget) for budget in budgets)
    return BudgetEffects(
        days=days,
        now_caught=effects[FACTORS.index(1.0)],
        effects=effects,
        even_effects=tuple(effect("uniform", budget) for budget in budgets),
        pages=len(sample),
        all_pages=len(watches),
    )


def tried_budget(budget_per_hour: float, factor: float) -> float:
    """The budget multiplied by a factor, rounded to one or two digits."""
    tried = budget_per_hour * factor
    return tried if factor == 1.0 else float(f"{tried:.{1 if tried < 10 else 2}g}")


def _effect(found: Replayed, budget_per_hour: float, share: float) -> Effect:
    """The effect on all pages, estimated from a sample with its share of the budget."""
    visits = round(found.visits / share)
    return Effect(budget_per_hour=budget_per_hour, caught=found.caught, outdated=found.outdated, visits=visits)


SLIDER_STEPS = 60


def budget_at(step: int) -> float:
    """The budget of a step of the slider, which goes from the smallest to the largest in equal factors."""
    low, high = math.log(1.0), math.log(10_000.0)
    budget = math.exp(low + (high - low) * min(max(step, 0), SLIDER_STEPS) / SLIDER_STEPS)
    return round(budget) if budget >= 10 else round(budget, 1)


def step_of(budget_per_hour: float) -> int:
    """The step of the slider that comes closest to a budget."""
    low, high = math.log(1.0), math.log(10_000.0)
    share = (math.log(min(max(budget_per_hour, 1.0), 10_000.0)) - low) / (high - low)
    return round(share * SLIDER_STEPS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Dot:
    """One budget on a line."""

    x: float
    y: float
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """The line of one policy."""

    name: str
    kind: str  # for its looks
    dots: tuple[Dot, ...]

    @property
    def points(self) -> str:
        return " ".join(f"{dot.x},{dot.y}" for dot in self.dots)


@dataclass(frozen=True, slots=True, kw_only=True)
class BudgetPlot:
    """The plot; `chosen_x` is the position of the chosen budget."""

    width: int
    height: int
    lines: tuple[Line, ...]
    rows: tuple[tuple[float, str], ...]  # y and its label
    columns: tuple[tuple[float, str], ...]  # x and its label
    chosen_x: float
    left: int = LEFT
    right: int = WIDTH - RIGHT
    top: int = TOP
    bottom: int = HEIGHT - BOTTOM


def budget_plot(effects: BudgetEffects) -> BudgetPlot:
    """The plot of both ways: by urgency, and all pages equally often."""
    budgets = [effect.budget_per_hour for effect in effects.effects]
    low, high = math.log(budgets[0]), math.log(budgets[-1])

    def x_of(budget: float) -> float:
        share = (math.log(budget) - low) / (high - low) if high > low else 0.5
        return round(LEFT + share * (WIDTH - LEFT - RIGHT), 1)

    chosen = effects.now_caught.budget_per_hour if effects.now_caught else budgets[len(budgets) // 2]
    return BudgetPlot(
        width=WIDTH,
        height=HEIGHT,
        lines=(
            _line("Most urgent first", "chosen", effects.effects, x_of),
            _line("All pages equally often", "other", effects.even_effects, x_of),
        ),
        rows=tuple((_y_of(share / 4), percent(share / 4)) for share in range(5)),
        columns=tuple((x_of(budget), f"{budget:g}") for budget in budgets),
        chosen_x=x_of(chosen),
    )


def _y_of(share: float) -> float:
    return round(HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM), 1)


def _line(name: str, kind: str, effects: tuple[Effect, ...], x_of: Callable[[float], float]) -> Line:
    dots = tuple(
        Dot(
            x=x_of(effect.budget_per_hour),
            y=_y_of(effect.caught),
            title=f"{effect.budget_per_hour:g} visits an hour: {percent(effect.caught)} caught",
        )
        for effect in effects
    )
    return Line(name=name, kind=kind, dots=dots)
