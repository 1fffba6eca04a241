"""All routers, one line each, in the order in which addresses are looked up."""

from __future__ import annotations

from pagestrata.web import static_files
from pagestrata.web.api.routers import API_ROUTERS
from pagestrata.web.pages import (
    add,
    archived,
    dashboard,
    health,
    live,
    pictures,
    plan,
    reports,
    search,
)

ROUTERS = (
    static_files.router,
    health.router,
    *API_ROUTERS,
    dashboard.router,
    add.router,
    live.router,
    pictures.router,
    search.router,
    reports.router,
    plan.router,
    archived.router,
)
