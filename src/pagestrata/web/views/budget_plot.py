"""Where the lines, labels and dots of the plot 'what each budget would have caught' stand."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from pagestrata.model.percent import percent
from pagestrata.web.views.plan import BudgetEffects, Effect

WIDTH, HEIGHT = 640, 240
LEFT, RIGHT, TOP, BOTTOM = 56, 16, 12, 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Dot:
    """One budget on a line."""

    x: float
    y: float
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One way of spending budgets."""

    name: str
    kind: str  # for its looks
    dots: tuple[Dot, ...]

    @property
    def points(self) -> str:
        return " ".join(f"{dot.x},{dot.y}" for dot in self.dots)


@dataclass(frozen=True, slots=True, kw_only=True)
class BudgetPlot:
    """The plot; `chosen_x` is where the budget in question stands."""

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
            _line("As each page needs it", "chosen", effects.effects, x_of),
            _line("All pages equally often", "other", effects.even_effects, x_of),
        ),
        rows=tuple((_y_of(share / 4), percent(share / 4)) for share in range(5)),
        columns=tuple((x_of(budget), f"{budget:.3g}") for budget in budgets),
        chosen_x=x_of(chosen),
    )


def _y_of(share: float) -> float:
    return round(HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM), 1)


def _line(name: str, kind: str, effects: tuple[Effect, ...], x_of: Callable[[float], float]) -> Line:
    dots = tuple(
        Dot(
            x=x_of(effect.budget_per_hour),
            y=_y_of(effect.caught),
            title=f"{effect.budget_per_hour:.3g} visits an hour: {percent(effect.caught)} caught",
        )
        for effect in effects
    )
    return Line(name=name, kind=kind, dots=dots)
