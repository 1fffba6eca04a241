"""The application put together: routers in the order in which addresses are looked up, middleware, answers to errors."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import threading
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from fastapi import FastAPI

from pagestrata import __version__
from pagestrata.app.feeds import ArchiveFeeds
from pagestrata.replay.server import limited_answers
from pagestrata.web import static_files
from pagestrata.web.api import (
    accounts,
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
from pagestrata.web.api import (
    archived as api_archived,
)
from pagestrata.web.compression import Compression
from pagestrata.web.context import WebContext
from pagestrata.web.error_answers import add_error_answers
from pagestrata.web.head_requests import HeadRequests
from pagestrata.web.job_list import TrailJobs, VisitJobs
from pagestrata.web.pages import (
    add,
    answers,
    ask,
    channels,
    compare,
    dashboard,
    login,
    page_history,
    pick,
    plan,
    record_steps,
    reports,
    search,
    services,
    settings,
    trail,
    version,
    watch_edit,
    watches_edit,
)
from pagestrata.web.security.audit import AuditLog
from pagestrata.web.security.bodies import BodyLimit
from pagestrata.web.security.headers import Doorkeeper
from pagestrata.web.views.comparison import prepare_comparison

if TYPE_CHECKING:
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

# Imports inside functions: servers without assistants start without them.

API_ROUTERS = (
    description.description,
    api_archived.archived,
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

ROUTERS = (
    static_files.router,
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
    add.router,
    login.router,
    answers.router,
    settings.router,
    channels.router,
    search.router,
    ask.router,
    reports.router,
    plan.router,
    services.router,
)


def create_app(context: WebContext) -> FastAPI:
    """The web application over one archive."""
    app = FastAPI(
        title="Pagestrata",
        version=__version__,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        lifespan=_watching,
    )
    app.state.context = context
    app.state.replay_answers = limited_answers(context.archive, feeds=ArchiveFeeds(context.archive))
    app.state.visit_jobs = VisitJobs(context)
    app.state.training = threading.Lock()
    app.state.demo = threading.Lock()
    app.state.assistants = _assistants(app, context)
    app.state.trail_jobs = TrailJobs(context)
    # As they are, read when their module was loaded: `include_router` would read each again for every application.
    app.router.routes.extend(route for router in ROUTERS for route in router.routes)
    add_error_answers(app)
    app.add_middleware(HeadRequests)
    app.add_middleware(AuditLog, context=context)
    app.add_middleware(BodyLimit)
    app.add_middleware(Doorkeeper, context=context)
    app.add_middleware(Compression)
    return app


def _assistants(app: FastAPI, context: WebContext) -> StreamableHTTPSessionManager | None:
    """The application at /mcp; None if it is off."""
    if context.assistants == "off":
        return None
    from pagestrata.web.mcp.server import make_server, over_http

    return over_http(make_server(app, allows_changes=context.assistants == "write"))


@contextlib.asynccontextmanager
async def _watching(app: FastAPI) -> AsyncIterator[None]:
    """Announce new visits to open screens while the application runs, and prepare their comparisons."""
    context: WebContext = app.state.context
    prepare = functools.partial(prepare_comparison, context.archive)
    looking = asyncio.create_task(context.events.watch_archive(context.archive, prepare=prepare))
    try:
        async with app.state.assistants.run() if app.state.assistants is not None else contextlib.nullcontext():
            yield
    finally:
        looking.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await looking
        await asyncio.to_thread(context.shared_pages.close)
        await asyncio.to_thread(context.live_pages.close_all)
