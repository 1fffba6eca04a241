"""All tools, one line each: name, arguments, what answers; those that show a version or change something are written here.

Tools that change something are offered only where a person allowed it, and need the role of an editor.
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
from pagestrata.web.mcp import arguments, reading_tools
from pagestrata.web.mcp.api_calls import ApiCalls, RefusedError
from pagestrata.web.mcp.arguments import ShowArguments, VisitNowArguments, WatchAddArguments
from pagestrata.web.mcp.page_text import NOTE, page_text, source, version_of
from pagestrata.web.mcp.reading_tools import Answer, web_address

TEXT_AT_A_TIME = 6_000
BLOCKS_AT_A_TIME = 40
LONGEST_PICTURE_BYTES = 1_500_000
PICTURE = "picture"
"""Key of an answer whose value is a PNG."""


async def show(api: ApiCalls, asked: ShowArguments) -> Answer:
    """Show one archived version: its visible text, its main content, its blocks, or a picture of the page or of one block."""
    version = version_of(asked.version)
    known = await api.get(f"/versions/{version}")
    about: Answer = {
        **source(known["id"], web=await web_address(api)),
        "url": known["url"],
        "captured_at": known["captured_at"],
        "status": known["status"],
        "probability": known["probability"],
    }
    if asked.part == "picture":
        return {**about, PICTURE: await picture_of(api, version, asked.block)}
    parts = await (_text(api, known, asked) if asked.part != "blocks" else _blocks(api, known, asked))
    return {**about, **parts}


async def _text(api: ApiCalls, known: dict[str, Any], asked: ShowArguments) -> Answer:
    text = (await api.read(f"/versions/{known['id']}/files/{asked.part}")).decode("utf-8", "replace")
    begin = asked.after or 0
    end = begin + TEXT_AT_A_TIME
    said = page_text(TEXT_AT_A_TIME, title=known["title"], sentence=known["sentence"], text=text[begin:end])
    return {"characters": len(text), **said, "next": end if end < len(text) else None}


async def _blocks(api: ApiCalls, known: dict[str, Any], asked: ShowArguments) -> Answer:
    found = await api.get(f"/versions/{known['id']}/blocks", after=asked.after, limit=BLOCKS_AT_A_TIME)
    items = [
        {
            **{name: one[name] for name in ("ref", "parent", "role", "importance")},
            **page_text(topic=one["topic"], text=one["text"]),
        }
        for one in found["items"]
    ]
    return {**page_text(title=known["title"], sentence=known["sentence"]), "items": items, "next": found["next"]}


async def picture_of(api: ApiCalls, version: str, block: str | None = None) -> bytes:
    """The PNG of a page or of one of its blocks. RefusedError where it is larger than an answer may be."""
    place = f"blocks/{block}/picture" if block is not None else "files/png"
    found = await api.read(f"/versions/{version}/{place}")
    if len(found) > LONGEST_PICTURE_BYTES:
        raise RefusedError(
            413, f"the picture has {len(found)} bytes, more than {LONGEST_PICTURE_BYTES}; ask for one block"
        )
    return found


LONGEST_WAIT_SECONDS = 120.0
_PAUSE_SECONDS = 0.5


async def watch_add(api: ApiCalls, asked: WatchAddArguments) -> Answer:
    """Watch a page from now on. Ask the person first."""
    made = await api.post("/watches", asked.model_dump(exclude_none=True))
    return {"watch": made["id"], "url": made["url"], "settings": made["settings"]}


async def visit_now(api: ApiCalls, asked: VisitNowArguments) -> Answer:
    """Visit a page now and say what came of it. Ask the person first: it opens the page in a browser."""
    job = await api.post("/visits", {"url": asked.url})
    waited = 0.0
    while job["state"] in {"waiting", "running"} and waited < LONGEST_WAIT_SECONDS:
        await asyncio.sleep(_PAUSE_SECONDS)
        waited += _PAUSE_SECONDS
        job = await api.get(f"/visits/jobs/{job['id']}")
    answer: Answer = {"job": job["id"], "url": job["url"], "state": job["state"], "error": job["error"]}
    if (visit := job["visit"]) is None:
        return answer
    web = await web_address(api)
    answer |= {name: visit[name] for name in ("visited_at", "kept", "version", "probability", "fault")}
    answer |= source(visit["version"], web=web) if visit["version"] else {}
    return {**answer, **page_text(reasons=visit["reasons"])}


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """One tool; its description is that of the function that answers."""

    name: str
    title: str
    arguments: type[arguments.Arguments]
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
    Tool(name="ask", title="Ask in plain words", arguments=arguments.AskArguments, answer=reading_tools.ask),
    Tool(name="search", title="Search all versions", arguments=arguments.SearchArguments, answer=reading_tools.search),
    Tool(name="history", title="History of a page", arguments=arguments.HistoryArguments, answer=reading_tools.history),
    Tool(name="changes", title="What changed", arguments=arguments.ChangesArguments, answer=reading_tools.changes),
    Tool(
        name="compare", title="Compare two versions", arguments=arguments.CompareArguments, answer=reading_tools.compare
    ),
    Tool(name="show", title="Show a version", arguments=arguments.ShowArguments, answer=show),
    Tool(name="trail", title="Followed blocks", arguments=arguments.TrailArguments, answer=reading_tools.trail),
    Tool(name="plan", title="The next visits", arguments=arguments.PlanArguments, answer=reading_tools.plan),
    Tool(
        name="when_said",
        title="When a page said it",
        arguments=arguments.WhenSaidArguments,
        answer=reading_tools.when_said,
    ),
)
CHANGING = (
    Tool(
        name="watch_add",
        title="Watch a page",
        arguments=arguments.WatchAddArguments,
        answer=watch_add,
        reads_only=False,
    ),
    Tool(
        name="visit_now",
        title="Visit a page now",
        arguments=arguments.VisitNowArguments,
        answer=visit_now,
        reads_only=False,
    ),
)


async def call(tool: Tool, api: ApiCalls, given: dict[str, Any]) -> types.CallToolResult:
    """Return the answer of a tool. Invalid arguments and refusals are answers too, so that an assistant can correct them."""
    try:
        answer = await tool.answer(api, tool.arguments.model_validate(given))
    except ValidationError as error:
        said = [f"{'.'.join(map(str, one['loc'])) or 'arguments'}: {one['msg']}" for one in error.errors()[:5]]
        return _refused("; ".join(said))
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
