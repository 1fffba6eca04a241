"""`pagestrata notify`: rules, messages and their delivery status. Addresses of channels are never shown in full."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import click

from pagestrata.cli.archive_options import format_option, iso, limit_option, open_existing, to_the_second
from pagestrata.cli.notify_options import RuleOptions, rule_options
from pagestrata.cli.options import SectionedGroup, Settings, shared_options, with_settings
from pagestrata.cli.output import attributes, deliver_as, deliver_rows
from pagestrata.errors import UsageError

if TYPE_CHECKING:
    from pagestrata.model.notices import Delivery, NoticeRule

# Imports inside functions: help, and commands that need less, start without them (tests/guards/test_light_start.py).


@click.group(cls=SectionedGroup)
def notify() -> None:
    """Manage notifications about pages, tags and followed blocks.

    A channel is mail:ADDRESS, a webhook (https://…), an Apprise address for a chat or push service, file:NAME for a
    file in the archive folder, env:NAME for a channel whose address is in an environment variable, or terminal.
    """


@notify.command()
@click.argument("subject", metavar="TRAIL|URL|tag:NAME")
@click.option(
    "--to", "channel", metavar="CHANNEL", required=True, help="mail:ADDRESS, https://…, an Apprise address, env:NAME…"
)
@rule_options
@format_option("text", "json")
@with_settings
def add(settings: Settings, /, subject: str, channel: str, form: str | None, rule: RuleOptions) -> None:
    """Notify a channel about a block, a page or a tag.

    Without conditions, the channel is notified of every change. tag:NAME includes pages that get the tag later.
    """
    from pagestrata.app.notifications import add_rule

    with open_existing(settings, writing=True) as archive:
        made = add_rule(
            archive, subject, channel=channel, now=datetime.now(UTC),
            conditions=rule.conditions, timing=rule.timing, template=rule.template,
        )  # fmt: skip
    deliver_as(form, _rule_json(made))


@notify.command(name="list")
@format_option("text", "json", default="text")
@with_settings
def list_rules(settings: Settings, /, form: str) -> int:
    """List the notification rules."""
    with open_existing(settings) as archive:
        rows = [_rule_json(rule) for rule in archive.outbox.rules()]
    lines = [f"{row['id']}  {row['kind']} {row['subject']}  {row['to']}  {_words(row['conditions'])}" for row in rows]
    return deliver_rows(form, rows, lines)


@notify.command(name="mail-server")
@click.argument("address", required=False)
@click.option("--none", "forget", is_flag=True, help="Remove the mail server.")
@format_option("text", "json")
@shared_options
def set_mail_server(address: str | None, forget: bool, form: str | None) -> int:
    """Set or show the server that sends mail.

    ADDRESS is smtps://user:password@mail.example.org?from=news@example.org. It is stored in your settings folder, outside
    the archive, and used for all your archives. PAGESTRATA_MAIL overrides it. Exit 1 if no server is set.
    """
    from pagestrata.app.notifications import keep_mail_server, mail_server

    if address is not None and forget:
        raise UsageError("give either ADDRESS or --none, not both")
    if address is not None or forget:
        keep_mail_server(address)
    found = mail_server()
    deliver_as(form, {"host": found.host if found else None, "from": found.from_address if found else None})
    return 0 if found or forget else 1


@notify.command()
@click.argument("rule")
@format_option("text", "json", default="text")
@with_settings
def remove(settings: Settings, /, rule: str, form: str) -> None:
    """Remove a rule and its unsent messages."""
    from pagestrata.app.notifications import find_rule

    with open_existing(settings, writing=True) as archive:
        found = find_rule(archive, rule)
        archive.outbox.remove_rule(found.id)
    deliver_as(form, {"removed": found.id, "kind": found.kind, "subject": found.subject})


@notify.command()
@click.argument("rule")
@format_option("text", "json")
@with_settings
def test(settings: Settings, /, rule: str, form: str | None) -> int:
    """Send a test message to the channel of a rule. Exit 1 if the channel rejects it."""
    from pagestrata.app.notifications import find_rule, send_sample

    with open_existing(settings) as archive:
        found = find_rule(archive, rule)
        problem = send_sample(archive, found, now=datetime.now(UTC))
    deliver_as(form, {"rule": found.id, "sent": problem is None, "problem": problem})
    return 0 if problem is None else 1


@notify.command()
@format_option("text", "json")
@with_settings
def send(settings: Settings, /, form: str | None) -> int:
    """Send all messages, retries and digests that are due. Exit 1 if one could not be sent."""
    from pagestrata.app.notifications import send_due

    with open_existing(settings, writing=True) as archive:
        outcome = send_due(archive, now=datetime.now(UTC))
        left = archive.outbox.unsent()
    deliver_as(form, {"sent": outcome["sent"], "given_up": outcome["given up"], "waiting": left})
    return 1 if set(outcome) - {"sent"} else 0


@notify.command()
@click.option("--rule", metavar="RULE", help="Only messages of this rule.")
@limit_option(50, "messages")
@format_option("text", "json", default="text")
@with_settings
def log(settings: Settings, /, rule: str | None, limit: int, form: str) -> int:
    """List messages and their delivery status, newest first."""
    from pagestrata.app.notifications import find_rule

    with open_existing(settings) as archive:
        wanted = find_rule(archive, rule).id if rule else None
        rows = [_delivery_json(item) for item in archive.outbox.deliveries(rule=wanted, limit=limit)]
    lines = [
        f"{to_the_second(row['created'])}  {row['status']:8}  {row['to']}  {row['title']}"
        + (
            f"  ({row['problem']}; next try {to_the_second(row['due'])})"
            if row["problem"] and row["status"] == "waiting"
            else ""
        )
        for row in rows
    ]
    return deliver_rows(form, rows, lines)


def _rule_json(rule: NoticeRule) -> dict[str, Any]:
    from pagestrata.notify.channels import name_of
    from pagestrata.notify.mail import MAIL

    return {
        **attributes(rule, "id", "kind", "subject"),
        "to": rule.channel if rule.channel.startswith(MAIL) else name_of(rule.channel),
        "created": iso(rule.created_at),
        "conditions": dict(rule.conditions),
        "timing": dict(rule.timing),
        "template": dict(rule.template),
    }


def _words(conditions: dict[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in conditions.items()) or "every change"


def _delivery_json(item: Delivery) -> dict[str, Any]:
    return {
        **attributes(item, "key", "rule"),
        "to": item.place,
        "status": item.status,
        "created": iso(item.created_at),
        "due": iso(item.due_at),
        **attributes(item, "attempts", "problem", "title", "body"),
    }
