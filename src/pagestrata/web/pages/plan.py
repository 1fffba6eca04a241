"""The plan: the next visits and why, and the effect of other budgets."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from pagestrata.app.planning.planning import DEFAULT_BUDGET
from pagestrata.web.dependencies import Context, Viewer
from pagestrata.web.templating import address, render, render_shared
from pagestrata.web.views.plan import (
    LEAST_BUDGET,
    MOST_BUDGET,
    SLIDER_STEPS,
    budget_at,
    budget_effects,
    budget_plot,
    plan_view,
    set_budget,
    step_of,
)

router = APIRouter(include_in_schema=False)

Step = Annotated[int | None, Query(ge=0, le=SLIDER_STEPS)]
BudgetPerHour = Annotated[float, Query(ge=LEAST_BUDGET, le=MOST_BUDGET)]


@router.get("/plan")
def plan(
    request: Request,
    ctx: Context,
    viewer: Viewer,
    budget: BudgetPerHour | None = None,
    step: Step = None,
    after: Annotated[int, Query(ge=0, le=10**9)] = 0,
) -> Response:
    """The plan under a budget; `step` is the position of the slider and overrides a number."""
    usual = set_budget(ctx.archive)
    chosen = budget_at(step) if step is not None else usual if budget is None else budget

    def values() -> dict[str, Any]:
        view = plan_view(ctx.archive, now=ctx.clock(), budget_per_hour=chosen, after=after)
        return {
            "plan": view,
            "after": after,
            "more": address("/plan", budget=chosen, after=view.next_after) if view.next_after is not None else "",
            "first": address("/plan", budget=chosen) if after else "",
            "step": step if step is not None else step_of(chosen),
            "steps": SLIDER_STEPS,
            "usual": usual,
            "effects_at": address("/plan/effects", budget=chosen),
        }

    return render_shared(request, "plan.html", values)


@router.get("/plan/effects")
def effects(
    request: Request, ctx: Context, viewer: Viewer, budget: BudgetPerHour = DEFAULT_BUDGET.per_hour
) -> Response:
    """What budgets around this one would have caught, as a part of the plan's screen."""
    found = budget_effects(ctx.archive, now=ctx.clock(), budget_per_hour=budget)
    plot = budget_plot(found) if found.effects else None
    return render(request, "plan_effects.html", effects=found, plot=plot, budget=budget)
