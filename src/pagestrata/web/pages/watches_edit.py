"""Edit many pages at once: empty fields leave the settings of each page unchanged.

If someone else changed some of the pages meanwhile, the answer (409) names them, and saving again overwrites.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool

from pagestrata.app.notifications import keep_rule
from pagestrata.app.watches import check_settings, edit_watch
from pagestrata.errors import PagestrataError, UsageError
from pagestrata.model.notices import NoticeRule
from pagestrata.model.records import Watch
from pagestrata.web.context import WebContext
from pagestrata.web.dependencies import Context, Editor
from pagestrata.web.pages.dashboard import MOST_AT_ONCE
from pagestrata.web.pages.watch_edit import mark_of
from pagestrata.web.security.logins import Person
from pagestrata.web.templating import address, render
from pagestrata.web.views.alert_form import ALERT_FIELDS, alert_from
from pagestrata.web.views.watch_edit import FIELDS, bulk_view, changes_from
from pagestrata.web.web_rules import checked_web_rule, remember_address

router = APIRouter(include_in_schema=False)

TRIES = 3


@router.post("/pages/edit")
async def edit_many(request: Request, ctx: Context, editor: Editor) -> Response:
    """The form for the chosen pages; with `do=save`, what it says is done on each of them."""
    form = await request.form()
    ids = [value for value in form.getlist("id") if isinstance(value, str)]
    sent = {name: value.replace("\r\n", "\n") for name, value in form.items() if isinstance(value, str)}
    seen = frozenset(value for value in form.getlist("seen") if isinstance(value, str))
    return await run_in_threadpool(_edit, request, ctx, editor, ids, sent, seen)


def _edit(
    request: Request, ctx: WebContext, editor: Person, ids: Sequence[str], sent: Mapping[str, str], seen: frozenset[str]
) -> Response:
    if not ids or len(ids) > MOST_AT_ONCE:
        raise UsageError(f"choose 1 to {MOST_AT_ONCE} pages first")
    watches = [watch for watch in map(ctx.archive.watches.with_id, dict.fromkeys(ids)) if watch is not None]
    if sent.get("do") != "save":
        return _form(request, ctx, watches, {}, {})
    return _save(request, ctx, editor, watches, sent, seen)


def _save(
    request: Request,
    ctx: WebContext,
    editor: Person,
    watches: Sequence[Watch],
    sent: Mapping[str, str],
    seen: frozenset[str],
) -> Response:
    changes, problems = changes_from(sent)
    rules: list[NoticeRule] = []
    try:
        for watch in watches if not problems else ():
            check_settings(watch, changes(watch))
    except UsageError as error:
        problems["form"] = str(error)
    try:
        rules = _rules(ctx, editor, watches, sent)
    except PagestrataError as error:
        problems["alert"] = str(error)
    late = [watch for watch in watches if mark_of(watch) not in seen] if seen else []
    if problems or late:
        return _form(request, ctx, watches, sent, problems, late=late)
    for watch in watches:
        _change(ctx, watch, changes)
    _change_alerts(ctx, watches, rules, ends=sent.get("alerts_before") == "end")
    if rules:
        remember_address(ctx, request)
    return RedirectResponse(address("/", done="edited"), status_code=303)


def _change_alerts(ctx: WebContext, watches: Sequence[Watch], rules: Sequence[NoticeRule], *, ends: bool) -> None:
    outbox = ctx.archive.outbox
    for before in outbox.rules_about({("watch", watch.id) for watch in watches}) if ends else ():
        outbox.remove_rule(before.id)
    for rule in rules:
        if outbox.rule(rule.id) is None:
            keep_rule(ctx.archive, rule)


def _rules(ctx: WebContext, editor: Person, watches: Sequence[Watch], sent: Mapping[str, str]) -> list[NoticeRule]:
    """Return one rule per page, including existing ones."""
    alert = alert_from(sent)
    if alert is None:
        return []
    settings = {"conditions": alert.conditions, "timing": alert.timing}
    return [checked_web_rule(ctx, editor, watch.id, alert.channel, **settings) for watch in watches]


def _change(ctx: WebContext, watch: Watch, changes: Callable[[Watch], Mapping[str, object]]) -> None:
    """Change one page, again if someone else changes it at the same moment."""
    current: Watch | None = watch
    for _ in range(TRIES):
        if current is None or edit_watch(ctx.archive, current, changes(current)) is not None:
            return  # it was removed in the meantime
        current = ctx.archive.watches.with_id(watch.id)
    raise UsageError(f"{watch.url[:200]} is being changed by someone else; try again in a moment")


def _form(
    request: Request,
    ctx: WebContext,
    watches: Sequence[Watch],
    sent: Mapping[str, str],
    problems: Mapping[str, str],
    *,
    late: Sequence[Watch] = (),
) -> Response:
    """Show the form; `late` are pages that someone else changed since it was opened."""
    values = {name: sent.get(name, "") for name in (*FIELDS, *ALERT_FIELDS, "alerts_before")}
    view = bulk_view(watches)
    return render(
        request,
        "watches_edit.html",
        status=400 if problems else 409 if late else 200,
        view=view,
        values=values,
        problems=problems,
        seen=[mark_of(watch) for watch in watches],
        late=late,
    )
