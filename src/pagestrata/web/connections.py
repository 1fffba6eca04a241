"""One connection of a client to the application."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from pagestrata.web.security.peers import Peer


class Connection(H11Protocol):
    """uvicorn's connection, which knows who is at its other end."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn has it
        super().connection_made(transport)
        self.app_state: dict[str, Any] = {**self.app_state, "peer": Peer(self.client, self.server_address)}

    @property
    def server_address(self) -> tuple[str, int] | None:
        return (self.server[0], self.server[1]) if self.server and self.server[1] is not None else None
