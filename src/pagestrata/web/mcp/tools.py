"""All tools, one line each: name, arguments, what answers."""

from __future__ import annotations

import base64
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import mcp_types as types
from pydantic import ValidationError

from pagestrata.errors import PagestrataError
from pagestrata.web.mcp import arguments, changing_tools, reading_tools, show_tool
from pagestrata.web.mcp.api_calls import ApiCalls
from pagestrata.web.mcp.page_text import NOTE


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
    Tool(name="show", title="Show a version", arguments=arguments.ShowArguments, answer=show_tool.show),
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
        answer=changing_tools.watch_add,
        reads_only=False,
    ),
    Tool(
        name="visit_now",
        title="Visit a page now",
        arguments=arguments.VisitNowArguments,
        answer=changing_tools.visit_now,
        reads_only=False,
    ),
)


async def call(tool: Tool, api: ApiCalls, given: dict[str, Any]) -> types.CallToolResult:
    """The answer of a tool; wrong arguments and refusals are answers too, which an assistant can read and mend."""
    try:
        answer = await tool.answer(api, tool.arguments.model_validate(given))
    except ValidationError as error:
        said = [f"{'.'.join(map(str, one['loc'])) or 'arguments'}: {one['msg']}" for one in error.errors()[:5]]
        return _refused("; ".join(said))
    except PagestrataError as error:
        return _refused(str(error))
    picture = answer.pop(show_tool.PICTURE, None)
    answer = {"note": NOTE, **answer}
    content: list[Any] = [types.TextContent(text=json.dumps(answer, ensure_ascii=False))]
    if picture is not None:
        content.append(types.ImageContent(data=base64.b64encode(picture).decode(), mime_type="image/png"))
    return types.CallToolResult(content=content, structured_content=answer)


def _refused(sentence: str) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(text=sentence[:1000])], is_error=True)
