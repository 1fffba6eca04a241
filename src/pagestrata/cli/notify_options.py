"""The options that say when somebody is told, and what they come to."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from pagestrata.errors import UsageError

Function = TypeVar("Function", bound=Callable[..., Any])
OPERATIONS = ("insert", "delete", "update", "move", "split", "merge")
CONDITIONS = ("threshold", "operations", "words", "above", "below", "changed_by", "lost", "found", "faults")
TIMING = ("rhythm", "daily_at", "quiet", "zone")


def rule_options(function: Function) -> Function:
    """Conditions, timing and template of a rule; the command receives them as `**values`, `read_rule` reads them."""
    file = click.Path(exists=True, dir_okay=False, path_type=Path)
    for option in reversed(
        (
            click.option(
                "--threshold",
                type=click.FloatRange(0, 1),
                help="Changes that matter with at least this probability; of a block, that share of it.",
            ),
            click.option("--operation", "operations", multiple=True, type=click.Choice(OPERATIONS), help="Only these."),
            click.option("--word", "words", multiple=True, metavar="WORD", help="Words that appear or disappear."),
            click.option("--above", type=float, help="The number rises above this."),
            click.option("--below", type=float, help="The number falls below this."),
            click.option("--changed-by", metavar="N or N%", help="The number moves by at least this."),
            click.option(
                "--no-lost", "lost", is_flag=True, flag_value=False, default=None, help="Not when it is lost."
            ),
            click.option("--no-found", "found", is_flag=True, flag_value=False, default=None, help="Nor found again."),
            click.option(
                "--no-faults", "faults", is_flag=True, flag_value=False, default=None, help="Not when the page fails."
            ),
            click.option("--digest", "rhythm", type=click.Choice(["hourly", "daily"]), help="Collect messages."),
            click.option("--daily-at", metavar="HH:MM", help="When the daily digest goes out. [default: 08:00]"),
            click.option("--quiet", metavar="HH:MM-HH:MM", help="Hold messages in these hours."),
            click.option("--zone", metavar="ZONE", help="Time zone of these times. [default: this machine's]"),
            click.option("--title", metavar="TEMPLATE", help="Jinja2 template of the title."),
            click.option("--template", "body", type=file, help="File with the Jinja2 template of the message."),
            click.option("--html", "is_html", is_flag=True, help="Send HTML; the template's values are escaped."),
        )
    ):
        function = option(function)
    return function


def read_rule(values: dict[str, Any]) -> dict[str, Any]:
    """Takes the options of a rule out of the values: conditions, timing and template as `add_rule` wants them."""
    conditions = {name: values.pop(name) for name in CONDITIONS}
    conditions["operations"], conditions["words"] = list(conditions["operations"]), list(conditions["words"])
    moved = conditions.pop("changed_by")
    if moved is not None:
        conditions["changed_by_percent" if moved.endswith("%") else "changed_by"] = _number(moved)
    body = values.pop("body")
    template = {
        "title": values.pop("title"),
        "body": _text_of(body) if body else None,
        "is_html": values.pop("is_html") or None,
    }
    parts = {
        "conditions": conditions,
        "timing": {name: values.pop(name) for name in TIMING},
        "template": template,
    }
    return {
        part: {name: value for name, value in given.items() if value is not None and value != []}
        for part, given in parts.items()
    }


def _number(text: str) -> float:
    try:
        return float(text.removesuffix("%"))
    except ValueError as error:
        raise UsageError(f"--changed-by {text!r} is not an amount; write it like 2.50 or 10%") from error


def _text_of(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"the template {file} cannot be read ({error}); write it in UTF-8") from error
