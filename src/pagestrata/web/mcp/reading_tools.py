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
    said = (await api.get("/settings")).get("web_address")
    return str(said or api.base).rstrip("/")


async def search(api: ApiCalls, asked: SearchArguments) -> Answer:
    """Search the text of all versions of all pages for words. Returns the blocks, and when each was first and last seen."""
    found = await api.get(
        "/search",
        q=asked.words,
        url=asked.url,
        since=_time(asked.since),
        until=_time(asked.until),
        changed=asked.changed,
        after=asked.after,
        limit=asked.limit,
    )
    web = await web_address(api)
    items = [
        {
            **source(block["version"], web=web),
            "url": page["url"],
            "block": block["ref"],
            "role": block["role"],
            "first_seen": block["first_seen"],
            "last_seen": block["last_seen"],
            "gone_at": block["gone_at"],
            **page_text(title=page["title"], snippet=block["snippet"]),
        }
        for page in found["items"]
        for block in page["blocks"]
    ]
    return {"items": items, "next": found["next"]}


async def history(api: ApiCalls, asked: HistoryArguments) -> Answer:
    """List the kept versions of one page, newest first: when, and what changed in one sentence."""
    found = await api.get(
        "/changes",
        url=asked.url,
        first=True,
        since=_time(asked.since),
        until=_time(asked.until),
        after=asked.after,
        limit=asked.limit,
    )
    return await _listed(api, found)


async def changes(api: ApiCalls, asked: ChangesArguments) -> Answer:
    """List what changed, newest first: between times, on one page or on pages with a tag, by kind of change, phrase, block or
    least probability that a person would care. Each item has a sentence about the change and its source."""
    found = await api.get(
        "/changes",
        url=asked.url,
        tag=asked.tag,
        block=asked.block,
        kind=asked.kind,
        q=asked.words,
        since=_time(asked.since),
        until=_time(asked.until),
        probability=asked.probability,
        silenced=asked.silenced,
        after=asked.after,
        limit=asked.limit,
    )
    return await _listed(api, found)


async def ask(api: ApiCalls, asked: AskArguments) -> Answer:
    """Answer a short question about what changed, in English words: times, kinds of change, tags and addresses are understood.
    `understood` says how it was read; use `changes` if that is not what was meant."""
    found = await api.get("/ask", q=asked.question, after=asked.after, limit=asked.limit)
    return {"understood": found["understood"], **await _listed(api, found)}


async def _listed(api: ApiCalls, found: Answer) -> Answer:
    web = await web_address(api)
    items = [
        {
            **source(item["version"], web=web, before=item["before"]),
            "version": item["version"],
            "before": item["before"],
            "url": item["url"],
            "captured_at": item["captured_at"],
            "probability": item["probability"],
            "importance": item["importance"],
            "is_first": item["before"] is None,
            **page_text(
                title=item["title"],
                sentence=item["sentence"],
                changed=[
                    {name: one[name] for name in ("op", "element", "block", "old", "new") if one[name]}
                    for one in item["operations"]
                ],
            ),
        }
        for item in found["items"]
    ]
    return {"items": items, "next": found["next"]}


async def compare(api: ApiCalls, asked: CompareArguments) -> Answer:
    """Compare two versions of a page block by block: the sentence about it, whether it matters and why, and the operations."""
    new = version_of(asked.new)
    old = version_of(asked.old) if asked.old is not None else await _version_before(api, new)
    found = await api.get(f"/compare/{old}/{new}", after=asked.after, limit=asked.limit)
    web = await web_address(api)
    return {
        **source(new, web=web, before=old),
        "old": old,
        "new": new,
        "importance": found["importance"],
        "probability": found["probability"],
        "is_noise": found["similar"],
        **page_text(
            sentence=found["sentence"],
            reasons=found["reasons"],
            changes=[_operation(one) for one in found["changes"]],
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


async def trail(api: ApiCalls, asked: TrailArguments) -> Answer:
    """Follow one block of a page through its versions and redesigns: with `trail` its history, else the followed blocks."""
    web = await web_address(api)
    if asked.trail is None:
        found = await api.get("/trails", url=asked.url, after=asked.after, limit=asked.limit)
        items = [
            {
                "trail": one["id"],
                "url": one["url"],
                "state": one["state"],
                "seen_at": one["seen_at"],
                "link": f"{web}/trails/{one['id']}" if web else None,
                **page_text(name=one["name"], place=one["place"], text=one["text"]),
            }
            for one in found["items"]
        ]
        return {"items": items, "next": found["next"]}
    found = await api.get(f"/trails/{asked.trail}/entries", after=asked.after, limit=asked.limit)
    items = [
        {
            **(source(one["version"], web=web) if one["version"] else {}),
            "found_at": one["found_at"],
            "state": one["state"],
            "confidence": one["confidence"],
            **page_text(text=one["text"], change=one["change"], reasons=one["reasons"]),
        }
        for one in found["items"]
    ]
    return {"trail": asked.trail, "items": items, "next": found["next"]}


async def plan(api: ApiCalls, asked: PlanArguments) -> Answer:
    """List the pages to visit next within a budget, and why. Changes nothing."""
    found = await api.get("/plan", budget=asked.budget, after=asked.after, limit=asked.limit)
    names = ("url", "due_at", "last_at", "is_overdue", "changes_per_day", "why")
    items = [{**{name: one[name] for name in names}, **page_text(title=one["title"])} for one in found["items"]]
    return {"pages": found["pages"], "overdue": found["overdue"], "items": items, "next": found["next"]}


async def when_said(api: ApiCalls, asked: WhenSaidArguments) -> Answer:
    """Find when a page, or one of its blocks, first and last contained some words, and whether it still does."""
    found = await api.get("/said", url=asked.url, q=asked.words, block=asked.block)
    web = await web_address(api)
    for end in ("first", "last"):
        if (said := found[end]) is not None:
            place = {"captured_at": said["captured_at"], "block": said["block"]}
            found[end] = {**source(said["version"], web=web), **place, **page_text(text=said["text"])}
    del found["said"]
    return {**found, "words": asked.words}


def _time(moment: Any) -> str | None:
    return moment.isoformat() if moment is not None else None
