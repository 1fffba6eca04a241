"""The part of a form that adds an alert: mail, a webhook or a service, with conditions; and the existing alerts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from pagestrata.errors import UsageError
from pagestrata.model.notices import Delivery, NoticeRule
from pagestrata.model.plain_numbers import read_plain_number
from pagestrata.model.records import Trail, Watch
from pagestrata.notify.channels import name_of
from pagestrata.notify.condition_words import conditions_from_words, conditions_in_words
from pagestrata.notify.digest import timing_from
from pagestrata.notify.mail import MAIL, checked_address
from pagestrata.notify.rules import NUMBERS, subjects_of
from pagestrata.notify.usual_channels import USUAL, is_usual, recognised, usual_address
from pagestrata.visit.news import name_of_trail

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive

ALERT_FIELDS = (
    "alert_about", "alert_kind", "alert_to", "alert_when", "alert_rhythm", "alert_daily_at", "alert_quiet", "alert_zone",
)  # fmt: skip
KINDS = (
    ("mail", "Mail to", "anna@example.org"),
    ("webhook", "Webhook at", "https://example.org/hook"),
    *((channel.kind, channel.name, channel.example) for channel in USUAL),
    ("service", "Another service", "any Apprise address, such as matrix://…"),
)
"""Name, words and example of each kind of channel that a form offers."""
RHYTHMS = (("at once", "at once"), ("hourly", "hourly digest"), ("daily", "daily digest"))


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownAlert:
    """An alert in words, for lists of alerts."""

    id: str
    about: str
    channel: str  # its kind and a mark, for anyone
    address: str  # for who may edit alerts: a mail address is whole, of others no secret is shown
    when: str
    timing: str
    trouble: str  # why its last message was not sent; '' if it was
    is_of_tag: bool  # of all pages with the tag, not of this one alone
    created_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class NewAlert:
    """An alert that a form asks for: the subject is '' for the page itself, else the id of a followed block."""

    about: str
    channel: str
    conditions: Mapping[str, Any]
    timing: Mapping[str, Any]


def alert_from(sent: Mapping[str, str], trails: Iterable[Trail] = ()) -> NewAlert | None:
    """The alert a form asks for; None without a recipient. Raises UsageError for invalid values."""
    to = sent.get("alert_to", "").strip()
    if not to:
        return None
    conditions = conditions_from_words(sent.get("alert_when", ""))
    about = sent.get("alert_about", "").strip()
    known = list(trails)
    if about and about not in {trail.id for trail in known}:
        raise UsageError("the followed block no longer exists; choose what the alert is about again")
    if not about and any(name in conditions for name in NUMBERS):
        about = _block_with_number(known)
    return NewAlert(
        about=about,
        channel=channel_from(sent.get("alert_kind", "mail"), to),
        conditions=conditions,
        timing=_timing(sent),
    )


def alert_on_block(sent: Mapping[str, str]) -> NewAlert | None:
    """The alert for a block to follow, with fields for below, above and words; None without a recipient."""
    conditions = conditions_of_fields(sent)
    to = sent.get("alert_to", "").strip()
    if to:
        return NewAlert(
            about="", channel=channel_from(sent.get("alert_kind", "mail"), to), conditions=conditions, timing={}
        )
    if conditions:
        raise UsageError("no recipient given; enter a mail address or a webhook")
    return None


def conditions_of_fields(sent: Mapping[str, str]) -> dict[str, Any]:
    """Conditions from the fields above, below and words (separated by commas). The rule refuses what is not a number."""
    found: dict[str, Any] = {}
    for name in ("above", "below"):
        if text := sent.get(name, "").strip():
            value = read_plain_number(text)
            found[name] = text if value is None else value
    if words := [word.strip() for word in sent.get("words", "").split(",") if word.strip()]:
        found["words"] = words
    return found


def _block_with_number(trails: list[Trail]) -> str:
    """The followed block that an alert about a number means. Raises UsageError unless there is exactly one."""
    if len(trails) == 1:
        return trails[0].id
    if not trails:
        raise UsageError(
            "an alert about a number needs a followed block; choose 'Follow a block' first, then set the limit"
        )
    raise UsageError("an alert about a number needs one followed block; choose it under 'About'")


def channel_from(kind: str, to: str) -> str:
    """Return the channel for a kind and an address. Raises UsageError if it is invalid."""
    if kind == "mail":
        return f"{MAIL}{checked_address(to.removeprefix(MAIL).removeprefix('mailto:'))}"
    if is_usual(kind):
        return usual_address(kind, to)
    if kind == "webhook" and not to.startswith(("https://", "http://", "json://", "jsons://")):
        raise UsageError(f"{to[:40]!r} is not the address of a webhook; write it like https://example.org/hook")
    return recognised(to)


def _timing(sent: Mapping[str, str]) -> dict[str, str]:
    rhythm = sent.get("alert_rhythm", "")
    fields = {
        "rhythm": rhythm if rhythm != "at once" else "",
        "daily_at": sent.get("alert_daily_at", "").strip() if rhythm == "daily" else "",
        "quiet": sent.get("alert_quiet", "").replace("–", "-").replace(" ", ""),
        "zone": sent.get("alert_zone", "").strip(),
    }
    timing = {name: value for name, value in fields.items() if value}
    timing_from(timing)
    return timing


def alerts_about(archive: Archive, watch: Watch, trails: Iterable[Trail]) -> list[ShownAlert]:
    """Return the alerts of a page, its tags and its followed blocks, oldest first."""
    blocks = {trail.id: name_of_trail(trail) for trail in trails}
    subjects = subjects_of(watch) | {("trail", block) for block in blocks}
    rules = sorted(archive.outbox.rules_about(subjects), key=lambda rule: rule.created_at)
    return shown_alerts(archive, rules, lambda rule: _about(rule, blocks))


def _about(rule: NoticeRule, blocks: Mapping[str, str]) -> str:
    return f"every page tagged {rule.subject}" if rule.kind == "tag" else blocks.get(rule.subject, "the page")


def shown_alerts(
    archive: Archive, rules: Sequence[NoticeRule], about: Callable[[NoticeRule], str] = lambda _rule: ""
) -> list[ShownAlert]:
    """Return alerts in words. `about` names the subject of each, for a screen that lists several subjects."""
    troubles = archive.outbox.troubles([rule.id for rule in rules])
    return [_shown(rule, about(rule), troubles.get(rule.id)) for rule in rules]


def _shown(rule: NoticeRule, about: str, trouble: Delivery | None) -> ShownAlert:
    usual = "any change" if rule.kind == "trail" else "every change that matters"
    return ShownAlert(
        id=rule.id,
        about=about,
        channel=name_of(rule.channel),
        address=rule.channel.removeprefix(MAIL) if rule.channel.startswith(MAIL) else name_of(rule.channel),
        when="; ".join(conditions_in_words(rule.conditions)) or usual,
        timing=timing_in_words(rule.timing),
        trouble=_trouble_in_words(trouble),
        is_of_tag=rule.kind == "tag",
        created_at=rule.created_at,
    )


def _trouble_in_words(trouble: Delivery | None) -> str:
    if trouble is None:
        return ""
    goes_on = "given up" if trouble.status == "given up" else "will be retried"
    return f"The last message could not be sent ({goes_on}): {trouble.problem}"


def timing_in_words(timing: Mapping[str, Any]) -> str:
    """'daily digest, at 08:00; quiet 22:00-07:00 Europe/Berlin'; 'at once' for nothing."""
    words = dict(RHYTHMS).get(str(timing.get("rhythm", "at once")), "at once")
    if timing.get("rhythm") == "daily":
        words += f", at {timing.get('daily_at', '08:00')}"
    if timing.get("quiet"):
        words += f"; quiet {timing['quiet']}"
    return f"{words} {timing['zone']}" if timing.get("zone") else words
