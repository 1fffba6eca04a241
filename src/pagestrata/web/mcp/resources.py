"""Versions and their pictures under addresses that stay: pagestrata://versions/ID, …/text and …/picture."""

from __future__ import annotations

import base64
import json
import re

import mcp_types as types
from mcp.shared.exceptions import MCPError

from pagestrata.errors import PagestrataError
from pagestrata.web.mcp.api_calls import ApiCalls
from pagestrata.web.mcp.arguments import ShowArguments
from pagestrata.web.mcp.page_text import ADDRESS, NOTE
from pagestrata.web.mcp.show_tool import picture_of, show
from pagestrata.web.shown_text import clean

LISTED = 50
_OURS = re.compile(rf"{ADDRESS}([0-9]{{14}}-s?[0-9]{{1,18}})(?:/(text|blocks|picture))?")
TEMPLATES = [
    types.ResourceTemplate(
        uri_template=f"{ADDRESS}{{version}}",
        name="version",
        description="A version: its address, when it was captured, what changed, the beginning of its text.",
        mime_type="application/json",
    ),
    types.ResourceTemplate(
        uri_template=f"{ADDRESS}{{version}}/text",
        name="text of a version",
        description="The visible text of a version, whole.",
        mime_type="text/plain",
    ),
    types.ResourceTemplate(
        uri_template=f"{ADDRESS}{{version}}/picture",
        name="picture of a version",
        description="The screenshot of a version.",
        mime_type="image/png",
    ),
]


async def newest(api: ApiCalls, after: str | None) -> types.ListResourcesResult:
    """The versions that were stored last, in stretches."""
    behind = int(after) if after is not None and re.fullmatch("[0-9]{1,18}", after) else None
    found = await api.get("/versions", after=behind, limit=LISTED)
    listed = [
        types.Resource(
            uri=f"{ADDRESS}{one['id']}",
            name=one["id"],
            description=f"Version of {clean(one['url'], 200)} captured at {one['captured_at']}",
            mime_type="application/json",
        )
        for one in found["items"]
    ]
    more = found["next"]
    return types.ListResourcesResult(resources=listed, next_cursor=str(more) if more is not None else None)


async def read(api: ApiCalls, address: str) -> types.ReadResourceResult:
    """What is under an address. MCPError for one that is not ours, or of a version there is not."""
    found = _OURS.fullmatch(address)
    if found is None:
        raise MCPError(types.INVALID_PARAMS, f"{address[:200]!r} is no address here; write {ADDRESS}ID")
    version, part = found[1], found[2]
    try:
        if part == "picture":
            blob = base64.b64encode(await picture_of(api, version)).decode()
            return types.ReadResourceResult(
                contents=[types.BlobResourceContents(uri=address, mime_type="image/png", blob=blob)]
            )
        if part == "text":
            text = (await api.read(f"/versions/{version}/files/text")).decode("utf-8", "replace")
            return _text(address, f"{NOTE}\n\npage_text:\n{clean(text, len(text))}", "text/plain")
        answer = await show(api, ShowArguments(version=version, part="blocks" if part == "blocks" else "text"))
    except PagestrataError as error:
        raise MCPError(types.INVALID_PARAMS, str(error)[:1000]) from error
    return _text(address, json.dumps({"note": NOTE, **answer}, ensure_ascii=False), "application/json")


def _text(address: str, text: str, kind: str) -> types.ReadResourceResult:
    return types.ReadResourceResult(contents=[types.TextResourceContents(uri=address, mime_type=kind, text=text)])
