"""Checks of notification rules that come from the web application or its API."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import Request

from pagestrata.app.notifications import check_new, check_words, checked_rule, keep_rule
from pagestrata.app.web_channels import check_web_channel
from pagestrata.model.notices import NoticeRule
from pagestrata.notify.mail import MAIL
from pagestrata.notify.usual_channels import recognised
from pagestrata.store.people.settings import WEB_ADDRESS
from pagestrata.web.context import WebContext
from pagestrata.web.security.logins import Person, Role
from pagestrata.web.templating import is_https
from pagestrata.web.views.alert_form import NewAlert


def add_web_rule(
    ctx: WebContext,
    person: Person,
    subject: str,
    channel: str,
    *,
    conditions: Mapping[str, Any] | None = None,
    timing: Mapping[str, Any] | None = None,
) -> NoticeRule:
    """Add a rule for a channel or mail address. Raises UsageError if this person may not use the channel."""
    made = checked_web_rule(ctx, person, subject, as_channel(channel), conditions=conditions, timing=timing)
    check_new(ctx.archive, made)
    return keep_rule(ctx.archive, made)


def checked_web_rule(
    ctx: WebContext,
    person: Person,
    subject: str,
    channel: str,
    *,
    conditions: Mapping[str, Any] | None = None,
    timing: Mapping[str, Any] | None = None,
) -> NoticeRule:
    """A rule that may be stored, for a form that stores several things or none. Raises UsageError as `add_web_rule` does."""
    allow_private = may_reach_nearby(ctx)
    check_web_channel(channel, is_admin=person.may(Role.ADMIN), allow_private=allow_private)
    settings = {"conditions": conditions or {}, "timing": timing or {}, "template": {}}
    return checked_rule(ctx.archive, subject, channel, settings, now=ctx.clock(), public_only=not allow_private)


def check_web_alert(ctx: WebContext, person: Person, alert: NewAlert) -> None:
    """An alert about a block that is not followed yet. Raises UsageError as `add_web_rule` will."""
    check_web_channel(alert.channel, is_admin=person.may(Role.ADMIN), allow_private=may_reach_nearby(ctx))
    settings = {"conditions": alert.conditions, "timing": alert.timing, "template": {}}
    check_words(ctx.archive, alert.channel, settings)


def as_channel(text: str) -> str:
    """Return the channel for what was entered: a mail address, a known service, or a channel."""
    is_address = "@" in text and ":" not in text and "/" not in text
    return f"{MAIL}{text}" if is_address else recognised(text)


def remember_address(ctx: WebContext, request: Request) -> None:
    """Set the address for links in messages to that of this request, unless it is set."""
    if ctx.archive.settings.get(WEB_ADDRESS) is None:
        scheme = "https" if is_https(request) else "http"
        ctx.archive.settings.set(WEB_ADDRESS, f"{scheme}://{request.headers.get('host', 'localhost')}")


def may_reach_nearby(ctx: WebContext) -> bool:
    """Whether private addresses are allowed, as the server was started with --allow-private."""
    return ctx.session is not None and ctx.session.options.allow_private
