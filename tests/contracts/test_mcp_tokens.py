"""The Model Context Protocol over HTTP with tokens: the limits and refusals of the HTTP API, in its own words."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp import Client

from archived_site import URL
from captures import capture, visit_of
from mcp_clients import calling, over_http, served
from pagestrata.store.archive import Archive
from pagestrata.store.people.accounts import Account
from pagestrata.web.context import WebContext
from pagestrata.web.security.bodies import MOST_OF_PEOPLE
from pagestrata.web.security.identify import make_token
from pagestrata.web.security.logins import Person, Role
from pagestrata.web.security.request_rate import RequestRate
from web_fixtures import NOW, web_context

LONGEST_ANSWER = 60_000
HISTORY = ("history", {"url": URL})
PEOPLE = {"root": Role.ADMIN, "editor": Role.EDITOR, "reader": Role.VIEWER}


@pytest.fixture
def context(tmp_path: Path) -> Iterator[WebContext]:
    with web_context(tmp_path / "archive", assistants="write") as made:
        for name, role in PEOPLE.items():
            made.archive.accounts.add(Account(name=name, role=int(role), password_hash="", created_at=NOW))
        yield made


@pytest.fixture
def address(context: WebContext) -> Iterator[str]:
    with served(context) as found:
        yield found


def token(archive: Archive, name: str, scope: str = "admin") -> tuple[str, str]:
    """The id of a new token and its secret."""
    person = Person(name=name, role=PEOPLE[name], way="session")
    made, secret = make_token(archive, person, label=f"{name} {scope}", scope=scope, now=NOW)
    return made.id, secret


def sent(address: str, secret: str, path: str, body: Any = None) -> httpx2.Response:
    """The answer to a request as any program sends it: GET without a body, else POST."""
    headers = {"Authorization": f"Bearer {secret}", "Accept": "application/json, text/event-stream"}
    if body is None:
        return httpx2.get(address + path, headers=headers, timeout=60)
    headers["Content-Type"] = "application/json"
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    return httpx2.post(address + path, headers=headers, content=content, timeout=60)


async def answer_or_error(client: Client, name: str, arguments: dict[str, Any]) -> Any:
    try:
        return await client.call_tool(name, arguments)
    except Exception as error:  # which one the SDK raises is its own business
        return error


# How often


def test_a_token_is_limited_over_the_protocol_and_over_the_api_together(context: WebContext) -> None:
    seconds = [0.0]
    limited = replace(context, request_rate=RequestRate(30, clock=lambda: seconds[0]))
    (_, mine), (_, another), (_, others) = (token(context.archive, name) for name in ("reader", "reader", "editor"))
    with served(limited) as address:
        assert [sent(address, mine, "/api/v1/pages").status_code for _ in range(20)] == [200] * 20
        told = over_http(address, _until_refused, token=another)
        over_api, over_protocol = sent(address, mine, "/api/v1/pages"), sent(address, mine, "/mcp", {})
        assert over_protocol.status_code == over_api.status_code == 429
        assert over_protocol.json() == over_api.json()
        assert over_api.headers["retry-after"] == over_protocol.headers["retry-after"] == "2"
        assert sent(address, others, "/api/v1/pages").status_code == 200  # another user has requests of their own
        seconds[0] = 60.0
        (again,) = over_http(address, calling(HISTORY), token=mine)
    assert not told[0].is_error
    assert "more than 30 requests in a minute" in told[-1] or told[-1] == "refused before it was asked"
    assert not again.is_error


async def _until_refused(client: Client) -> list[Any]:
    """Ask until there is no answer: the answers, and what was said in the end."""
    told: list[Any] = []
    for _ in range(30):
        found = await answer_or_error(client, *HISTORY)
        if isinstance(found, Exception):
            return [*told, "refused before it was asked"]
        if found.is_error:
            return [*told, found.content[0].text]
        told.append(found)
    return told


def test_a_tool_that_meets_the_limit_says_so_in_a_sentence(context: WebContext) -> None:
    """A tool asks the API more than once; the assistant reads why it has no answer."""
    limited = replace(context, request_rate=RequestRate(2, clock=lambda: 0.0))
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "history", "arguments": {"url": URL}}}
    with served(limited) as address:
        answer = sent(address, token(context.archive, "reader")[1], "/mcp", call)
    assert answer.status_code == 200
    assert answer.json()["result"]["isError"] is True
    assert answer.json()["result"]["content"][0]["text"] == "more than 2 requests in a minute; try again in 30 s"


# Who may do what

REFUSED: tuple[tuple[str, dict[str, Any], str, Any], ...] = (
    ("watch_add", {"url": "http://new.test/"}, "/api/v1/watches", {"url": "http://new.test/"}),
    ("visit_now", {"url": URL}, "/api/v1/visits", {"url": URL}),
    ("history", {"url": "http://unknown.test/"}, "/api/v1/changes?url=http://unknown.test/&first=true", None),
    ("show", {"version": "20000101000000-99"}, "/api/v1/versions/20000101000000-99", None),
    ("trail", {"trail": "none"}, "/api/v1/trails/none/entries", None),
)


@pytest.mark.parametrize(("name", "scope"), [("reader", "admin"), ("editor", "read"), ("root", "read")])
def test_what_the_api_refuses_is_refused_in_the_same_words(
    context: WebContext, address: str, name: str, scope: str
) -> None:
    _, secret = token(context.archive, name, scope)
    results = over_http(address, calling(*((tool, given) for tool, given, _, _ in REFUSED)), token=secret)
    answers = [sent(address, secret, path, body) for _, _, path, body in REFUSED]
    assert [answer.status_code for answer in answers] == [403, 403, 404, 404, 404]
    assert [result.is_error for result in results] == [True] * len(REFUSED)
    assert [result.content[0].text for result in results] == [answer.json()["detail"] for answer in answers]
    assert context.archive.watches.of("http://new.test/") is None


def test_no_tool_and_no_address_leads_to_what_only_others_may_read(context: WebContext, address: str) -> None:
    """Settings of users, tokens and the log of changes are for admins, and no resource of the protocol is one of them."""
    _, secret = token(context.archive, "root", "admin")

    async def asking(client: Client) -> list[str]:
        refused = []
        for place in ("users", "tokens", "audit", "versions/../users", "versions/20260102030405-1/../../users"):
            try:
                refused.append(repr(await client.read_resource(f"pagestrata://{place}")))
            except Exception as error:
                refused.append(str(error))
        return refused

    told = over_http(address, asking, token=secret)
    assert all("is not a known address" in text for text in told)
    assert "reader" not in " ".join(told)


# While a client is connected


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_token_that_is_revoked_ends_at_the_next_question(context: WebContext, address: str, mode: str) -> None:
    name, secret = token(context.archive, "reader", "read")
    first, second = _twice(address, secret, lambda: context.archive.accounts.remove_token(name), mode=mode)
    assert not first.is_error
    assert isinstance(second, Exception)
    assert "harbour" not in repr(second)
    refused = sent(address, secret, "/mcp", {})
    assert (refused.status_code, refused.json()["detail"]) == (401, "this token is unknown, revoked or expired")


def test_who_is_removed_ends_at_the_next_question(context: WebContext, address: str) -> None:
    _, secret = token(context.archive, "reader", "read")
    first, second = _twice(address, secret, lambda: context.archive.accounts.remove("reader"))
    assert not first.is_error
    assert isinstance(second, Exception)
    assert sent(address, secret, "/mcp", {}).status_code == 401


def test_who_loses_a_role_loses_it_at_the_next_question(context: WebContext, address: str) -> None:
    _, secret = token(context.archive, "editor", "write")

    async def asking(client: Client) -> tuple[Any, Any]:
        added = await client.call_tool("watch_add", {"url": "http://before.test/"})
        context.archive.accounts.change("editor", role=int(Role.VIEWER))
        return added, await client.call_tool("watch_add", {"url": "http://after.test/"})

    added, refused = over_http(address, asking, token=secret)
    assert not added.is_error
    assert refused.is_error
    assert "only an editor may do this" in refused.content[0].text
    assert context.archive.watches.of("http://after.test/") is None


def _twice(address: str, secret: str, between: Callable[[], object], *, mode: str = "auto") -> tuple[Any, Any]:
    """The answers to one question before and after something happens to who asks."""

    async def asking(client: Client) -> tuple[Any, Any]:
        first = await client.call_tool(*HISTORY)
        between()
        return first, await answer_or_error(client, *HISTORY)

    found: tuple[Any, Any] = over_http(address, asking, token=secret, mode=mode)
    return found


# What is sent

MESSAGES: tuple[Any, ...] = (
    b"",
    b"not JSON",
    b"\xff\xfe\x00",
    b"[" * 20_000,
    [],
    7,
    {"jsonrpc": "2.0", "id": 1},
    {"jsonrpc": "1.0", "id": 1, "method": "tools/list"},
    {"jsonrpc": "2.0", "id": 1, "method": 7},
    {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": ["history", URL]},
    {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": 7, "arguments": {}}},
    {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "history", "arguments": "url"}},
    {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "history", "arguments": {"url": [URL]}}},
    {"jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": {"uri": 7}},
    {"jsonrpc": "2.0", "id": 1, "method": "prompts/get", "params": {"name": "what_changed", "arguments": {"since": 3}}},
)


def test_messages_of_wrong_types_are_refused_and_the_next_one_is_answered(context: WebContext, address: str) -> None:
    _, secret = token(context.archive, "reader", "read")
    for message in MESSAGES:
        answer = sent(address, secret, "/mcp", message)
        assert answer.status_code < 500, (message, answer.text)
        told = answer.json()
        assert "error" in told or told["result"]["isError"] is True, (message, answer.text)
        assert "Traceback" not in answer.text
        assert "harbour" not in answer.text
    (result,) = over_http(address, calling(HISTORY), token=secret)
    assert not result.is_error


def test_a_message_of_any_length_is_not_taken(context: WebContext, address: str) -> None:
    _, secret = token(context.archive, "reader", "read")
    words = "a" * (MOST_OF_PEOPLE + 1)
    call = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "ask", "arguments": {"question": words}},
    }
    assert sent(address, secret, "/mcp", call).status_code == 413


def test_a_huge_page_comes_in_small_answers(context: WebContext, address: str) -> None:
    texts = [f"Paragraph number {number} of a page that goes on and on. " * 12 for number in range(400)]
    taken, tree = capture(texts, url="http://huge.test/")
    version = context.archive.append(taken, tree, None, visit=visit_of(taken))
    _, secret = token(context.archive, "reader", "read")

    async def asking(client: Client) -> tuple[str, list[int]]:
        read, lengths, after = "", [], 0
        while after is not None:
            result = await client.call_tool("show", {"version": version.id, "after": after})
            lengths.append(len(result.content[0].text.encode()))
            read += result.structured_content["page_text"]["text"]
            after = result.structured_content["next"]
        for name, given in (
            ("show", {"version": version.id, "part": "blocks"}),
            ("search", {"words": "paragraph", "limit": 50}),
            ("history", {"url": "http://huge.test/"}),
        ):
            result = await client.call_tool(name, given)
            lengths.append(len(result.content[0].text.encode()))
        return read, lengths

    read, lengths = over_http(address, asking, token=secret)
    assert read.split() == " ".join(texts).split()
    assert max(lengths) < LONGEST_ANSWER
