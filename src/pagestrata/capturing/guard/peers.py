"""One end of a connection through the guard: h11's events over asyncio's streams, each step with a time limit."""

from __future__ import annotations

import asyncio
from typing import Any

import h11

STEP_BYTES = 64 * 1024
UNWANTED_BYTES = 1024 * 1024
"""Bytes of an answered request that are still read, so that another may follow; a longer one ends the connection."""


class Peer:
    """The browser (`role` h11.SERVER: we serve it) or a server (h11.CLIENT: we ask it)."""

    def __init__(
        self,
        role: type[h11.CLIENT] | type[h11.SERVER],
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        *,
        head_bytes: int,
        idle_seconds: float,
    ) -> None:
        self._protocol = h11.Connection(role, max_incomplete_event_size=head_bytes)
        self._idle_seconds = idle_seconds
        self.reader, self.writer = reader, writer
        self.received = b""  # of the answer that is being read, until its head is complete

    async def event(self) -> Any:
        """The next event. Raises h11.RemoteProtocolError, OSError, TimeoutError."""
        while (event := self._protocol.next_event()) is h11.NEED_DATA:
            async with asyncio.timeout(self._idle_seconds):
                data = await self.reader.read(STEP_BYTES)
            if self._protocol.their_state is h11.SEND_RESPONSE:
                self.received += data
            self._protocol.receive_data(data)
        return event

    async def send(self, *events: Any) -> None:
        data = b"".join([self._protocol.send(event) or b"" for event in events])
        if not data:
            return
        self.writer.write(data)
        async with asyncio.timeout(self._idle_seconds):
            await self.writer.drain()

    async def answer(self) -> h11.Response | None:
        """The server's answer, interim ones (1xx) dropped; None when the server hung up without a word."""
        event = await self.event()
        while isinstance(event, h11.InformationalResponse):
            self.received = b""
            event = await self.event()
        if isinstance(event, h11.Response):
            self.received = b""
            return event
        return None

    def next_cycle(self) -> bool:
        """Get ready for another request; False when this connection has seen its last."""
        if self._protocol.our_state is not h11.DONE or self._protocol.their_state is not h11.DONE:
            return False
        self._protocol.start_next_cycle()
        return True

    async def next_request_may_follow(self) -> bool:
        """After an answer that did not need the whole request: whether the rest of it is short, and now read.

        A connection that is closed before its request was read can lose the answer on its way, and with it the request.
        """
        left = UNWANTED_BYTES
        while self._protocol.their_state is h11.SEND_BODY:
            event = await self.event()
            if isinstance(event, h11.Data) and (left := left - len(event.data)) < 0:
                return False
        return self.next_cycle()

    @property
    def address(self) -> str:
        """The IP address of the other side."""
        found = self.writer.get_extra_info("peername")
        return str(found[0]) if found else ""

    @property
    def is_open(self) -> bool:
        return not self.reader.at_eof() and not self.writer.is_closing()

    @property
    def trailing(self) -> bytes:
        """What came after the head of a message that switched to a tunnel."""
        return bytes(self._protocol.trailing_data[0])

    async def close(self) -> None:
        self.writer.close()
        try:
            await self.writer.wait_closed()
        except (OSError, asyncio.CancelledError):
            return  # the other side was faster
