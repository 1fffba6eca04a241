"""The tools that read. Each asks the HTTP API and returns a small answer with its sources."""

from __future__ import annotations

from typing import Any

from pagestrata.web.mcp.api_calls import ApiCalls, RefusedError
from pagestrata.web.mcp.arguments import (
    AskArguments,
    ChangesArguments,
    CompareArguments,
    HistoryArguments,
    PlanArguments,
    SearchArguments,
    TrailArguments,
    WhenSaidArguments,
)
from pagestrata.web.mcp.page_text import page_text, source, version_of, words_in

Answer = dict[str, Any]


async def web_address(api: ApiCalls) -> str:
    """Return the address of the web application: from the settings of the archive, else of this request, else ''."""
    stored = (await api.get("/settings")).get("web_address")
    return str(stored or api.base).rstrip("/")


def picked(record: Answer, *names: str) -> Answer:
    """Some values of an answer of the API."""
    return {name: record[name] for name in names}


async def search(api: ApiCalls, arguments: SearchArguments) -> Answer:
    """Search the text of all versions of all pages for words. Returns the blocks, and when each was first and last seen."""
    found = await api.get("/search", **arguments.query())
    web = await web_address(api)
    items = [
        {
            **source(block["version"], web=web),
            "url": page["url"],
            "block": block["ref"],
            **picked(block, "role", "first_seen", "last_seen", "gone_at"),
            **page_text(title=page["title"], snippet=block["snippet"]),
        }
        for page in found["items"]
        for block in page["blocks"]
    ]
    return {"items": items, "next": found["next"]}


async def history(api: ApiCalls, arguments: HistoryArguments) -> Answer:
    """List the kept versions of one page, newest first: when, and what changed in one sentence."""
    return await _listed(api, await api.get("/changes", first=True, **arguments.query()))


async def changes(api: ApiCalls, arguments: ChangesArguments) -> Answer:
    """List what changed, newest first: between times, on one page or on pages with a tag, by kind of change, phrase, block or
    least probability that a person would care. Each item has a sentence about the change and its source."""
    return await _listed(api, await api.get("/changes", **arguments.query()))


async def ask(api: ApiCalls, arguments: AskArguments) -> Answer:
    """Answer a short question about what changed, in English words: times, kinds of change, tags and addresses are understood.
    `understood` says how it was read; use `changes` if that is not what was meant."""
    found = await api.get("/ask", q=arguments.question, after=arguments.after, limit=arguments.limit)
    return {"understood": found["understood"], **await _listed(api, found)}


async def _listed(api: ApiCalls, found: Answer) -> Answer:
    web = await web_address(api)
    items = [
        {
            **source(item["version"], web=web, before=item["before"]),
            **picked(item, "version", "before", "url", "captured_at", "probability", "importance"),
            "is_first": item["before"] is None,
            **page_text(
                title=item["title"],
                sentence=item["sentence"],
                changed=[
                    {name: operation[name] for name in ("op", "element", "block", "old", "new") if operation[name]}
                    for operation in item["operations"]
                ],
            ),
        }
        for item in found["items"]
    ]
    return {"items": items, "next": found["next"]}


async def compare(api: ApiCalls, arguments: CompareArguments) -> Answer:
    """Compare two versions of a page block by block: the sentence about it, whether it matters and why, and the operations."""
    new = version_of(arguments.new)
    old = version_of(arguments.old) if arguments.old is not None else await _version_before(api, new)
    found = await api.get(f"/compare/{old}/{new}", after=arguments.after, limit=arguments.limit)
    web = await web_address(api)
    return {
        **source(new, web=web, before=old),
        "old": old,
        "new": new,
        **picked(found, "importance", "probability"),
        "is_noise": found["similar"],
        **page_text(
            sentence=found["sentence"],
            reasons=found["reasons"],
            changes=[_operation(change) for change in found["changes"]],
        ),
        "next": found["next"],
    }


def _operation(change: Answer) -> Answer:
    """One operation without what only programs read: boxes, styles, and the blocks inside a block."""
    known = {name: change[name] for name in ("op", "element", "block", "to_block", "importance") if change[name]}
    return known | {side: words for side in ("old", "new") if (words := words_in(change[side]))}


async def _version_before(api: ApiCalls, version: str) -> str:
    known = await api.get(f"/versions/{version}")
    listed = await api.get("/changes", url=known["url"], until=known["captured_at"], first=True, limit=2)
    earlier = [item["version"] for item in listed["items"] if item["version"] != version]
    if not earlier:
        raise RefusedError(400, f"{version} is the first version of its page; name another one in `old`")
    return str(earlier[0])


async def trail(api: ApiCalls, arguments: TrailArguments) -> Answer:
    """Follow one block of a page through its versions and redesigns: with `trail` its history, else the followed blocks."""
    web = await web_address(api)
    if arguments.trail is None:
        found = await api.get("/trails", url=arguments.url, after=arguments.after, limit=arguments.limit)
        items = [
            {
                "trail": block["id"],
                **picked(block, "url", "state", "seen_at"),
                "link": f"{web}/trails/{block['id']}" if web else None,
                **page_text(**picked(block, "name", "place", "text")),
            }
            for block in found["items"]
        ]
        return {"items": items, "next": found["next"]}
    found = await api.get(f"/trails/{arguments.trail}/entries", after=arguments.after, limit=arguments.limit)
    items = [
        {
            **(source(entry["version"], web=web) if entry["version"] else {}),
            **picked(entry, "found_at", "state", "confidence"),
            **page_text(**picked(entry, "text", "change", "reasons")),
        }
        for entry in found["items"]
    ]
    return {"trail": arguments.trail, "items": items, "next": found["next"]}


async def plan(api: ApiCalls, arguments: PlanArguments) -> Answer:
    """List the pages to visit next within a budget, and why. Changes nothing."""
    found = await api.get("/plan", **arguments.query())
    names = ("url", "due_at", "last_at", "is_overdue", "changes_per_day", "why")
    items = [{**picked(visit, *names), **page_text(title=visit["title"])} for visit in found["items"]]
    return {**picked(found, "pages", "overdue"), "items": items, "next": found["next"]}


async def when_said(api: ApiCalls, arguments: WhenSaidArguments) -> Answer:
    """Find when a page, or one of its blocks, first and last contained some words, and whether it still does."""
    found = await api.get("/said", **arguments.query())
    web = await web_address(api)
    for end in ("first", "last"):
        if (place := found[end]) is not None:
            text = page_text(text=place["text"])
            found[end] = {**source(place["version"], web=web), **picked(place, "captured_at", "block"), **text}
    del found["said"]
    return {**found, "words": arguments.words}
