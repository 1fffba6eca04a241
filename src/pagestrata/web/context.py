"""What every request gets: the archive, the clock, where archived content is shown, and a session for visits."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from pagestrata.errors import UsageError

if TYPE_CHECKING:
    from pagestrata.app.session import Session
    from pagestrata.store.archive import Archive

LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "[::1]"})
JOBS_AT_ONCE = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class WebContext:
    """One running application. Closed by whoever made it: the session, the archive and the jobs are theirs."""

    archive: Archive
    session: Session | None = None  # None: nothing can be visited from here
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    allowed_hosts: frozenset[str] = LOOPBACK_NAMES  # names in Host headers; empty: any
    replay_port: int | None = None  # archived content is shown on this port of the same host
    replay_address: str = ""  # or under this origin, where a web server stands before both
    needs_login: bool = False  # else everybody who reaches the application may do everything
    signing_key: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)
    jobs: Executor = field(default_factory=lambda: ThreadPoolExecutor(JOBS_AT_ONCE, thread_name_prefix="web-job"))

    def replay_origin(self, *, scheme: str, host: str) -> str:
        """The origin of archived content for a client that reached the application by this scheme and host name."""
        if self.replay_address:
            return self.replay_address.rstrip("/")
        return f"{scheme}://{host}:{self.replay_port}" if self.replay_port is not None else ""

    @property
    def visits(self) -> Session:
        """The session that visits pages. Raises UsageError where nothing can be visited."""
        if self.session is None:
            raise UsageError(
                "pages cannot be visited from here: the archive is open for reading only; start the server where it can write"
            )
        return self.session
