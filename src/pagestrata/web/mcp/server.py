"""The server of the protocol: which requests it answers, over standard input and output or over HTTP."""

from __future__ import annotations

from typing import Any

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.shared.exceptions import MCPError
from starlette.requests import Request
from starlette.types import ASGIApp

from pagestrata import __version__
from pagestrata.web.mcp import prompts, resources, tools
from pagestrata.web.mcp.api_calls import ApiCalls
from pagestrata.web.mcp.page_text import NOTE

INSTRUCTIONS = (
    "Pagestrata keeps the versions of web pages that matter and says what changed. `changes` answers what changed and when, "
    f"`when_said` when a page said something, `history`, `show` and `compare` give details. {NOTE}"
)


def make_server(app: ASGIApp, *, allows_changes: bool) -> Server[Any]:
    """A server that answers by the API of `app`. Without `allows_changes` the tools that change something do not exist."""
    offered = {tool.name: tool for tool in (*tools.READING, *(tools.CHANGING if allows_changes else ()))}

    def api_for(ctx: ServerRequestContext[Any]) -> ApiCalls:
        return ApiCalls(app, ctx.request if isinstance(ctx.request, Request) else None)

    async def list_tools(_ctx: ServerRequestContext[Any], _params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[tool.described() for tool in offered.values()])

    async def call_tool(ctx: ServerRequestContext[Any], asked: types.CallToolRequestParams) -> types.CallToolResult:
        tool = offered.get(asked.name)
        if tool is None:
            raise MCPError(types.INVALID_PARAMS, f"there is no tool {asked.name[:60]!r}; take {', '.join(offered)}")
        return await tools.call(tool, api_for(ctx), asked.arguments or {})

    async def list_resources(
        ctx: ServerRequestContext[Any], asked: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        return await resources.newest(api_for(ctx), asked.cursor if asked is not None else None)

    async def list_templates(_ctx: ServerRequestContext[Any], _params: Any) -> types.ListResourceTemplatesResult:
        return types.ListResourceTemplatesResult(resource_templates=resources.TEMPLATES)

    async def read_resource(
        ctx: ServerRequestContext[Any], asked: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        return await resources.read(api_for(ctx), str(asked.uri))

    async def list_prompts(_ctx: ServerRequestContext[Any], _params: Any) -> types.ListPromptsResult:
        return types.ListPromptsResult(prompts=prompts.described())

    async def get_prompt(_ctx: ServerRequestContext[Any], asked: types.GetPromptRequestParams) -> types.GetPromptResult:
        return prompts.filled(asked.name, asked.arguments or {})

    return Server(
        "pagestrata",
        version=__version__,
        title="Pagestrata",
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read_resource,
        on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
    )


def over_http(server: Server[Any]) -> StreamableHTTPSessionManager:
    """The server for POST requests, each for itself: nothing of a client is remembered, so a revoked token ends at once."""
    return StreamableHTTPSessionManager(server, json_response=True, stateless=True)


async def over_standard_streams(server: Server[Any]) -> None:
    """Answer the one program that started this one, until it closes its end."""
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())
