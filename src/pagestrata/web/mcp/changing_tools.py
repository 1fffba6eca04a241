"""The tools that change something. They are offered only where a person allowed it, and need the role of an editor."""

from __future__ import annotations

import asyncio

from pagestrata.web.mcp.api_calls import ApiCalls
from pagestrata.web.mcp.arguments import VisitNowArguments, WatchAddArguments
from pagestrata.web.mcp.page_text import page_text, source
from pagestrata.web.mcp.reading_tools import Answer, web_address

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
