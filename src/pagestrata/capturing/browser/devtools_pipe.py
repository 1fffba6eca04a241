"""Chromium's DevTools protocol over its own two pipes, without a program in between.

Playwright's driver is a program of its own, which takes as much processor time to start as Chromium does and reads every
message a second time. Loading a page, asking for its contents and taking its picture need none of what it adds.

A message is JSON that ends with a zero byte; Chromium reads them from its file 3 and writes them to its file 4, and ends
itself when they are closed.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Self, cast

Handler = Callable[[dict[str, Any]], Any]

CLOSED = "Target page, context or browser has been closed"
PIPE_BYTES = 1024 * 1024
"""A picture of a page has some megabytes: the usual 64 KB would wake both sides a hundred times for it."""
_SET_PIPE_SIZE = 1031  # linux/fcntl.h
_CHILD_READS, _CHILD_WRITES = 3, 4
_FREE_FROM = 10
"""Our ends of the pipes are moved up to here, so that none of them is in the way of the child's files."""


class DevToolsError(Exception):
    """The browser could not do something, or is gone."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class DevToolsTimeoutError(DevToolsError):
    """The browser did not do something in time."""


def browser_errors() -> tuple[type[DevToolsError], ...]:
    """What a browser's commands raise: ours, and Playwright's where it is loaded, which has a `message`, too."""
    return (DevToolsError, *_of_playwright("Error"))


def browser_errors_and(*others: type[Exception]) -> tuple[type[Exception], ...]:
    """Those and some more."""
    return (*browser_errors(), *others)


def browser_timeouts() -> tuple[type[DevToolsError], ...]:
    """Those of `browser_errors` that say that something took too long."""
    return (DevToolsTimeoutError, *_of_playwright("TimeoutError"))


def _of_playwright(name: str) -> tuple[type[DevToolsError], ...]:
    loaded = sys.modules.get("playwright.async_api")
    return (cast("type[DevToolsError]", getattr(loaded, name)),) if loaded is not None else ()


class DevToolsSession:
    """Commands to the browser or to one of its pages, and events from there."""

    def __init__(self, pipe: DevToolsPipe, session_id: str = "") -> None:
        self._pipe = pipe
        self.session_id = session_id
        self._handlers: dict[str, list[Handler]] = {}

    async def send(self, method: str, params: Mapping[str, Any] | None = None) -> Any:
        """The answer to a command. Raises DevToolsError."""
        return await self._pipe.send(self.session_id, method, params)

    def on(self, event: str, handler: Handler) -> None:
        """Have a handler called with the parameters of each such event."""
        self._handlers.setdefault(event, []).append(handler)

    def hear(self, event: str, parameters: dict[str, Any]) -> None:
        """Call the handlers of an event."""
        for handler in self._handlers.get(event, ()):
            handler(parameters)

    async def detach(self) -> None:
        """Nothing is left open by a session of this kind."""


class DevToolsPipe(asyncio.Protocol):
    """Both pipes of one browser. `root` speaks with the browser itself, `session` with one of its pages."""

    def __init__(self) -> None:
        self._sessions: dict[str, DevToolsSession] = {}
        self._answers: dict[int, tuple[str, asyncio.Future[Any]]] = {}
        self._count = 0
        self._begun: list[bytes] = []
        self._writing: asyncio.WriteTransport | None = None
        self._reading: asyncio.ReadTransport | None = None
        self._loop = asyncio.get_running_loop()
        self.is_open = True
        self.root = self.session("")

    @classmethod
    async def start(
        cls, program: Sequence[str], *, environment: Mapping[str, str], complaints: Path
    ) -> tuple[Self, int]:
        """Start a browser as the leader of a process group of its own; what it complains of goes into a file.

        Raises OSError where the program cannot be run.
        """
        (child_reads, we_write), (we_read, child_writes) = _pipe(), _pipe()
        actions = [
            (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
            (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
            (os.POSIX_SPAWN_OPEN, 2, str(complaints), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600),
            (os.POSIX_SPAWN_DUP2, child_reads, _CHILD_READS),
            (os.POSIX_SPAWN_DUP2, child_writes, _CHILD_WRITES),
        ]
        try:
            pid = os.posix_spawn(program[0], list(program), environment, file_actions=actions, setsid=True)
        except BaseException:
            os.close(we_read)
            os.close(we_write)
            raise
        finally:
            os.close(child_reads)
            os.close(child_writes)
        pipe = cls()
        pipe._reading, _ = await pipe._loop.connect_read_pipe(lambda: pipe, os.fdopen(we_read, "rb", 0))
        pipe._writing, _ = await pipe._loop.connect_write_pipe(asyncio.BaseProtocol, os.fdopen(we_write, "wb", 0))
        return pipe, pid

    def session(self, session_id: str) -> DevToolsSession:
        """The session with that id, from which events are heard from now on."""
        return self._sessions.setdefault(session_id, DevToolsSession(self, session_id))

    def forget(self, session_id: str) -> None:
        """A session has ended: what it was asked is answered with an error."""
        self._sessions.pop(session_id, None)
        for number in [number for number, (whose, _) in self._answers.items() if whose == session_id]:
            self._fail(self._answers.pop(number)[1])

    async def send(self, session_id: str, method: str, params: Mapping[str, Any] | None) -> Any:
        if not self.is_open or session_id not in self._sessions or self._writing is None:
            raise DevToolsError(f"{method}: {CLOSED}")
        self._count += 1
        message: dict[str, Any] = {"id": self._count, "method": method, "params": params or {}}
        if session_id:
            message["sessionId"] = session_id
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._answers[self._count] = session_id, answer
        number = self._count
        self._writing.write(json.dumps(message, separators=(",", ":")).encode() + b"\0")
        try:
            return await answer
        finally:
            self._answers.pop(number, None)

    def data_received(self, data: bytes) -> None:
        *ended, begun = data.split(b"\0")
        for piece in ended:
            message = b"".join((*self._begun, piece))
            self._begun.clear()
            self._take(json.loads(message))
        if begun:
            self._begun.append(begun)

    def _take(self, message: dict[str, Any]) -> None:
        if "id" in message:
            _, answer = self._answers.pop(message["id"], ("", None))
            if answer is None or answer.done():
                return
            if "error" in message:
                answer.set_exception(DevToolsError(str(message["error"].get("message", ""))))
            else:
                answer.set_result(message["result"])
        elif session := self._sessions.get(message.get("sessionId", "")):
            session.hear(message["method"], message.get("params", {}))

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_open = False
        answers, self._answers = self._answers, {}
        for _, answer in answers.values():
            self._fail(answer)

    def _fail(self, answer: asyncio.Future[Any]) -> None:
        if not answer.done():
            answer.set_exception(DevToolsError(CLOSED))

    def close_soon(self) -> None:
        """Close both pipes; for other threads than that of the event loop."""
        with contextlib.suppress(RuntimeError):  # its loop has ended, and everything with it
            self._loop.call_soon_threadsafe(self.close)

    def close(self) -> None:
        """Close both pipes, at which the browser ends itself. May be called twice."""
        for transport in (self._writing, self._reading):
            if transport is not None:
                transport.close()
        self.connection_lost(None)


def _pipe() -> tuple[int, int]:
    """A wide pipe with both ends at files that no child is given by chance."""
    import fcntl

    made = os.pipe()
    moved = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, _FREE_FROM) for end in made]
    for end in made:
        os.close(end)
    with contextlib.suppress(OSError):  # a user has only so many wide pipes: a narrow one will do
        fcntl.fcntl(moved[0], _SET_PIPE_SIZE, PIPE_BYTES)
    return moved[0], moved[1]
