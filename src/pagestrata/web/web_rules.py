"""Rules for messages that somebody makes in the web application or through its API: one check for all of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pagestrata.app.telling.notifications import add_rule
from pagestrata.app.telling.web_channels import check_web_channel
from pagestrata.model.notices import NoticeRule
from pagestrata.web.context import WebContext
from pagestrata.web.security.people import Person, Role


def add_web_rule(
    ctx: WebContext,
    person: Person,
    subject: str,
    channel: str,
    *,
    conditions: Mapping[str, Any] | None = None,
    timing: Mapping[str, Any] | None = None,
) -> NoticeRule:
    """Tell a channel. Raises UsageError for one that this person may not name here."""
    allow_private = ctx.session is not None and ctx.session.options.allow_private
    check_web_channel(channel, is_admin=person.may(Role.ADMIN), allow_private=allow_private)
    return add_rule(
        ctx.archive,
        subject,
        channel=channel,
        now=ctx.clock(),
        conditions=conditions,
        timing=timing,
        public_only=not allow_private,
    )
