"""Messages on their way: made of events by rules, and what becomes of each after a try.

A channel that fails keeps its messages for a day and at least eight tries, with pauses from half a minute to an hour;
where programs run seldom, for two weeks at most. Retries respect the quiet hours.
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
from pagestrata.notify.rules import is_about, reasons_to_tell, rule_from

FIRST_PAUSE = timedelta(seconds=30)
LONGEST_PAUSE = timedelta(hours=1)
GIVE_UP_AFTER = timedelta(hours=24)
LEAST_TRIES = 8
GIVE_UP_ANYWAY_AFTER = timedelta(days=14)


def deliveries_for(
    rules: Iterable[NoticeRule], events: Iterable[Event], *, now: datetime, root: str = "", key: bytes = b""
) -> list[Delivery]:
    """Return the messages of these rules about these events; a rule ignores events from before it was made.

    `root` is the address of the web application, for links; `key` signs those that answer a mail.
    """
    listed = list(rules)
    return [
        _delivery(rule, event, reasons, now=now, place=AnswerPlace(root=root, key=_key_for(rule, key), rule=rule.id))
        for event in events
        for rule in listed
        if is_about(rule, event) and event.time >= rule.created_at
        if (reasons := reasons_to_tell(rule_from(rule.conditions), event))
    ]


def _key_for(rule: NoticeRule, key: bytes) -> bytes:
    """The key for a rule whose messages may carry signed links: mail goes to one person, a webhook or a chat to many."""
    return key if rule.channel.startswith(MAIL) else b""


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
    """How long to wait after that many failures."""
    doublings = min(max(attempts - 1, 0), 12)
    return min(FIRST_PAUSE * int(2**doublings), LONGEST_PAUSE)


def settled(delivery: Delivery, problem: str | None, *, timing: Timing, now: datetime) -> Delivery:
    """The delivery after a try that ended with this problem, or with none."""
    if problem is None:
        return replace(delivery, status="sent", due_at=now, problem=None)
    age = now - delivery.release_at
    if age >= GIVE_UP_ANYWAY_AFTER or (age >= GIVE_UP_AFTER and delivery.attempts >= LEAST_TRIES):
        return replace(delivery, status="given up", due_at=now, problem=problem)
    due = timing.after_quiet(now + pause_after(delivery.attempts))
    return replace(delivery, status="waiting", due_at=due, problem=problem)
