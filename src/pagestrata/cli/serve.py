"""`pagestrata serve`: the web application on this machine."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import click

from pagestrata.cli.capture_options import capture_options, open_session
from pagestrata.cli.settings import Settings, shared_options

if TYPE_CHECKING:
    pass

ANY_PORT = click.IntRange(0, 65535)


@click.command()
@click.option("--port", type=ANY_PORT, default=8080, show_default=True, help="0: any free one.")
@click.option("--replay-port", type=ANY_PORT, help="For archived content. [default: the next port]")
@click.option("--host", default="127.0.0.1", show_default=True, help="A loopback address.")
@capture_options
@shared_options
@click.pass_obj
def serve(settings: Settings, /, port: int, replay_port: int | None, host: str, **page: object) -> None:
    """The web application: watch pages, see what changed, compare, search; with Memento, CDX and Atom feeds beside it.

    Archived pages are shown on a port of their own, so that nothing in them can reach the application. Ends at an
    interrupt (Ctrl-C, SIGTERM).
    """
    from pagestrata.app.feeds import ArchiveFeeds
    from pagestrata.replay.server import replay_server
    from pagestrata.web.app import create_app
    from pagestrata.web.context import LOOPBACK_NAMES, WebContext
    from pagestrata.web.serving import Server, ended_by_signals, in_background, listen

    settings.say_archive()
    with ExitStack() as closing:
        session = closing.enter_context(open_session(settings, page))
        archive = session.archive
        beside = port + 1 if port and port < 65535 else 0
        replay = closing.enter_context(
            replay_server(
                archive, host=host, port=beside if replay_port is None else replay_port, feeds=ArchiveFeeds(archive)
            )
        )
        own = closing.enter_context(listen(host, port))
        context = WebContext(
            archive=archive,
            session=session,
            allowed_hosts=LOOPBACK_NAMES | {host.lower()},
            replay_port=replay.server_port,
        )
        closing.callback(context.jobs.shutdown, wait=True, cancel_futures=True)
        closing.enter_context(in_background(replay))
        server = Server(create_app(context))
        closing.enter_context(ended_by_signals(server))
        shown = f"[{host}]" if ":" in host else host
        click.echo(f"pagestrata: http://{shown}:{own.getsockname()[1]}/ shows the archive; Ctrl-C ends it", err=True)
        server.run(sockets=[own])
    click.echo("pagestrata: ended", err=True)
