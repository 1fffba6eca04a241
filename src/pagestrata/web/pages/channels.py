"""Settings, Channels: alerts, a form for a new one, and the mail server."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse
from pydantic import BaseModel, Field

from pagestrata.app.notifications import (
    find_rule,
    keep_mail_server,
    send_mail_sample,
    send_sample,
)
from pagestrata.app.web_channels import check_mail_server
from pagestrata.errors import PagestrataError, UsageError
from pagestrata.notify.condition_words import conditions_from_words
from pagestrata.notify.mail import MailServer, server_address
from pagestrata.web.context import WebContext
from pagestrata.web.dependencies import Admin, Context
from pagestrata.web.pages.settings import settings_page
from pagestrata.web.security.logins import Person
from pagestrata.web.views.alert_form import KINDS, channel_from
from pagestrata.web.views.settings import all_alerts, subjects
from pagestrata.web.views.watch_edit import usable_mail_server
from pagestrata.web.web_rules import add_web_rule, as_channel, checked_web_rule, may_reach_nearby, remember_address

router = APIRouter(include_in_schema=False)
DONE = {
    "added": "Added.",
    "removed": "Removed.",
    "sent": "The test message was sent.",
    "mail": "The mail server was saved.",
    "no-mail": "The mail server was removed.",
}


class ChannelForm(BaseModel):
    """A new alert: its subject, channel, conditions and timing. Without a kind, the address determines the kind of channel."""

    subject: str = Field(default="", max_length=300)
    kind: str = Field(default="", max_length=20)
    channel: str = Field(default="", max_length=2000)
    when: str = Field(default="", max_length=1000)
    do: Literal["add", "test"] = "add"

    def address(self) -> str:
        """The channel as it is stored. Raises UsageError if it is invalid."""
        if self.kind not in {"", *(name for name, _, _ in KINDS)}:
            raise UsageError("choose one of the kinds of channel in the list")
        return channel_from(self.kind, self.channel.strip()) if self.kind else as_channel(self.channel.strip())


class MailForm(BaseModel):
    """A mail server by its parts, or as one address in `server`, which goes before them."""

    server: str = Field(default="", max_length=2000)
    host: str = Field(default="", max_length=300)
    port: str = Field(default="", max_length=10)
    security: Literal["tls", "starttls", "none"] = "tls"
    user: str = Field(default="", max_length=300)
    password: str = Field(default="", max_length=1000)
    sender: str = Field(default="", max_length=300)
    to: str = Field(default="", max_length=300)
    do: Literal["save", "forget"] = "save"

    def address(self, known: MailServer | None) -> str:
        """The server's address; a password that was left empty is the known one of the same server and user."""
        if self.server.strip():
            return self.server.strip()
        is_same = known is not None and (known.host, known.user) == (self.host.strip(), self.user.strip())
        password = known.password if known is not None and is_same and not self.password else self.password
        parts = {"host": self.host, "port": self.port, "security": self.security, "user": self.user}
        return server_address(**parts, password=password, sender=self.sender)


@router.get("/settings/channels")
def channels(request: Request, ctx: Context, admin: Admin, done: str = "") -> Response:
    """Show the alerts."""
    return _page(request, ctx, done=DONE.get(done, ""))


def _page(
    request: Request,
    ctx: WebContext,
    *,
    form: ChannelForm | None = None,
    mail: MailForm | None = None,
    problems: Mapping[str, str] | None = None,
    **values: Any,
) -> Response:
    """Show the alerts and, after an error, what was entered, except passwords."""
    server = usable_mail_server()
    return settings_page(
        request,
        "channels",
        alerts=all_alerts(ctx.archive),
        subjects=subjects(ctx.archive),
        server=server,
        entered=form or ChannelForm(kind=KINDS[0][0]),
        mail=mail or _filled(server),
        kinds=KINDS,
        problems=problems or {},
        **values,
    )


def _filled(server: MailServer | None) -> MailForm:
    if server is None:
        return MailForm()
    security: Literal["tls", "starttls", "none"] = (
        "tls" if server.is_encrypted else "starttls" if server.may_encrypt else "none"
    )
    return MailForm(host=server.host, port=str(server.port), security=security, user=server.user, sender=server.sender)


@router.post("/settings/channels")
def add_channel(request: Request, ctx: Context, admin: Admin, form: Annotated[ChannelForm, Form()]) -> Response:
    """Add an alert for a page, a tag or a followed block, or only send a test. After an error the form stays filled."""
    try:
        problem = _added_or_tried(ctx, admin, form)
    except PagestrataError as error:
        return _page(request, ctx, status=400, form=form, problems={"channel": str(error)})
    if problem is not None:
        return _page(
            request,
            ctx,
            status=502,
            form=form,
            problems={"channel": f"The test message could not be sent: {problem}"},
        )
    if form.do == "test":
        return _page(request, ctx, form=form, done=DONE["sent"])
    remember_address(ctx, request)
    return RedirectResponse("/settings/channels?done=added", status_code=303)


def _added_or_tried(ctx: WebContext, admin: Person, form: ChannelForm) -> str | None:
    """Store the rule or send its test; return why the test could not be sent, or None."""
    address, conditions = form.address(), conditions_from_words(form.when)
    if form.do == "add":
        add_web_rule(ctx, admin, form.subject.strip(), address, conditions=conditions)
        return None
    subject = form.subject.strip() or "tag:test"  # a test is about nothing yet
    return send_sample(ctx.archive, checked_web_rule(ctx, admin, subject, address), now=ctx.clock())


@router.post("/settings/mail")
def save_mail_server(request: Request, ctx: Context, admin: Admin, form: Annotated[MailForm, Form()]) -> Response:
    """Set the mail server, after a test message if an address is given."""
    if form.do == "forget":
        keep_mail_server(None)
        return RedirectResponse("/settings/channels?done=no-mail", status_code=303)
    nearby = may_reach_nearby(ctx)
    try:
        address = form.address(usable_mail_server())
        check_mail_server(address, allow_private=nearby)
        problem = (
            send_mail_sample(address, form.to, now=ctx.clock(), must_be_public=not nearby) if form.to.strip() else None
        )
        if problem is None:
            keep_mail_server(address, must_be_public=not nearby)
            return RedirectResponse("/settings/channels?done=mail", status_code=303)
    except UsageError as error:
        problem = str(error)
    return _page(request, ctx, status=400, mail=form, problems={"mail": problem})


@router.post("/settings/channels/{rule_id}/{action}")
def act_on_channel(
    request: Request, rule_id: str, action: Literal["test", "remove"], ctx: Context, admin: Admin
) -> Response:
    """Send a test message, or forget the rule."""
    rule = find_rule(ctx.archive, rule_id)
    if action == "remove":
        ctx.archive.outbox.remove_rule(rule.id)
        return RedirectResponse("/settings/channels?done=removed", status_code=303)
    problem = send_sample(ctx.archive, rule, now=ctx.clock())
    if problem:
        return _page(request, ctx, status=502, problem=problem)
    return RedirectResponse("/settings/channels?done=sent", status_code=303)
