"""Options for the conditions and timing of notifications, and the rule settings they produce."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from pagestrata.cli.options import EXISTING_FILE, NOTIFY, Function, as_stored, off_option, option, option_record
from pagestrata.errors import UsageError

CONDITIONS = ("threshold", "operations", "words", "above", "below", "lost", "found", "faults")
TIMING = ("rhythm", "daily_at", "quiet", "zone")
OPERATIONS = ("insert", "delete", "update", "move", "split", "merge")


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleOptions:
    """The given settings of a rule, by their names in the archive."""

    conditions: dict[str, Any]
    timing: dict[str, Any]
    template: dict[str, Any]

    @property
    def is_empty(self) -> bool:
        return not (self.conditions or self.timing or self.template)


def rule_options(function: Function) -> Function:
    """Conditions, timing and template of a rule. The command receives `rule`."""
    return option_record(
        "rule",
        _rule,
        option(
            "--threshold", section=NOTIFY, type=click.FloatRange(0, 1), metavar="P",
            help="Notify of changes that matter with at least this probability; for a block, when this share of it changes.",
        ),
        option(
            "--operation", "operations", section=NOTIFY, multiple=True, type=click.Choice(OPERATIONS),
            help="Notify only of this operation. Repeatable.",
        ),
        option(
            "--word", "words", section=NOTIFY, multiple=True, metavar="WORD",
            help="Notify when this word appears or disappears. Repeatable.",
        ),
        option("--above", section=NOTIFY, type=float, metavar="N", help="Notify when the number rises above N."),
        option("--below", section=NOTIFY, type=float, metavar="N", help="Notify when the number falls below N."),
        option(
            "--changed-by", section=NOTIFY, metavar="N or N%",
            help="Notify when the number changes by at least this much.",
        ),
        off_option("--no-lost", "lost", section=NOTIFY, help="Do not notify when the block is lost."),
        off_option("--no-found", "found", section=NOTIFY, help="Do not notify when the block is found again."),
        off_option("--no-faults", "faults", section=NOTIFY, help="Do not notify when the page fails."),
        option(
            "--digest", "rhythm", section=NOTIFY, type=click.Choice(["hourly", "daily"]),
            help="Collect messages and send them hourly or daily.",
        ),
        option("--daily-at", section=NOTIFY, rare=True, metavar="HH:MM", help="Time of the daily digest.", show_default="08:00"),
        option("--quiet", section=NOTIFY, metavar="HH:MM-HH:MM", help="Hold back messages during these hours."),
        option(
            "--zone", section=NOTIFY, rare=True, metavar="ZONE", help="Time zone of --daily-at and --quiet.",
            show_default="this machine's",
        ),
        option("--title", section=NOTIFY, rare=True, metavar="TEMPLATE", help="Jinja2 template of the title."),
        option(
            "--template", "body", section=NOTIFY, rare=True, type=EXISTING_FILE,
            help="File with the Jinja2 template of the message.",
        ),
        option(
            "--html", "is_html", section=NOTIFY, rare=True, is_flag=True,
            help="Send the message as HTML; values in the template are escaped.",
        ),
    )(function)  # fmt: skip


def _rule(values: dict[str, Any]) -> RuleOptions:
    changed_by, body = values["changed_by"], values["body"]
    conditions = as_stored({name: values[name] for name in CONDITIONS})
    if changed_by is not None:
        conditions["changed_by_percent" if changed_by.endswith("%") else "changed_by"] = _number(changed_by)
    template = {"title": values["title"], "body": _text_of(body) if body else None}
    return RuleOptions(
        conditions=conditions,
        timing=as_stored({name: values[name] for name in TIMING}),
        template=as_stored({**template, "is_html": values["is_html"] or None}),
    )


def _number(text: str) -> float:
    try:
        return float(text.removesuffix("%"))
    except ValueError as error:
        raise UsageError(f"--changed-by {text!r} is not an amount; write it like 2.50 or 10%") from error


def _text_of(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"the template {file} cannot be read ({error}); save it as UTF-8") from error
