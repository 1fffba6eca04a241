"""The web application over a small archive, for tests without a network: `web_client`, `post`, `web_context`."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient

from archived_site import URL, archived_site
from pagestrata.app.feeds import ArchiveFeeds
from pagestrata.app.session import Session
from pagestrata.app.sources import parse_source
from pagestrata.app.watches import watch_for
from pagestrata.capturing.options import CaptureOptions
from pagestrata.model.records import Version
from pagestrata.model.snapshot import Snapshot
from pagestrata.replay.server import replay_server
from pagestrata.store.archive import Archive, open_archive
from pagestrata.web.app import create_app
from pagestrata.web.context import WebContext
from pagestrata.web.serving import Server, in_background, listen

NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)
BASE = "http://127.0.0.1"
REPLAY = "http://127.0.0.1:8081"


class ShowingSession:
    """Stands for a session whose browser shows what it is told."""

    options = CaptureOptions(allow_private=True)

    def __init__(self, shown: Snapshot | Exception, archive: Archive | None = None) -> None:
        self.shown, self.archive = shown, archive

    def snapshot(self, url: str) -> Snapshot:
        if isinstance(self.shown, Exception):
            raise self.shown
        return self.shown

    def version(self, source: str) -> Version:
        assert self.archive is not None
        found = parse_source(source)
        return self.archive.versions.at(found.place, found.time or "latest")


def site_archive(folder: Path) -> Archive:
    """Three versions of one watched page (see `archived_site`)."""
    archive = archived_site(folder)
    watch_for(archive, URL, {"title": "The harbour", "tags": ["travel"]})
    return archive


@contextmanager
def web_context(folder: Path, *, empty: bool = False, **fields: Any) -> Iterator[WebContext]:
    """The context of an application over `site_archive`, or over an archive that holds nothing."""
    with open_archive(folder) if empty else site_archive(folder) as archive:
        context = WebContext(archive=archive, clock=lambda: NOW, replay_port=8081)
        context = replace(context, **fields)
        try:
            yield context
        finally:
            context.jobs.shutdown(wait=True, cancel_futures=True)


@contextmanager
def web_client(folder: Path, **options: Any) -> Iterator[TestClient]:
    """A client of the application; it follows no redirects, so that tests see them. `client.app.state.context` is its own."""
    with web_context(folder, **options) as context, client_of(context) as client:
        yield client


@contextmanager
def client_of(context: WebContext) -> Iterator[TestClient]:
    with TestClient(
        create_app(context), base_url=BASE, follow_redirects=False, raise_server_exceptions=False
    ) as client:
        yield client


@contextmanager
def running(archive: str | Path, *, allow_private: bool = True, **fields: Any) -> Iterator[tuple[str, WebContext]]:
    """The application on a port of this machine, with a browser behind it and archived content beside it: its address."""
    with ExitStack() as closing:
        session = closing.enter_context(Session(archive=archive, allow_private=allow_private))
        own = closing.enter_context(listen("127.0.0.1", 0))
        replay = closing.enter_context(replay_server(session.archive, port=0, feeds=ArchiveFeeds(session.archive)))
        context = WebContext(archive=session.archive, session=session, replay_port=replay.server_port, **fields)
        closing.callback(context.jobs.shutdown, wait=True, cancel_futures=True)
        closing.callback(context.stopping.set)
        closing.enter_context(in_background(replay))
        server = Server(create_app(context))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [own]})
        thread.start()
        closing.callback(thread.join)
        closing.callback(server.stop)
        yield f"http://127.0.0.1:{own.getsockname()[1]}", context


def token_of(client: TestClient, path: str = "/") -> str:
    """The CSRF token in a page that the client loads, which gives it its session cookie too."""
    found = re.search(r'name="csrf-token" content="([0-9a-f]+)"', client.get(path).text)
    assert found is not None
    return found.group(1)


def post(client: TestClient, path: str, data: dict[str, Any] | None = None, **options: Any) -> Any:
    """Send a form as a browser would that has loaded one of our pages."""
    headers = {"Origin": BASE, "Sec-Fetch-Site": "same-origin", **options.pop("headers", {})}
    sent = data or {}
    token = sent.get("csrf_token") or token_of(client)
    return client.post(path, data={**sent, "csrf_token": token}, headers=headers, **options)
