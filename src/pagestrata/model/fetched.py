"""The answer to a plain request, made before any browser is started."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from pagestrata.model.header_text import readable_header
from pagestrata.model.slots import dataclass

if TYPE_CHECKING:
    from pagestrata.model.snapshot import Redirect


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetched:
    """The answer to a plain request; `body` is decoded: its content coding is undone."""

    requested_url: str
    url: str  # after redirects
    redirects: tuple[Redirect, ...] = ()
    status: int
    headers: tuple[tuple[str, str], ...] = ()  # as received
    body: bytes = field(repr=False)
    not_modified: bool = False
    charset: str = "utf-8"
    server_address: str = ""  # as in `Response`
    request_headers: tuple[tuple[str, str], ...] = ()
    certificates: tuple[bytes, ...] = ()  # as in `Response`
    notes: tuple[str, ...] = ()  # as in `Snapshot`

    def header(self, name: str) -> str | None:
        """The first header of that name, None if missing."""
        found = next((value for known, value in self.headers if known.lower() == name.lower()), "")
        return readable_header(found) or None

    @property
    def etag(self) -> str | None:
        return self.header("etag")

    @property
    def last_modified(self) -> str | None:
        return self.header("last-modified")
