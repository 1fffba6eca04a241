"""`pagestrata summary`: many changes in a few sentences, by a language model that a person configured."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import click

from pagestrata.cli.archive_options import format_option, open_existing, say
from pagestrata.cli.options import SectionedCommand
from pagestrata.cli.output import as_json, deliver
from pagestrata.cli.settings import Settings, shared_options

if TYPE_CHECKING:
    from pagestrata.app.language_model.summary import Summary

# Imports inside functions: help, and commands that need less, start without them (tests/guards/test_light_start.py).

MOST_CHANGES = 200


@click.command(cls=SectionedCommand)
@click.argument("question", nargs=-1, metavar="[QUESTION…]")
@click.option("--show-prompt", is_flag=True, help="Show what would be sent, without sending it.")
@format_option("text", "json", default="text")
@shared_options
@click.pass_obj
def summary(settings: Settings, /, question: tuple[str, ...], show_prompt: bool, form: str) -> int:
    """Summarise changes with a language model, each sentence with its source.

    QUESTION selects the changes, as for `ask`. Without it, the last 7 days are summarised. Only changes of pages whose
    watch has the tag `llm` are sent to the model that PAGESTRATA_LLM_URL and PAGESTRATA_LLM_MODEL name.

    A list of all changes follows the summary. Without a model, or if the model fails, only the list is printed.
    """
    from pagestrata.app.language_model.endpoint import configured_asker
    from pagestrata.app.language_model.summary import may_be_sent, messages_about, summarise
    from pagestrata.app.questions.find_changes import ask_archive

    now = datetime.now(UTC)
    ask = configured_asker(now)
    with open_existing(settings) as archive:
        words = " ".join(question) or "in the last 7 days"
        found = ask_archive(archive, words, now=now, limit=MOST_CHANGES).found.items
        if show_prompt:
            deliver(as_json(messages_about(may_be_sent(archive, found))))
            return 0
        made = summarise(archive, found, ask)
    deliver(as_json(_answer(made)) if form == "json" else _text(made))
    if made.problem:
        say(f"no summary: {made.problem}")
    if made.dropped:
        dropped = "1 sentence was" if made.dropped == 1 else f"{made.dropped} sentences were"
        say(f"{dropped} dropped: the changes do not support what the model wrote")
    return 0 if made.changes else 1


def _answer(made: Summary) -> dict[str, Any]:
    return {
        "sentences": [{"text": one.text, "source": one.source} for one in made.sentences],
        "changes": [
            {"version": one.version.id, "url": one.version.url, "sentence": one.sentence} for one in made.changes
        ],
        "sent": made.sent,
        "dropped": made.dropped,
        "problem": made.problem,
    }


def _text(made: Summary) -> str:
    lines = [f"{one.text} [{one.source}]" for one in made.sentences]
    lines += ["", "All changes:"] if lines else []
    lines += [f"{one.version.url}@{one.version.id}\n    {one.sentence}" for one in made.changes]
    return "".join(f"{line}\n" for line in lines)
