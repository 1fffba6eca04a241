"""The routers of the API, one line each."""

from __future__ import annotations

from pagestrata.web.api import (
    accounts,
    archived,
    description,
    people_say,
    questions,
    trails,
    upkeep,
    visits,
    watches,
)

API_ROUTERS = (
    description.description,
    archived.archived,
    visits.visits,
    watches.watches,
    trails.trails,
    people_say.marks,
    people_say.rules,
    questions.questions,
    upkeep.upkeep,
    accounts.accounts,
)
