"""`pagestrata mcp`: the archive for an assistant that starts this program and speaks the Model Context Protocol with it."""

from __future__ import annotations

import importlib.util
from contextlib import ExitStack
from typing import TYPE_CHECKING

import click

from pagestrata.cli.archive_options import open_existing
from pagestrata.cli.capture_options import daemon_capture_options, open_session
from pagestrata.cli.options import SectionedCommand, Settings, rarely_needed, with_settings
from pagestrata.errors import UsageError

if TYPE_CHECKING:
    from pagestrata.capturing.options import CaptureOptions

# Imports inside functions: help, and commands that need less, start without them (tests/guards/test_light_start.py).


@click.command(cls=SectionedCommand)
@click.option("--allow-changes", is_flag=True, help="Let the assistant watch and visit pages.")
@rarely_needed(daemon_capture_options)
@with_settings
def mcp(settings: Settings, /, allow_changes: bool, page: CaptureOptions) -> None:
    """Serve the Model Context Protocol on standard input and output, for an assistant.

    The assistant can read the whole archive. It can watch and visit pages only with --allow-changes. `serve --mcp`
    offers the protocol over HTTP.
    """
    check_installed()
    import anyio

    from pagestrata.web.app import create_app
    from pagestrata.web.context import WebContext
    from pagestrata.web.mcp.server import make_server, over_standard_streams

    with ExitStack() as closing:
        session = closing.enter_context(open_session(settings, page, creates_archive=False)) if allow_changes else None
        archive = session.archive if session is not None else closing.enter_context(open_existing(settings))
        context = WebContext(archive=archive, session=session, has_no_port=True)
        closing.callback(context.jobs.shutdown, wait=True, cancel_futures=True)
        closing.callback(context.stopping.set)
        anyio.run(over_standard_streams, make_server(create_app(context), allows_changes=allow_changes))


def check_installed() -> None:
    """Raises UsageError if the SDK of the protocol is missing."""
    if importlib.util.find_spec("mcp_types") is None:
        raise UsageError("the Model Context Protocol needs its SDK; install it with: pip install 'pagestrata[mcp]'")
