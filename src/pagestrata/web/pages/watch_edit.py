"""The edit form of a watched page: its settings, its alerts, and buttons such as pause.

An invalid form is not stored at all, and shown again as it was filled in. If two people edit a page at the same time, the second
one sees both values (409) and decides.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool

from pagestrata.app.notifications import check_new, keep_rule, rule_with_id, send_sample
from pagestrata.app.watches import change_watch, check_settings, edit_watch, remove_watch, watch_with_id
from pagestrata.errors import PagestrataError, UsageError
from pagestrata.model.notices import NoticeRule
from pagestrata.model.records import Watch
from pagestrata.web.api.watches import etag_of_watch
from pagestrata.web.context import WebContext
from pagestrata.web.dependencies import Context, Editor, WatchInPath
from pagestrata.web.job_list import visit_jobs_of
from pagestrata.web.security.logins import Person
from pagestrata.web.templating import address, render
from pagestrata.web.views.alert_form import ALERT_FIELDS, alert_from
from pagestrata.web.views.watch_edit import edit_view, weight_rows
from pagestrata.web.views.watch_form import FIELDS, in_words, settings_from, values_of, with_weights
from pagestrata.web.views.weight_rows import in_words as weights_in_words
from pagestrata.web.web_rules import checked_web_rule, remember_address

router = APIRouter(include_in_schema=False)

DONE = {
    "saved": "Saved. It applies from the next visit.",
    "visit": "Visiting the page. The result will appear in the history.",
    "pause": "Paused. It is not visited until you resume it.",
    "resume": "Resumed.",
    "told": "The alert was removed.",
    "test": "The test message was sent.",
}
LATE = (
    "Someone else changed these settings while you edited them. Yours are not saved yet. Where they differ, the other value "
    "is shown below yours. Save again to overwrite it."
)


@router.get("/watches/{watch_id}/edit")
def edit(request: Request, ctx: Context, editor: Editor, watch: WatchInPath, done: str = "") -> Response:
    """The form."""
    return _form(request, ctx, watch, values_of(watch.settings), done=DONE.get(done, ""))


@router.post("/watches/{watch_id}/edit")
async def act(request: Request, watch_id: str, ctx: Context, editor: Editor) -> Response:
    """Save the form, or do what its button says: `do` is save, visit, pause, resume, remove, try, test:RULE or forget:RULE."""
    form = await request.form()
    sent = {name: value.replace("\r\n", "\n") for name, value in form.items() if isinstance(value, str)}
    return await run_in_threadpool(_act, request, ctx, editor, watch_id, with_weights(sent))


def _act(request: Request, ctx: WebContext, editor: Person, watch_id: str, sent: Mapping[str, str]) -> Response:
    watch = watch_with_id(ctx.archive, watch_id)
    action, _, rule = sent.get("do", "save").partition(":")
    if action == "save":
        return _save(request, ctx, editor, watch, sent)
    if action == "try":
        return _try_alert(request, ctx, editor, watch, sent)
    if action in {"test", "forget"}:
        return _with_alert(request, ctx, watch, action, rule_with_id(ctx.archive, rule), sent)
    return _at_once(request, ctx, watch, action)


def _at_once(request: Request, ctx: WebContext, watch: Watch, action: str) -> Response:
    if action == "visit":
        visit_jobs_of(request).start(watch.url)
    elif action in {"pause", "resume"}:
        change_watch(ctx.archive, watch, {"paused": True if action == "pause" else None})
    elif action == "remove":
        remove_watch(ctx.archive, watch)
        return RedirectResponse(address("/", done="remove"), status_code=303)
    else:
        raise UsageError(f"unknown action {action[:20]!r}; a page can be visited, paused, resumed and removed")
    return _back(watch, action)


def _save(request: Request, ctx: WebContext, editor: Person, watch: Watch, sent: Mapping[str, str]) -> Response:
    settings, problems = settings_from(sent)
    if sent.get("seen") not in {None, mark_of(watch)}:
        return _form(request, ctx, watch, sent, status=409, problem=LATE, now_there=_differing(ctx, watch, sent))
    rule = None
    try:
        if not problems:
            check_settings(watch, settings)
    except PagestrataError as error:
        problems["form"] = str(error)
    try:
        rule = _new_rule(ctx, editor, watch, sent)
        if rule is not None:
            check_new(ctx.archive, rule)
    except PagestrataError as error:
        problems["alert"] = str(error)
    if problems:
        return _form(request, ctx, watch, sent, status=400, problems=problems)
    if edit_watch(ctx.archive, watch, settings) is None:
        now = watch_with_id(ctx.archive, watch.id)
        return _form(request, ctx, now, sent, status=409, problem=LATE, now_there=_differing(ctx, now, sent))
    if rule is not None:
        keep_rule(ctx.archive, rule)
        remember_address(ctx, request)
    return _back(watch, "saved")


def _new_rule(ctx: WebContext, editor: Person, watch: Watch, sent: Mapping[str, str]) -> NoticeRule | None:
    alert = alert_from(sent, ctx.archive.trails.of(watch.url))
    if alert is None:
        return None
    subject = alert.about or watch.id
    return checked_web_rule(ctx, editor, subject, alert.channel, conditions=alert.conditions, timing=alert.timing)


def _try_alert(request: Request, ctx: WebContext, editor: Person, watch: Watch, sent: Mapping[str, str]) -> Response:
    """Send a test to an address before anything is stored."""
    try:
        rule = _new_rule(ctx, editor, watch, sent)
        problem = send_sample(ctx.archive, rule, now=ctx.clock()) if rule else "enter a recipient first"
    except PagestrataError as error:
        problem = str(error)
    if problem:
        return _form(request, ctx, watch, sent, status=400, problems={"alert": problem})
    return _form(request, ctx, watch, sent, done=DONE["test"])


def _with_alert(
    request: Request, ctx: WebContext, watch: Watch, action: str, rule: NoticeRule, sent: Mapping[str, str]
) -> Response:
    if action == "forget":
        ctx.archive.outbox.remove_rule(rule.id)
        return _form(request, ctx, watch, sent, done=DONE["told"])
    problem = send_sample(ctx.archive, rule, now=ctx.clock())
    if problem:
        return _form(request, ctx, watch, sent, status=502, problems={"alerts": problem})
    return _form(request, ctx, watch, sent, done=DONE["test"])


def mark_of(watch: Watch | None) -> str:
    """Return a mark that changes with the watch; 'none' for a page that is not watched."""
    return etag_of_watch(watch).strip('"') if watch is not None else "none"


def _differing(ctx: WebContext, watch: Watch, sent: Mapping[str, str]) -> dict[str, str]:
    """What is stored now, in words, for each field in which something else was sent."""
    stored = values_of(watch.settings)
    weights = {name: weights_in_words(rows) for name, rows in weight_rows(ctx.archive, watch, stored).items()}
    stored_words = {name: in_words(name, value) for name, value in stored.items()} | weights
    return {name: stored_words[name] for name, value in stored.items() if value.strip() != sent.get(name, "").strip()}


def _form(
    request: Request,
    ctx: WebContext,
    watch: Watch,
    values: Mapping[str, str],
    *,
    status: int = 200,
    done: str = "",
    problem: str = "",
    problems: Mapping[str, str] | None = None,
    now_there: Mapping[str, str] | None = None,
) -> Response:
    shown: dict[str, Any] = {name: values.get(name, "") for name in (*FIELDS, *ALERT_FIELDS)}
    return render(
        request,
        "watch_edit.html",
        status=status,
        view=edit_view(ctx.archive, watch),
        values=shown,
        weights=weight_rows(ctx.archive, watch, shown),
        seen=mark_of(watch),
        done=done,
        problem=problem,
        problems=problems or {},
        now_there=now_there or {},
    )


def _back(watch: Watch, done: str) -> Response:
    return RedirectResponse(address(f"/watches/{watch.id}/edit", done=done), status_code=303)
