"""`pagestrata serve`: the web application, with --run a whole monitor."""

from __future__ import annotations

import secrets
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import click

from pagestrata.cli.capture_options import capture_options, open_session
from pagestrata.cli.schedule_options import planner_options, take_planner
from pagestrata.cli.settings import Settings, shared_options
from pagestrata.errors import ArchiveError, PagestrataError, UsageError

if TYPE_CHECKING:
    from pagestrata.app.session import Session
    from pagestrata.store.archive import Archive
    from pagestrata.web.context import WebContext

ANY_PORT = click.IntRange(0, 65535)


@click.command()
@click.option("--port", type=ANY_PORT, default=8080, show_default=True, help="0: any free one.")
@click.option("--replay-port", type=ANY_PORT, help="For archived content. [default: the next port]")
@click.option("--replay-origin", metavar="URL", default="", help="How a web server before this one names that port.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Elsewhere than on loopback, people log in.")
@click.option("--name", "names", multiple=True, metavar="HOST", help="Answer for this host name too.")
@click.option("--run", "visits", is_flag=True, help="Visit the watched pages too, in a process beside it.")
@planner_options
@capture_options
@shared_options
@click.pass_obj
def serve(
    settings: Settings,
    /,
    port: int,
    replay_port: int | None,
    replay_origin: str,
    host: str,
    names: tuple[str, ...],
    visits: bool,
    **options: Any,
) -> None:
    """The web application: watch pages, see what changed, compare, search; with Memento, CDX and Atom feeds beside it.

    Archived pages are shown on a port of their own, so that nothing in them can reach the application. On a loopback
    address nobody needs to log in until somebody makes a user. On any other address people log in; where there is no user
    yet, a link is printed with which the first one is made. Ends at an interrupt (Ctrl-C, SIGTERM).
    """
    from pagestrata.app.feeds import ArchiveFeeds
    from pagestrata.cli.visiting_process import visiting
    from pagestrata.replay.server import is_loopback, replay_server
    from pagestrata.web.app import create_app
    from pagestrata.web.context import LOOPBACK_NAMES, WebContext
    from pagestrata.web.security.identify import users_are_asked
    from pagestrata.web.serving import Server, ended_by_signals, in_background, listen
    from pagestrata.web.warm_up import warm_up

    settings.say_archive()
    with ExitStack() as closing:
        session = closing.enter_context(open_session(settings, options))
        archive, can_write = _open(session, settings, closing)
        planner = take_planner(options, kept=archive.settings.get("budget"))
        if visits and not can_write:
            raise UsageError(
                f"{settings.archive_address} cannot be written, so that nothing can be visited; leave --run"
            )
        own = closing.enter_context(listen(host, port))
        if replay_port is None:
            replay_port = own.getsockname()[1] + 1 if port and port < 65535 else 0
        context: WebContext
        replay = closing.enter_context(
            replay_server(
                archive,
                host=host,
                port=replay_port,
                feeds=ArchiveFeeds(archive),
                admits=lambda ticket: not users_are_asked(context) or context.tickets.is_valid(ticket),
            )
        )
        context = WebContext(
            archive=archive,
            session=session if can_write else None,
            allowed_hosts=LOOPBACK_NAMES | {host.lower(), *(name.lower() for name in names)},
            replay_port=replay.server_port,
            replay_address=replay_origin,
            needs_login=not is_loopback(host),
            first_key=secrets.token_urlsafe(24),
            open_demo=(lambda: _demo_session(settings)) if can_write else None,
        )
        closing.callback(context.jobs.shutdown, wait=True, cancel_futures=True)
        closing.callback(context.stopping.set)
        closing.enter_context(in_background(replay))
        app = create_app(context)
        server = Server(app)
        if visits:
            closing.enter_context(visiting(settings, options, planner))
        closing.enter_context(ended_by_signals(server))
        _say_where(context, f"[{host}]" if ":" in host else host, own.getsockname()[1])
        context.jobs.submit(warm_up, app)
        server.run(sockets=[own])
    click.echo("pagestrata: ended", err=True)


def _open(session: Session, settings: Settings, closing: ExitStack) -> tuple[Archive, bool]:
    """The archive, and whether it can be written: one on a medium that nobody can write is shown all the same."""
    from pagestrata.store.archive import open_archive

    try:
        return session.archive, True
    except ArchiveError as error:
        try:
            archive = closing.enter_context(open_archive(settings.archive_address, create=False, read_only=True))
        except PagestrataError:
            raise error from None
        click.echo(f"pagestrata: shown for reading only: {error}", err=True)
        return archive, False


def _demo_session(settings: Settings) -> Session:
    from pagestrata.app.session import Session

    return Session(archive=settings.archive_address, browser=settings.browser, allow_private=True)


def _say_where(context: WebContext, host: str, port: int) -> None:
    click.echo(f"pagestrata: http://{host}:{port}/ shows the archive; Ctrl-C ends it", err=True)
    if context.needs_login and not context.archive.accounts.are_there():
        click.echo(
            f"pagestrata: nobody can log in yet; make the first user once with http://{host}:{port}/first?key={context.first_key}",
            err=True,
        )
