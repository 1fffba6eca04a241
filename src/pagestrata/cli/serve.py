"""`pagestrata serve`: the web application, with --run a whole monitor."""

from __future__ import annotations

import contextlib
import multiprocessing
import secrets
import signal
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from ipaddress import ip_address
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING

import click

from pagestrata.cli.capture_options import daemon_capture_options, open_session
from pagestrata.cli.mcp import check_installed
from pagestrata.cli.options import SectionedCommand, Settings, rarely_needed, set_up_logging, with_settings
from pagestrata.cli.run import reporter
from pagestrata.cli.schedule_options import planner_of, planner_options
from pagestrata.errors import ArchiveError, PagestrataError, UsageError
from pagestrata.formats.urls import without_secrets
from pagestrata.web.security.peers import read_networks
from pagestrata.web.security.request_rate import REQUESTS_PER_MINUTE, RequestRate

if TYPE_CHECKING:
    from socket import socket

    from pagestrata.app.planning.planning import Planner
    from pagestrata.app.session import Session
    from pagestrata.capturing.options import CaptureOptions
    from pagestrata.schedule.policies import Policy
    from pagestrata.store.archive import Archive
    from pagestrata.web.context import Assistants, WebContext
    from pagestrata.web.security.peers import Networks

# Imports inside functions: help, and commands that need less, start without them (tests/guards/test_light_start.py).


LAST_PORT = 65535
ANY_PORT = click.IntRange(0, LAST_PORT)


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerOptions:
    """The addresses of the application and of archived content, and who may use them."""

    host: str
    port: int  # 0: any free one
    names: tuple[str, ...]  # host names it answers for too
    replay_port: int | None  # None: the next one
    replay_origin: str  # address of that port on a reverse proxy; '' without one
    trusted_proxies: Networks = ()  # where that web server is
    assistants: Assistants = "off"  # what /mcp offers
    requests_per_minute: int = REQUESTS_PER_MINUTE  # of the tokens of one user; 0: any number

    def port_beside(self, own_port: int) -> int:
        """The port of archived content if the application got `own_port`; 0: any free one."""
        if self.replay_port is not None:
            return self.replay_port
        return own_port + 1 if self.port and own_port < LAST_PORT else 0

    def address(self, own_port: int) -> str:
        """The address that a browser opens; for a wildcard address, one with a name."""
        host = (self.names or ("localhost",))[0] if _is_every_address(self.host) else self.host
        return f"http://{f'[{host}]' if ':' in host else host}:{own_port}"


def _is_every_address(host: str) -> bool:
    """Return whether this is 0.0.0.0 or ::, on which a server answers at every address of the machine."""
    try:
        return ip_address(host).is_unspecified
    except ValueError:
        return False


@click.command(cls=SectionedCommand)
@click.option(
    "--port", type=ANY_PORT, default=8080, metavar="PORT", help="Port of the web application; 0 picks a free one."
)
@click.option(
    "--replay-port", type=ANY_PORT, metavar="PORT", help="Port for archived pages.", show_default="the next port"
)
@click.option(
    "--replay-origin",
    metavar="URL",
    default="",
    help="Public address of the replay port, if a reverse proxy serves it.",
)
@click.option(
    "--host",
    default="127.0.0.1",
    metavar="ADDRESS",
    help="Address to listen on. Users must log in unless it is a loopback address.",
)
@click.option(
    "--name", "names", multiple=True, metavar="HOST", help="Accept requests for this host name too. Repeatable."
)
@click.option(
    "--trusted-proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    help="Trust the forwarded headers of the reverse proxy at this address. Users must log in. Repeatable.",
)
@click.option("--run", "visits", is_flag=True, help="Also visit the watched pages, like `pagestrata run`.")
@click.option("--mcp", "assistants", is_flag=True, help="Serve the Model Context Protocol at /mcp.")
@click.option("--mcp-changes", is_flag=True, help="Let assistants of users with the editor role watch and visit pages.")
@click.option(
    "--requests-per-minute",
    type=click.IntRange(min=0),
    default=REQUESTS_PER_MINUTE,
    metavar="N",
    help="Limit for all API tokens of one user; 0 for no limit.",
)
@planner_options
@rarely_needed(daemon_capture_options)
@with_settings
def serve(
    settings: Settings,
    /,
    port: int,
    replay_port: int | None,
    replay_origin: str,
    host: str,
    names: tuple[str, ...],
    proxies: tuple[str, ...],
    visits: bool,
    assistants: bool,
    mcp_changes: bool,
    requests_per_minute: int,
    budget: str | None,
    policy: Policy,
    page: CaptureOptions,
) -> None:
    """Start the web application: watch pages, see what changed, compare and search.

    On this machine you do not need to log in until you create a user account. If the browser is not recognised as yours, open
    the link that the command prints. With --host and any address that others can reach, users must log in; the command
    prints a link to create the first account. Stop it with Ctrl-C or SIGTERM.

    Archived pages are served from a second port, so that their scripts cannot reach the application. The command also
    serves Memento, CDX and Atom feeds.
    """
    from pagestrata.web.serving import listen

    place = ServerOptions(
        host=host,
        port=port,
        names=names,
        replay_port=replay_port,
        replay_origin=replay_origin,
        trusted_proxies=read_networks(proxies),
        assistants=_offered(assistants, mcp_changes),
        requests_per_minute=requests_per_minute,
    )
    settings.say_archive()
    with ExitStack() as closing:
        session = closing.enter_context(open_session(settings, page))
        archive, can_write = _open(session, settings, closing)
        planner = planner_of(budget, policy, kept=archive.settings.get("budget"))
        if visits and not can_write:
            raise UsageError(
                f"{without_secrets(settings.archive_address)} is read-only, so visits cannot be stored; "
                "start without --run"
            )
        own = closing.enter_context(listen(place.host, place.port))
        own_port = own.getsockname()[1]
        context = _context(archive, session if can_write else None, settings, place, own_port, closing)
        if visits:
            closing.enter_context(visiting(settings, page, planner))
        _answer(context, own, place.address(own_port))
    click.echo("pagestrata: stopped", err=True)


def _offered(assistants: bool, changes: bool) -> Assistants:
    """What assistants may do. Raises UsageError if the SDK of their protocol is missing."""
    if changes and not assistants:
        raise UsageError("--mcp-changes needs --mcp; add it")
    if assistants:
        check_installed()
    return ("write" if changes else "read") if assistants else "off"


def _open(session: Session, settings: Settings, closing: ExitStack) -> tuple[Archive, bool]:
    """The archive, and whether it can be written: an archive on a read-only medium can still be shown."""
    from pagestrata.store.archive import open_archive

    try:
        return session.archive, True
    except ArchiveError as error:
        try:
            archive = closing.enter_context(open_archive(settings.archive_address, create=False, read_only=True))
        except PagestrataError:
            raise error from None
        click.echo(f"pagestrata: opened read-only: {error}", err=True)
        return archive, False


def _context(
    archive: Archive,
    session: Session | None,
    settings: Settings,
    place: ServerOptions,
    own_port: int,
    closing: ExitStack,
) -> WebContext:
    """The context of the application, read-only without a session. Archived content has its own port until `closing` ends."""
    from pagestrata.app.doctor.examination import doctor
    from pagestrata.app.feeds import ArchiveFeeds
    from pagestrata.replay.server import is_loopback, replay_server
    from pagestrata.web.context import LOOPBACK_NAMES, WebContext
    from pagestrata.web.serving import ReplayDoor, in_background

    context: WebContext
    door = ReplayDoor(lambda: context)
    replay = closing.enter_context(
        replay_server(
            archive,
            host=place.host,
            port=place.port_beside(own_port),
            feeds=ArchiveFeeds(archive),
            admits=door.admits,
            new_ticket=door.new_ticket,
        )
    )
    context = WebContext(
        archive=archive,
        session=session,
        allowed_hosts=LOOPBACK_NAMES | {name.lower() for name in (place.host, *place.names)},
        replay_port=replay.server_port,
        replay_address=place.replay_origin,
        needs_login=not is_loopback(place.host) or bool(place.trusted_proxies),
        trusted_proxies=place.trusted_proxies,
        assistants=place.assistants,
        request_rate=RequestRate(place.requests_per_minute),
        start_key=secrets.token_urlsafe(24),
        examine=lambda opens: doctor(archive=settings.archive_address, browser=settings.browser, opens_browser=opens),
        open_demo=(lambda: _demo_session(settings)) if session is not None else None,
    )
    closing.callback(context.jobs.shutdown, wait=True, cancel_futures=True)
    closing.callback(context.stopping.set)
    closing.enter_context(in_background(replay))
    return context


def _answer(context: WebContext, own: socket, address: str) -> None:
    """Serve this socket until the server is stopped."""
    from pagestrata.web.app import create_app
    from pagestrata.web.serving import Server, ended_by_signals, warm_up

    app = create_app(context)
    server = Server(app)
    with ended_by_signals(server):
        _say_where(context, address)
        context.jobs.submit(warm_up, app)
        server.run(sockets=[own])


def _demo_session(settings: Settings) -> Session:
    from pagestrata.app.session import Session

    return Session(archive=settings.archive_address, browser=settings.browser, allow_private=True)


def _say_where(context: WebContext, address: str) -> None:
    click.echo(f"pagestrata: open {address}/ in a browser; Ctrl-C stops the server", err=True)
    if context.archive.accounts.are_there():
        return
    if not context.needs_login:
        link = f"{address}/start?key={context.start_key}"
        click.echo(f"pagestrata: if the browser is not recognised as yours, open {link}", err=True)
    else:
        click.echo(
            f"pagestrata: no user account exists yet; create the first one at {address}/first?key={context.start_key}",
            err=True,
        )


ENDING_SECONDS = 90.0
"""For the visits under way."""


@contextlib.contextmanager
def visiting(settings: Settings, page: CaptureOptions, planner: Planner) -> Iterator[None]:
    """A context in which a separate process makes the visits that are due."""
    spawning = multiprocessing.get_context("spawn")
    ending, end = spawning.Pipe(duplex=False)
    process = spawning.Process(target=_visit, args=(settings, page, planner, ending), name="pagestrata-run")
    with _interrupts_ignored():
        process.start()
    ending.close()
    try:
        yield
    finally:
        end.close()
        process.join(ENDING_SECONDS)
        if process.is_alive():
            process.kill()
            process.join()


@contextlib.contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """A context in which new processes ignore interrupts from their first moment."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    usual = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)


def _visit(settings: Settings, page: CaptureOptions, planner: Planner, ending: Connection) -> None:
    from pagestrata.app.daemon.daemon import Daemon

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    set_up_logging(verbose=settings.verbose)
    with open_session(settings, page) as session:
        sums = {"visits": 0, "kept": 0, "faults": 0, "errors": 0}
        daemon = Daemon(session=session, planner=planner, report=reporter(sums))
        signal.signal(signal.SIGTERM, lambda _number, _frame: daemon.stop.set())
        threading.Thread(target=_wait_for_end, args=(ending, daemon.stop), daemon=True).start()
        daemon.run()


def _wait_for_end(ending: Connection, stop: threading.Event) -> None:
    with contextlib.suppress(EOFError, OSError):
        ending.recv()
    stop.set()
