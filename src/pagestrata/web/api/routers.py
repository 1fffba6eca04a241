"""The routers of the API, one line each."""

from __future__ import annotations

from pagestrata.web.api import (
    accounts,
    archived,
    changes,
    description,
    elements,
    people_say,
    questions,
    steps,
    trails,
    upkeep,
    visits,
    watches,
)

API_ROUTERS = (
    description.description,
    archived.archived,
    elements.elements,
    visits.visits,
    watches.watches,
    steps.steps,
    trails.trails,
    people_say.marks,
    people_say.rules,
    questions.questions,
    changes.changes,
    upkeep.upkeep,
    accounts.accounts,
)
