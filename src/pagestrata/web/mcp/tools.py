"""All tools: name, arguments and function. The tools that show a version or change something are defined here.

Tools that change something exist only if they were allowed, and need the editor role.
"""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import mcp_types as types
from pydantic import ValidationError

from pagestrata.errors import PagestrataError
from pagestrata.web.mcp import arguments as kinds
from pagestrata.web.mcp import reading_tools
from pagestrata.web.mcp.api_calls import ApiCalls, RefusedError
from pagestrata.web.mcp.arguments import ShowArguments, VisitNowArguments, WatchAddArguments
from pagestrata.web.mcp.page_text import NOTE, page_text, source, version_of
from pagestrata.web.mcp.reading_tools import Answer, picked, web_address

TEXT_AT_A_TIME = 6_000
BLOCKS_AT_A_TIME = 40
LONGEST_PICTURE_BYTES = 1_500_000
PICTURE = "picture"
"""Key of an answer whose value is a PNG."""


async def show(api: ApiCalls, arguments: ShowArguments) -> Answer:
    """Show one archived version: its visible text, its main content, its blocks, or a picture of the page or of one block."""
    version = version_of(arguments.version)
    known = await api.get(f"/versions/{version}")
    about: Answer = {
        **source(known["id"], web=await web_address(api)),
        **picked(known, "url", "captured_at", "status", "probability"),
    }
    if arguments.part == "picture":
        return {**about, PICTURE: await picture_of(api, version, arguments.block)}
    parts = await (_text(api, known, arguments) if arguments.part != "blocks" else _blocks(api, known, arguments))
    return {**about, **parts}


async def _text(api: ApiCalls, known: dict[str, Any], arguments: ShowArguments) -> Answer:
    text = (await api.read(f"/versions/{known['id']}/files/{arguments.part}")).decode("utf-8", "replace")
    begin = arguments.after or 0
    end = begin + TEXT_AT_A_TIME
    shown = page_text(TEXT_AT_A_TIME, title=known["title"], sentence=known["sentence"], text=text[begin:end])
    return {"characters": len(text), **shown, "next": end if end < len(text) else None}


async def _blocks(api: ApiCalls, known: dict[str, Any], arguments: ShowArguments) -> Answer:
    found = await api.get(f"/versions/{known['id']}/blocks", after=arguments.after, limit=BLOCKS_AT_A_TIME)
    items = [
        {**picked(block, "ref", "parent", "role", "importance"), **page_text(**picked(block, "topic", "text"))}
        for block in found["items"]
    ]
    return {**page_text(**picked(known, "title", "sentence")), "items": items, "next": found["next"]}


async def picture_of(api: ApiCalls, version: str, block: str | None = None) -> bytes:
    """The PNG of a page or of one of its blocks. Raises RefusedError if it is too large for an answer."""
    place = f"blocks/{block}/picture" if block is not None else "files/png"
    found = await api.read(f"/versions/{version}/{place}")
    if len(found) > LONGEST_PICTURE_BYTES:
        raise RefusedError(
            413, f"the picture has {len(found)} bytes, more than {LONGEST_PICTURE_BYTES}; ask for one block"
        )
    return found


LONGEST_WAIT_SECONDS = 120.0
_PAUSE_SECONDS = 0.5


async def watch_add(api: ApiCalls, arguments: WatchAddArguments) -> Answer:
    """Watch a page from now on. Ask the person first."""
    made = await api.post("/watches", arguments.model_dump(exclude_none=True))
    return {"watch": made["id"], "url": made["url"], "settings": made["settings"]}


async def visit_now(api: ApiCalls, arguments: VisitNowArguments) -> Answer:
    """Visit a page now and return the result. Ask the person first: it opens the page in a browser."""
    job = await api.post("/visits", {"url": arguments.url})
    waited = 0.0
    while job["state"] in {"waiting", "running"} and waited < LONGEST_WAIT_SECONDS:
        await asyncio.sleep(_PAUSE_SECONDS)
        waited += _PAUSE_SECONDS
        job = await api.get(f"/visits/jobs/{job['id']}")
    answer: Answer = {"job": job["id"], **picked(job, "url", "state", "error")}
    if (visit := job["visit"]) is None:
        return answer
    web = await web_address(api)
    answer |= picked(visit, "visited_at", "kept", "version", "probability", "fault")
    answer |= source(visit["version"], web=web) if visit["version"] else {}
    return {**answer, **page_text(reasons=visit["reasons"])}


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """One tool; its description is that of the function that answers."""

    name: str
    title: str
    arguments: type[kinds.Arguments]
    answer: Callable[[ApiCalls, Any], Awaitable[dict[str, Any]]]
    reads_only: bool = True

    def described(self) -> types.Tool:
        hints = types.ToolAnnotations(
            title=self.title,
            read_only_hint=self.reads_only,
            destructive_hint=False,
            open_world_hint=not self.reads_only,
        )
        schema = self.arguments.model_json_schema()
        description = " ".join((self.answer.__doc__ or "").split())
        return types.Tool(
            name=self.name, title=self.title, description=description, input_schema=schema, annotations=hints
        )


READING = (
    Tool(name="ask", title="Ask in plain words", arguments=kinds.AskArguments, answer=reading_tools.ask),
    Tool(name="search", title="Search all versions", arguments=kinds.SearchArguments, answer=reading_tools.search),
    Tool(name="history", title="History of a page", arguments=kinds.HistoryArguments, answer=reading_tools.history),
    Tool(name="changes", title="What changed", arguments=kinds.ChangesArguments, answer=reading_tools.changes),
    Tool(name="compare", title="Compare two versions", arguments=kinds.CompareArguments, answer=reading_tools.compare),
    Tool(name="show", title="Show a version", arguments=kinds.ShowArguments, answer=show),
    Tool(name="trail", title="Followed blocks", arguments=kinds.TrailArguments, answer=reading_tools.trail),
    Tool(name="plan", title="The next visits", arguments=kinds.PlanArguments, answer=reading_tools.plan),
    Tool(
        name="when_said",
        title="When a page said it",
        arguments=kinds.WhenSaidArguments,
        answer=reading_tools.when_said,
    ),
)
CHANGING = (
    Tool(
        name="watch_add",
        title="Watch a page",
        arguments=kinds.WatchAddArguments,
        answer=watch_add,
        reads_only=False,
    ),
    Tool(
        name="visit_now",
        title="Visit a page now",
        arguments=kinds.VisitNowArguments,
        answer=visit_now,
        reads_only=False,
    ),
)


async def call(tool: Tool, api: ApiCalls, sent: dict[str, Any]) -> types.CallToolResult:
    """Return the answer of a tool. Invalid arguments and refusals are answers too, so that an assistant can correct them."""
    try:
        answer = await tool.answer(api, tool.arguments.model_validate(sent))
    except ValidationError as error:
        problems = [f"{'.'.join(map(str, each['loc'])) or 'arguments'}: {each['msg']}" for each in error.errors()[:5]]
        return _refused("; ".join(problems))
    except PagestrataError as error:
        return _refused(str(error))
    picture = answer.pop(PICTURE, None)
    answer = {"note": NOTE, **answer}
    content: list[Any] = [types.TextContent(text=json.dumps(answer, ensure_ascii=False))]
    if picture is not None:
        content.append(types.ImageContent(data=base64.b64encode(picture).decode(), mime_type="image/png"))
    return types.CallToolResult(content=content, structured_content=answer)


def _refused(sentence: str) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(text=sentence[:1000])], is_error=True)
