"""Questions in plain words about what changed, with links to the comparisons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any
from urllib.parse import urlsplit

from fastapi import APIRouter, Form, Query, Request, Response

from pagestrata.app.language_model.endpoint import Messages, configured_asker, configured_model, prompt_digest
from pagestrata.app.language_model.summary import may_be_sent, messages_about, summarise
from pagestrata.app.questions.find_changes import FoundChanges, ask_archive
from pagestrata.errors import PagestrataError
from pagestrata.query.read_question import LONGEST_QUESTION, read_question, understood
from pagestrata.store.archive import Archive
from pagestrata.web.dependencies import Context, Editor, Viewer
from pagestrata.web.templating import address, render

router = APIRouter(include_in_schema=False)

SHOWN = 30
CHANGED_MEANWHILE = "the text to send has changed since you saw it, so nothing was sent; check it below"
After = r"^([0-9]{14}-[0-9]{1,18})?$"


@router.post("/ask/summary")
def sum_up(
    request: Request,
    ctx: Context,
    editor: Editor,
    q: Annotated[str, Form(max_length=LONGEST_QUESTION)] = "",
    after: Annotated[str, Form(max_length=40, pattern=After)] = "",
    shown: Annotated[str, Form(max_length=64)] = "",
) -> Response:
    """Show a summary of the matching changes by the language model of this server.

    `shown` is the digest of the prompt on the screen that was sent from: no other prompt goes out.
    """
    answer = ask_archive(ctx.archive, q, now=ctx.clock(), after=after or None, limit=SHOWN)
    found = answer.found
    prompt = _prompt(ctx.archive, found)
    values = {"answer": found, "understood": answer.understood, **_ways(q, after, found)}
    if prompt is not None and prompt.digest != shown:
        return render(request, "ask.html", summary=None, problem="", prompt=prompt, changed=CHANGED_MEANWHILE, **values)
    made = summarise(ctx.archive, found.items, configured_asker(ctx.clock()))
    return render(request, "ask.html", summary=made, problem="", prompt=None, changed="", **values)


@router.get("/ask")
def ask(
    request: Request,
    ctx: Context,
    viewer: Viewer,
    q: Annotated[str, Query(max_length=LONGEST_QUESTION)] = "",
    after: Annotated[str, Query(max_length=40, pattern=After)] = "",
) -> Response:
    """Show the changes that match a question, or an empty form."""
    found: FoundChanges | None = None
    problem, reading = "", []
    if q.strip():
        try:
            answer = ask_archive(ctx.archive, q, now=ctx.clock(), after=after or None, limit=SHOWN)
            found, reading = answer.found, answer.understood
        except PagestrataError as error:
            problem, reading = str(error), understood(read_question(q, now=ctx.clock()))
    prompt = _prompt(ctx.archive, found) if found is not None else None
    values = {"answer": found, "understood": reading, "problem": problem, **_ways(q, after, found)}
    return render(request, "ask.html", summary=None, prompt=prompt, changed="", **values)


def _ways(question: str, after: str, found: FoundChanges | None) -> dict[str, Any]:
    """The question, the position in the list of answers, and the links to the rest."""
    follows = found.next_after if found is not None else None
    return {
        "question": question,
        "after": after,
        "more": address("/ask", q=question, after=follows) if follows is not None else "",
        "first": address("/ask", q=question) if after else "",
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """What would be sent to the language model, and to which host; no messages: no page may be sent."""

    model: str
    host: str
    messages: Messages
    digest: str


def _prompt(archive: Archive, found: FoundChanges) -> Prompt | None:
    """What a summary of these changes would send; None if no model is configured or nothing was found."""
    model = configured_model()
    if model is None or not found.items:
        return None
    sending = may_be_sent(archive, found.items)
    messages = messages_about(sending) if sending else []
    return Prompt(
        model=model.name,
        host=urlsplit(model.address).netloc.rpartition("@")[2],
        messages=messages,
        digest=prompt_digest(model, messages),
    )
