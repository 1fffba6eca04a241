"""Notifications: the rules are stored, and the messages that visits created are sent.

Guarantees: a visit stores its version, its trail entries and the messages about them together or not at all, so each leads to
one message per rule that reports it. A message is retried until its channel accepts it, or given up after a day of failures. It
arrives once, except if a program dies after the channel accepted the message and before that is recorded. Then it is sent
again, says so, and carries the same key.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from html import escape
from typing import TYPE_CHECKING, Any

from pagestrata.app.watches import page_name, watch_for
from pagestrata.app.web_channels import is_public_address
from pagestrata.errors import NotFoundError, PagestrataError, UsageError
from pagestrata.model.events import Event, parts_of_key
from pagestrata.model.notices import Delivery, NoticeRule, RuleKind
from pagestrata.model.records import Watch
from pagestrata.notify.channels import Channel, name_of, open_channel
from pagestrata.notify.delivery import settled, template_of
from pagestrata.notify.digest import Timing, digest, timing_from
from pagestrata.notify.kept_addresses import KeptAddresses, default_file, is_secret
from pagestrata.notify.mail import MAIL, MailChannel, MailServer, mail_server_from
from pagestrata.notify.messages import Message, compose, template_from
from pagestrata.notify.rules import Rule, check_subject, rule_from, subjects_of
from pagestrata.notify.usual_channels import recognised

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive

log = logging.getLogger(__name__)

TAG = "tag:"


def add_rule(
    archive: Archive,
    subject: str,
    *,
    channel: str,
    now: datetime,
    conditions: Mapping[str, Any] | None = None,
    timing: Mapping[str, Any] | None = None,
    template: Mapping[str, Any] | None = None,
    public_only: bool = False,
) -> NoticeRule:
    """Add a rule for a trail, a watch, a page or `tag:NAME`. Everything is checked before anything is stored.

    The rule of a tag applies to every page that has the tag when it changes. With `public_only` its messages go to public
    addresses only.
    """
    settings = {"conditions": conditions or {}, "timing": timing or {}, "template": template or {}}
    made = checked_rule(archive, subject, recognised(channel), settings, now=now, public_only=public_only)
    check_new(archive, made)
    return keep_rule(archive, made)


def check_new(archive: Archive, rule: NoticeRule) -> None:
    """Raises UsageError if the rule already exists."""
    if archive.outbox.rule(rule.id) is not None:
        raise UsageError(f"this rule already exists as {rule.id}; see `pagestrata notify list`")


def checked_rule(
    archive: Archive,
    subject: str,
    channel: str,
    settings: Mapping[str, Mapping[str, Any]],
    *,
    now: datetime,
    public_only: bool = False,
) -> NoticeRule:
    """Return a rule without storing it; equal arguments give equal rules. `settings` has conditions, timing and template.

    Raises UsageError if it is invalid. A page without a watch gets one.
    """
    rule = check_words(archive, channel, settings)
    kind, name = _subject(archive, subject, rule)
    parts = json.dumps([kind, name, channel, settings], sort_keys=True)
    return NoticeRule(
        id=hashlib.sha256(parts.encode()).hexdigest()[:8],
        kind=kind,
        subject=name,
        channel=channel,
        created_at=now,
        public_only=public_only,
        **settings,
    )


def check_words(archive: Archive, channel: str, settings: Mapping[str, Mapping[str, Any]]) -> Rule:
    """Check the channel and conditions of a rule, without its subject. Raises UsageError if they are invalid."""
    rule = rule_from(settings["conditions"])
    timing_from(settings["timing"])
    template_from(settings["template"])
    if not name_of(channel).startswith("env:"):
        channel_at(archive, channel)
    return rule


def keep_rule(archive: Archive, rule: NoticeRule) -> NoticeRule:
    """Store a checked rule, with its address outside the archive."""
    kept = replace(rule, channel=_kept_addresses().keep(rule.channel))
    archive.outbox.add_rule(kept)
    return kept


def _subject(archive: Archive, text: str, rule: Rule) -> tuple[RuleKind, str]:
    """The subject of a rule. A page without a watch gets one."""
    if text.startswith(TAG):
        name = text.removeprefix(TAG).strip()
        if not name:
            raise UsageError("the tag has no name; write it like tag:news; `pagestrata watch list` shows all tags")
        check_subject(rule, "tag")
        return "tag", name
    if "://" not in text:
        trails = [trail.id for trail in archive.trails.of() if trail.id.startswith(text)]
        watches = [watch.id for watch in archive.watches.all() if watch.id.startswith(text)]
        if len(trails) + len(watches) != 1:
            raise NotFoundError(
                f"{len(trails)} followed blocks and {len(watches)} watches have an id that begins with {text!r}; "
                "see `pagestrata follow list`, or give the address of a page or tag:NAME"
            )
        kind: RuleKind = "trail" if trails else "watch"
        check_subject(rule, kind)
        return kind, (trails or watches)[0]
    check_subject(rule, "watch")
    return "watch", watch_for(archive, text).id


def find_rule(archive: Archive, rule_id: str) -> NoticeRule:
    matching = [rule for rule in archive.outbox.rules() if rule.id.startswith(rule_id)]
    if len(matching) != 1:
        raise NotFoundError(
            f"{len(matching)} rules have an id that begins with {rule_id!r}; see `pagestrata notify list`"
        )
    return matching[0]


def rule_with_id(archive: Archive, name: str) -> NoticeRule:
    """The rule with exactly this id. NotFoundError if it does not exist."""
    found = archive.outbox.rule(name)
    if found is None:
        raise NotFoundError(f"there is no rule {name[:60]!r}; `pagestrata notify list` shows all rules")
    return found


def rules_of(archive: Archive, watch: Watch) -> list[NoticeRule]:
    """Return the rules that apply to a page: its own and those of its tags."""
    return list(archive.outbox.rules_about(subjects_of(watch)))


def send_due(archive: Archive, *, now: datetime) -> Counter[str]:
    """Send the messages that are due; count them by outcome. A channel that fails is not tried again in this call."""
    outcome: Counter[str] = Counter()
    failing: dict[str, str] = {}
    begin = time.monotonic()
    while taken := archive.outbox.take(now=(moment := now + timedelta(seconds=time.monotonic() - begin))):
        rule, place = archive.outbox.rule(taken[0].rule), taken[0].place
        problem = failing.get(place) or (_sent(archive, rule, taken) if rule else "its rule was removed")
        if problem and place not in failing:
            failing[place] = problem
            log.warning("a message waits: %s", problem)
        timing = timing_from(rule.timing) if rule else Timing()
        done = [settled(item, problem, timing=timing, now=moment) for item in taken]
        archive.outbox.settle(done)
        outcome.update(item.status for item in done)
    return outcome


def send_messages(archive: Archive, *, now: datetime, hide: bool = True) -> Counter[str]:
    """Send the messages that are due. Errors are logged and retried next time: they must not fail a visit.

    With `hide`, addresses stored by an older program are first moved out of the archive, which reads all rules.
    """
    try:
        if hide:
            hide_addresses(archive)
        return send_due(archive, now=now)
    except PagestrataError as error:
        log.warning("notifications wait: %s", error)
        return Counter()


def send_sample(archive: Archive, rule: NoticeRule, *, now: datetime) -> str | None:
    """Send a sample message of this rule; return why it was not delivered, or None."""
    sample = Event(
        subject=rule.subject,
        kind="trail" if rule.kind == "trail" else "watch",
        name="A test",
        url="http://example.org/",
        version="test",
        time=now,
        old_text="the text before",
        new_text="the text now",
    )
    message = compose(sample, ("you asked for a test",), template_of(rule))
    try:
        channel = channel_at(archive, rule.channel, public_only=rule.public_only)
    except UsageError as error:
        return str(error)
    return channel.send(replace(message, key=f"test:{rule.id}:{now.isoformat()}"))


def send_mail_sample(server: str, to: str, *, now: datetime, must_be_public: bool = False) -> str | None:
    """Send a test through a mail server that is not stored yet; return why it was not delivered, or None."""
    channel = MailChannel(to, mail_server_from(server, must_be_public=must_be_public), is_public=is_public_address)
    body = "This is a test: mail works."
    return channel.send(Message(key=f"test:mail:{now.isoformat()}", title="A test", body=body))


def _kept_addresses() -> KeptAddresses:
    return KeptAddresses(default_file(os.environ))


def channel_at(archive: Archive, address: str, *, public_only: bool = False) -> Channel:
    """Open the channel at an address, which may be stored outside the archive."""
    return open_channel(
        _kept_addresses().find(address),
        environment=os.environ,
        terminal=sys.stderr,
        folder=archive.folder,
        is_public=is_public_address if public_only else None,
        mail_server=_kept_addresses().mail_server(os.environ) if address.startswith((MAIL, "env:")) else None,
        is_public_server=is_public_address,
    )


def mail_server() -> MailServer | None:
    """The server that sends mail from this machine, or None."""
    return _kept_addresses().mail_server(os.environ)


def keep_mail_server(address: str | None, *, must_be_public: bool = False) -> None:
    """Store the mail server (None removes it), outside the archive and for all archives."""
    _kept_addresses().keep_mail_server(address, must_be_public=must_be_public)


def channel_problem(archive: Archive, rule: NoticeRule) -> str:
    """Return why the channel of a rule cannot be used on this machine, or "". Nothing is sent."""
    try:
        channel_at(archive, rule.channel, public_only=rule.public_only)
    except UsageError as error:
        return str(error)
    return ""


def hide_addresses(archive: Archive) -> None:
    """Move addresses that an older program stored in the archive out of it."""
    for rule in archive.outbox.rules():
        if is_secret(rule.channel):
            archive.outbox.add_rule(replace(rule, channel=_kept_addresses().keep(rule.channel)))


def _sent(archive: Archive, rule: NoticeRule, deliveries: Sequence[Delivery]) -> str | None:
    try:
        channel = channel_at(archive, rule.channel, public_only=rule.public_only)
    except UsageError as error:
        return str(error)
    if len(deliveries) == 1:
        return channel.send(_message(deliveries[0]))
    return channel.send(digest([_placed(archive, item) for item in deliveries]))


def _placed(archive: Archive, item: Delivery) -> Message:
    """The message with the page it is about and its importance, from the archive."""
    message = _message(item)
    known = parts_of_key(item.key.removeprefix(f"{item.rule}:"))
    if known is None:
        return message
    kind, subject, moment = known
    if kind == "trail":  # this block is followed: its text matters
        trail = archive.trails.with_id(subject)
        return replace(message, page=_page_name(archive, trail.url), weight=1.0) if trail else message
    watch = archive.watches.to_visit(subject)
    if watch is None:
        return message
    version = archive.versions.before(watch.url, moment)
    is_of_version = version is not None and version.captured_at == moment
    weight = (version.probability or version.importance or 0.0) if version is not None and is_of_version else 1.0
    return replace(message, page=_page_name(archive, watch.url), weight=weight)


def _page_name(archive: Archive, url: str) -> str:
    watch = archive.watches.covering(url)
    newest = archive.versions.before(url, datetime.max.replace(tzinfo=UTC))
    return page_name(url, watch, newest.title if newest else "")


def _message(item: Delivery) -> Message:
    body = item.body
    if item.is_repeat:
        note = "(You may have received this message already: the first attempt was interrupted.)"
        body += f"<p>{escape(note)}</p>" if item.is_html else f"\n\n{note}"
    return Message(key=item.key, title=item.title, body=body, is_html=item.is_html, picture_png=item.picture_png)
