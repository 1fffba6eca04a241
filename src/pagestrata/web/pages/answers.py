"""The signed links in a mail: a page that asks for confirmation, and the action. No login is needed."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Literal

from fastapi import APIRouter, Form, Query, Request, Response
from fastapi.responses import RedirectResponse

from pagestrata.app.answers import Question, give_answer, question_of
from pagestrata.errors import UsageError
from pagestrata.notify.answer_links import PATH, Answer, AnswerKind
from pagestrata.web.context import WebContext
from pagestrata.web.dependencies import Context
from pagestrata.web.refusals import NotAllowedError
from pagestrata.web.templating import address, render

router = APIRouter(include_in_schema=False)

LATEST = 1 << 40


@router.get(PATH)
def ask(
    request: Request,
    ctx: Context,
    say: Annotated[AnswerKind, Query()],
    url: Annotated[str, Query(min_length=1, max_length=8000)],
    at: Annotated[str, Query(pattern="^[0-9]{14}$")],
    until: Annotated[int, Query(ge=0, le=LATEST)],
    seal: Annotated[str, Query(max_length=100)] = "",
    block: Annotated[str, Query(max_length=200)] = "",
    rule: Annotated[str, Query(max_length=200)] = "",
    done: Annotated[Literal["", "now", "before"], Query()] = "",
) -> Response:
    """Ask whether to do what the link says. Changes nothing: mail programs open links by themselves."""
    answer = Answer(say=say, url=url, at=at, until=until, block=block, rule=rule)
    question = _question(ctx, answer, seal)
    shown = done if question.was_given else ""
    fields = {**asdict(answer), "seal": seal}
    return render(request, "answer.html", question=question, given=fields, done=shown, path=PATH)


@router.post(PATH)
def give(
    ctx: Context,
    say: Annotated[AnswerKind, Form()],
    url: Annotated[str, Form(min_length=1, max_length=8000)],
    at: Annotated[str, Form(pattern="^[0-9]{14}$")],
    until: Annotated[int, Form(ge=0, le=LATEST)],
    seal: Annotated[str, Form(max_length=100)] = "",
    block: Annotated[str, Form(max_length=200)] = "",
    rule: Annotated[str, Form(max_length=200)] = "",
) -> Response:
    """Do what the link says. Needs no session: only the recipient of the mail knows the seal."""
    answer = Answer(say=say, url=url, at=at, until=until, block=block, rule=rule)
    question = _question(ctx, answer, seal)
    ctx.archive.check_current()
    is_new = give_answer(ctx.archive, question, seal, now=ctx.clock())
    done = "now" if is_new else "before"
    return RedirectResponse(address(PATH, **asdict(answer), seal=seal, done=done), status_code=303)


def _question(ctx: WebContext, answer: Answer, seal: str) -> Question:
    try:
        return question_of(ctx.archive, answer, seal, now=ctx.clock())
    except UsageError as error:
        raise NotAllowedError(str(error)) from error
