"""The tool that shows one version: its text, its blocks, or a picture."""

from __future__ import annotations

from typing import Any

from pagestrata.web.mcp.api_calls import ApiCalls, RefusedError
from pagestrata.web.mcp.arguments import ShowArguments
from pagestrata.web.mcp.page_text import page_text, source, version_of
from pagestrata.web.mcp.reading_tools import Answer, web_address

TEXT_AT_A_TIME = 6_000
BLOCKS_AT_A_TIME = 40
LONGEST_PICTURE_BYTES = 1_500_000
PICTURE = "picture"
"""Key of an answer whose value is a PNG."""


async def show(api: ApiCalls, asked: ShowArguments) -> Answer:
    """Show one archived version: its visible text, its tree of blocks, or a picture of the page or of one block."""
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
    parts = await (_text(api, known, asked) if asked.part == "text" else _blocks(api, known, asked))
    return {**about, **parts}


async def _text(api: ApiCalls, known: dict[str, Any], asked: ShowArguments) -> Answer:
    text = (await api.read(f"/versions/{known['id']}/files/text")).decode("utf-8", "replace")
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
