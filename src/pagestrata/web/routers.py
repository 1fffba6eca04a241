"""All routers, one line each, in the order in which addresses are looked up."""

from __future__ import annotations

from pagestrata.web import static_files
from pagestrata.web.api.routers import API_ROUTERS
from pagestrata.web.pages import (
    add,
    archived,
    compare,
    dashboard,
    everything,
    health,
    live,
    login,
    page_history,
    pick,
    pictures,
    plan,
    reports,
    search,
    settings,
    trail,
    trail_jobs,
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
    everything.router,
    watch_edit.router,
    page_history.router,
    compare.router,
    pick.router,
    trail_jobs.router,
    trail.router,
    version.router,
    version_pictures.router,
    add.router,
    live.router,
    login.router,
    settings.router,
    pictures.router,
    search.router,
    reports.router,
    plan.router,
    archived.router,
)
