"""Ask: what changed, asked in plain words, with a way to each comparison."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Form, Query, Request, Response

from pagestrata.app.asking.found_changes import FoundChanges, find_changes
from pagestrata.app.language_model.configured import configured_asker, is_configured
from pagestrata.app.language_model.summary import may_be_sent, messages_about, summarise
from pagestrata.errors import PagestrataError
from pagestrata.query.read_question import LONGEST_QUESTION, read_question, understood
from pagestrata.web.dependencies import Context, Editor, Viewer
from pagestrata.web.templating import address, render

router = APIRouter(include_in_schema=False)

SHOWN = 30


@router.post("/ask/summary")
def sum_up(
    request: Request, ctx: Context, editor: Editor, q: Annotated[str, Form(max_length=LONGEST_QUESTION)] = ""
) -> Response:
    """The changes that a question asks for, summed up by the language model of this server."""
    asked = read_question(q, now=ctx.clock())
    found = find_changes(ctx.archive, asked, limit=SHOWN)
    made = summarise(ctx.archive, found.items, configured_asker(ctx.clock()))
    more = address("/ask", q=q, after=found.next_after) if found.next_after is not None else ""
    values: dict[str, Any] = {"question": q, "understood": understood(asked), "problem": "", "more": more, "first": ""}
    return render(request, "ask.html", answer=found, summary=made, sent="", can_sum_up=False, **values)


@router.get("/ask")
def ask(
    request: Request,
    ctx: Context,
    viewer: Viewer,
    q: Annotated[str, Query(max_length=LONGEST_QUESTION)] = "",
    after: Annotated[str, Query(max_length=40, pattern=r"^([0-9]{14}-[0-9]{1,18})?$")] = "",
) -> Response:
    """The changes that a question asks for; an empty box where nothing was asked."""
    found: FoundChanges | None = None
    values: dict[str, Any] = {
        "question": q,
        "understood": [],
        "problem": "",
        "more": "",
        "sent": "",
        "can_sum_up": False,
    }
    if q.strip():
        asked = read_question(q, now=ctx.clock())
        values["understood"] = understood(asked)
        try:
            found = find_changes(ctx.archive, asked, after=after or None, limit=SHOWN)
        except PagestrataError as error:
            values["problem"] = str(error)
    if found is not None and found.next_after is not None:
        values["more"] = address("/ask", q=q, after=found.next_after)
    first = address("/ask", q=q) if after else ""
    if found is not None and found.items and is_configured():
        sending = may_be_sent(ctx.archive, found.items)
        values |= {"sent": messages_about(sending)[1]["content"] if sending else "", "can_sum_up": True}
    return render(request, "ask.html", answer=found, first=first, summary=None, **values)
