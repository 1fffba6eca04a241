"""`pagestrata serve`: the archive in a browser on this machine."""

from __future__ import annotations

import signal

import click

from pagestrata.cli.archive_options import open_existing
from pagestrata.cli.settings import Settings, shared_options


@click.command()
@click.option("--port", type=click.IntRange(0, 65535), default=8080, show_default=True, help="0: any free one.")
@click.option("--host", default="127.0.0.1", show_default=True, help="A loopback address.")
@shared_options
@click.pass_obj
def serve(settings: Settings, /, port: int, host: str) -> None:
    """Serve archived pages, Memento, CDX and Atom feeds on this machine until interrupted."""
    from pagestrata.app.feeds import ArchiveFeeds
    from pagestrata.replay.server import replay_server

    with (
        open_existing(settings) as archive,
        replay_server(archive, host=host, port=port, feeds=ArchiveFeeds(archive)) as server,
    ):
        shown = f"[{host}]" if ":" in host else host
        click.echo(f"pagestrata: http://{shown}:{server.server_port}/ shows the archive; Ctrl-C ends it", err=True)
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # what a service manager sends ends it as Ctrl-C does
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            click.echo("pagestrata: ended", err=True)
