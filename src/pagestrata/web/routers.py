"""All routers, one line each, in the order in which addresses are looked up."""

from __future__ import annotations

from pagestrata.web import static_files
from pagestrata.web.pages import archived, compare, dashboard, health, pictures

ROUTERS = (
    static_files.router,
    health.router,
    dashboard.router,
    compare.router,
    pictures.router,
    archived.router,
)
