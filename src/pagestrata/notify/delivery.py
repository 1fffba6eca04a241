"""Deliveries: the messages that rules make of events, and their retries.

Messages of a failing channel are retried for a day and at least eight times, with pauses from half a minute to an hour; at most
two weeks where programs run rarely. Retries respect the quiet hours.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from pagestrata.model.events import Event
from pagestrata.model.notices import Delivery, NoticeRule
from pagestrata.notify.channels import name_of
from pagestrata.notify.digest import Timing, timing_from
from pagestrata.notify.mail import MAIL
from pagestrata.notify.messages import AnswerPlace, MessageTemplate, compose, template_from
from pagestrata.notify.rules import is_about, reasons_to_notify, rule_from

FIRST_PAUSE = timedelta(seconds=30)
LONGEST_PAUSE = timedelta(hours=1)
GIVE_UP_AFTER = timedelta(hours=24)
LEAST_TRIES = 8
GIVE_UP_ANYWAY_AFTER = timedelta(days=14)


def deliveries_for(
    rules: Iterable[NoticeRule], events: Iterable[Event], *, now: datetime, root: str = "", key: bytes = b""
) -> list[Delivery]:
    """Return the messages of these rules about these events; a rule ignores events older than itself.

    `root` is the address of the web application for links, `key` signs the links that answer a mail. Only mail has such links:
    it goes to one person, a webhook or a chat to many.
    """
    known = list(rules)
    keys = {rule.id: key if rule.channel.startswith(MAIL) else b"" for rule in known}
    return [
        _delivery(rule, event, reasons, now=now, place=AnswerPlace(root=root, key=keys[rule.id], rule=rule.id))
        for event in events
        for rule in known
        if is_about(rule, event) and event.time >= rule.created_at
        if (reasons := reasons_to_notify(rule_from(rule.conditions), event))
    ]


def _delivery(rule: NoticeRule, event: Event, reasons: Sequence[str], *, now: datetime, place: AnswerPlace) -> Delivery:
    message = compose(event, reasons, template_of(rule), place)
    release = timing_from(rule.timing).release_at(now)
    return Delivery(
        key=f"{rule.id}:{event.key}",
        rule=rule.id,
        place=name_of(rule.channel),
        title=message.title,
        body=message.body,
        is_html=message.is_html,
        in_digest=release > now,
        picture_png=message.picture_png,
        created_at=now,
        release_at=release,
        due_at=release,
    )


def template_of(rule: NoticeRule) -> MessageTemplate:
    """The template of a rule; mail is HTML with a plain text alternative, unless the rule has its own body."""
    template = template_from(rule.template)
    return template if template.body or not rule.channel.startswith(MAIL) else replace(template, is_html=True)


def pause_after(attempts: int) -> timedelta:
    """How long to wait after this many failures."""
    doublings = min(max(attempts - 1, 0), 12)
    return min(FIRST_PAUSE * int(2**doublings), LONGEST_PAUSE)


def settled(delivery: Delivery, problem: str | None, *, timing: Timing, now: datetime) -> Delivery:
    """The delivery after an attempt that failed with this problem (None: it succeeded)."""
    if problem is None:
        return replace(delivery, status="sent", due_at=now, problem=None)
    age = now - delivery.release_at
    if age >= GIVE_UP_ANYWAY_AFTER or (age >= GIVE_UP_AFTER and delivery.attempts >= LEAST_TRIES):
        return replace(delivery, status="given up", due_at=now, problem=problem)
    due = timing.after_quiet(now + pause_after(delivery.attempts))
    return replace(delivery, status="waiting", due_at=due, problem=problem)
