"""The context of every request: the archive, the clock, the origin of archived content, and a session for visits."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Literal

from pagestrata.errors import UsageError
from pagestrata.web.events import Events
from pagestrata.web.live_pages import LivePages
from pagestrata.web.opened_pages import OpenedPage, Previews, Renderings
from pagestrata.web.security.logins import Attempts
from pagestrata.web.security.peers import Networks
from pagestrata.web.security.request_rate import RequestRate
from pagestrata.web.security.tickets import Tickets
from pagestrata.web.shared_pages import SharedPages
from pagestrata.web.views.thumbnails import Thumbnails

if TYPE_CHECKING:
    from pagestrata.app.previews import Preview
    from pagestrata.app.session import Session
    from pagestrata.model.check_results import CheckResult
    from pagestrata.store.archive import Archive

# Imports inside functions: the server starts without the checks of the machine.

LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "[::1]"})
JOBS_AT_ONCE = 2
Assistants = Literal["off", "read", "write"]


def _examine_machine(opens_browser: bool) -> tuple[CheckResult, ...]:
    from pagestrata.app.doctor.examination import doctor

    return doctor(opens_browser=opens_browser)


@dataclass(frozen=True, slots=True, kw_only=True)
class WebContext:
    """One running application. Closed by whoever made it: the session, the archive and the jobs are theirs."""

    archive: Archive
    session: Session | None = None  # None: nothing can be visited from here
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    allowed_hosts: frozenset[str] = LOOPBACK_NAMES  # names in Host headers; empty: any
    replay_port: int | None = None  # archived content is shown on this port of the same host
    replay_address: str = ""  # or under this origin, behind a reverse proxy
    has_no_port: bool = False  # who started the program is the only one who asks, and may do everything
    assistants: Assistants = "off"  # what the Model Context Protocol offers under /mcp
    needs_login: bool = False  # else who runs the server may do everything without
    trusted_proxies: Networks = ()  # web servers before this one, whose word is taken for who asks
    start_key: str = field(default="", repr=False)  # in the start link; '': not needed, for tests
    attempts: Attempts = field(default_factory=Attempts)  # to guess a password
    request_rate: RequestRate = field(default_factory=RequestRate)  # of programs with a token
    open_demo: Callable[[], Session] | None = None  # a session that may open the demo site on this machine
    examine: Callable[[bool], tuple[CheckResult, ...]] = _examine_machine  # given whether to open a browser
    stopping: threading.Event = field(default_factory=threading.Event)  # long jobs look at it
    signing_key: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)
    jobs: Executor = field(default_factory=lambda: ThreadPoolExecutor(JOBS_AT_ONCE, thread_name_prefix="web-job"))
    events: Events = field(default_factory=Events)  # what open screens are told
    live_pages: LivePages = field(default_factory=LivePages)  # on which people record steps
    thumbnails: Thumbnails = field(default_factory=Thumbnails)
    shared_pages: SharedPages = field(default_factory=SharedPages)
    tickets: Tickets = field(init=False)  # for archived content, where people log in
    previews: Previews = field(init=False)  # pages that people look at before they watch them
    renderings: Renderings = field(init=False)  # versions whose elements people point at

    def __post_init__(self) -> None:
        object.__setattr__(self, "tickets", Tickets(key=self.signing_key, clock=self.clock))
        object.__setattr__(self, "previews", Previews(self.jobs, changed=self._tell_of_preview))
        object.__setattr__(self, "renderings", Renderings(self.jobs))

    def _tell_of_preview(self, page: OpenedPage[Preview]) -> None:
        self.events.publish("preview", id=page.id)

    def replay_origin(self, *, scheme: str, host: str) -> str:
        """The origin of archived content for a client that reached the application by this scheme and host name."""
        if self.replay_address:
            return self.replay_address.rstrip("/")
        return f"{scheme}://{host}:{self.replay_port}" if self.replay_port is not None else ""

    @property
    def visits(self) -> Session:
        """The session that visits pages. Raises UsageError if this server cannot visit pages."""
        if self.session is None:
            raise UsageError(
                "pages cannot be visited because the archive is read-only; start the server with an archive it can write to"
            )
        return self.session
