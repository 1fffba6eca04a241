"""The application put together: middleware, routers, answers to errors."""

from __future__ import annotations

from fastapi import FastAPI

from pagestrata import __version__
from pagestrata.app.feeds import ArchiveFeeds
from pagestrata.replay.server import limited_answers
from pagestrata.web.context import WebContext
from pagestrata.web.error_answers import add_error_answers
from pagestrata.web.routers import ROUTERS
from pagestrata.web.security.headers import Doorkeeper


def create_app(context: WebContext) -> FastAPI:
    """The web application over one archive."""
    app = FastAPI(
        title="Pagestrata",
        version=__version__,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    app.state.context = context
    app.state.replay_answers = limited_answers(context.archive, feeds=ArchiveFeeds(context.archive))
    for router in ROUTERS:
        app.include_router(router)
    add_error_answers(app)
    app.add_middleware(Doorkeeper, context=context)
    return app
