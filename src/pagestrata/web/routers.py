"""All routers, one line each, in the order in which addresses are looked up."""

from __future__ import annotations

from pagestrata.web import static_files
from pagestrata.web.api.routers import API_ROUTERS
from pagestrata.web.pages import (
    add,
    answers,
    archived,
    ask,
    channels,
    compare,
    dashboard,
    health,
    live,
    login,
    mcp,
    page_history,
    pick,
    plan,
    record_steps,
    reports,
    search,
    settings,
    trail,
    version,
    version_pictures,
    watch_edit,
    watches_edit,
)

ROUTERS = (
    static_files.router,
    health.router,
    *API_ROUTERS,
    watches_edit.router,
    dashboard.router,
    watch_edit.router,
    record_steps.router,
    page_history.router,
    compare.router,
    pick.router,
    trail.router,
    version.router,
    version_pictures.router,
    add.router,
    live.router,
    login.router,
    answers.router,
    mcp.router,
    settings.router,
    channels.router,
    search.router,
    ask.router,
    reports.router,
    plan.router,
    archived.router,
)
