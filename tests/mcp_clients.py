"""Clients of the Model Context Protocol for tests: the official SDK over standard streams and over HTTP."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import httpx2
from anyio.from_thread import start_blocking_portal
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from pagestrata.web.app import create_app
from pagestrata.web.context import WebContext
from pagestrata.web.serving import Server, listen

SOURCE = Path(__file__).parents[1] / "src"
Answer = TypeVar("Answer")
Asking = Callable[[Client], Awaitable[Answer]]


@contextmanager
def stdio_client(archive: Path, *options: str) -> Iterator[Callable[[Asking[Any]], Any]]:
    """Start `pagestrata mcp` and connect to it: what asks this one client, for as many questions as there are."""
    words = ["-m", "pagestrata.cli.main", "--archive", str(archive), "mcp", *options]
    program = StdioServerParameters(command=sys.executable, args=words, env={"PYTHONPATH": str(SOURCE)})
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(Client(program)) as client:
        yield lambda asking: portal.call(asking, client)


def over_stdio(archive: Path, asking: Asking[Answer], *options: str) -> Answer:
    """What a client learns from `pagestrata mcp`, which it starts itself."""
    with stdio_client(archive, *options) as ask:
        answer: Answer = ask(asking)
        return answer


def over_http(address: str, asking: Asking[Answer], *, token: str = "", mode: str = "auto") -> Answer:
    """What a client learns from a running `pagestrata serve --mcp`."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}

    async def ask() -> Answer:
        async with (
            httpx2.AsyncClient(headers=headers, timeout=60) as http,
            Client(streamable_http_client(f"{address}/mcp", http_client=http), mode=mode) as client,  # type: ignore[arg-type]
        ):
            return await asking(client)

    return asyncio.run(ask())


@contextmanager
def served(context: WebContext) -> Iterator[str]:
    """The application on a port of this machine: its address."""
    with listen("127.0.0.1", 0) as own:
        server = Server(create_app(context))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [own]})
        thread.start()
        try:
            yield f"http://127.0.0.1:{own.getsockname()[1]}"
        finally:
            server.stop()
            thread.join()


def calling(*calls: tuple[str, dict[str, Any]]) -> Asking[list[Any]]:
    """Call tools one after the other: their results."""

    async def asking(client: Client) -> list[Any]:
        return [await client.call_tool(name, arguments) for name, arguments in calls]

    return asking


def facts(results: Sequence[Any]) -> list[Any]:
    """The structured answers; fails where one is an error."""
    assert [result.content[0].text for result in results if result.is_error] == []
    return [result.structured_content for result in results]
