"""`pagestrata ask`, `summary`, `search` and `query`: questions to the whole archive."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pagestrata.cli.archive_options import (
    format_option,
    iso,
    limit_option,
    open_existing,
    output_option,
    require_page,
    say,
    span_options,
)
from pagestrata.cli.options import SectionedCommand, Settings, with_settings
from pagestrata.cli.output import as_json, attributes, deliver
from pagestrata.errors import InputError, UsageError

if TYPE_CHECKING:
    from pagestrata.app.language_model.summary import Summary
    from pagestrata.app.questions.find_changes import FoundChange
    from pagestrata.model.records import SkippedText
    from pagestrata.query.search import Hit

# Imports inside functions: help, and commands that need less, start without them (tests/guards/test_light_start.py).


@click.command(cls=SectionedCommand)
@click.argument("words", nargs=-1, required=True, metavar="WORDS…")
@click.option("--url", metavar="URL", help="Search only this page.")
@click.option("--block", metavar="REF|ROLE", help="Search only this block, or blocks with this role, such as article.")
@span_options
@click.option("--changed", is_flag=True, help="Only blocks that appeared or changed to this text in the time range.")
@click.option("--topic", is_flag=True, help="Search the topics of blocks instead of their full text.")
@click.option("--skipped", is_flag=True, help="Search changes that skipped visits found, instead of versions.")
@limit_option(50, "answers", most=10_000)
@format_option("text", "json", default="text")
@with_settings
def search(
    settings: Settings,
    /,
    words: tuple[str, ...],
    url: str | None,
    block: str | None,
    since: datetime | None,
    until: datetime | None,
    changed: bool,
    topic: bool,
    skipped: bool,
    limit: int,
    form: str,
) -> int:
    """Search the text of all versions of all pages.

    Write "…" around a phrase, and * at the end of a word for any ending.
    """
    from pagestrata.query.search import search as find

    if skipped:
        if block is not None or changed or topic:
            raise UsageError("--skipped searches changes that are in no version; omit --block, --changed and --topic")
        return _search_skipped(settings, " ".join(words), url, since, until, limit, form)
    with open_existing(settings) as archive:
        if url is not None:
            require_page(archive, url)
        hits = find(
            archive,
            " ".join(words),
            url=url,
            block=block,
            since=since,
            until=until,
            changed=changed,
            topic=topic,
            limit=limit,
        )
    if not hits:
        say(f"no block contains {' '.join(words)[:100]!r}; try fewer words, or a * at the end of a word")
    deliver(as_json([_hit(hit) for hit in hits]) if form == "json" else "".join(map(_hit_text, hits)))
    return 0 if hits else 1


def _search_skipped(
    settings: Settings,
    words: str,
    url: str | None,
    since: datetime | None,
    until: datetime | None,
    limit: int,
    form: str,
) -> int:
    with open_existing(settings) as archive:
        hits = archive.skipped.search(words, url=url, since=since, until=until, limit=limit)
    if not hits:
        say(f"no skipped visit that is still stored found a change with {words[:100]!r}")
    rows = [_skipped_hit(hit, words) for hit in hits]
    lines = "".join(
        f"{row['url']}@{row['skipped']}  block {row['block']} ({row['role']})\n    {row['snippet']}\n" for row in rows
    )
    deliver(as_json(rows) if form == "json" else lines)
    return 0 if hits else 1


def _skipped_hit(hit: SkippedText, words: str) -> dict[str, Any]:
    from pagestrata.query.search import snippet

    return {
        "url": hit.version.url,
        "skipped": hit.version.id,
        "time": iso(hit.version.captured_at),
        **attributes(hit, "block", "role"),
        "snippet": snippet(hit.text, words),
        "text": hit.text,
    }


def _hit(hit: Hit) -> dict[str, Any]:
    stay = hit.stay
    return {
        "url": stay.url,
        "block": stay.ref,
        "role": stay.role,
        "topic": stay.topic,
        "first_version": stay.first_version,
        "first_seen": iso(stay.first_seen),
        "last_seen": iso(stay.last_seen),
        "gone_at": iso(stay.gone_at),
        "snippet": hit.snippet,
        "text": stay.text,
    }


def _hit_text(hit: Hit) -> str:
    stay = hit.stay
    until = "still there" if stay.gone_at is None else f"gone {stay.gone_at:%Y-%m-%d %H:%M}"
    return (
        f"{stay.url}  block {stay.ref} ({stay.role})  from {stay.first_seen:%Y-%m-%d %H:%M}, {until}\n"
        f"    {hit.snippet}\n"
    )


@click.command(cls=SectionedCommand)
@click.argument("question", nargs=-1, required=True, metavar="QUESTION…")
@limit_option(20, "changes", most=1000)
@format_option("text", "json", default="text")
@with_settings
def ask(settings: Settings, /, question: tuple[str, ...], limit: int, form: str) -> int:
    """Answer a question about changes: 'price changes since October on tag boats', 'who removed section 7'.

    No language model is needed: the command recognises times, kinds of change, pages, tags and addresses, and searches
    for the remaining words. The answer begins with how it understood the question.
    """
    from pagestrata.app.questions.find_changes import ask_archive

    with open_existing(settings) as archive:
        answer = ask_archive(archive, " ".join(question), now=datetime.now(UTC), limit=limit)
    found = answer.found
    if form == "json":
        items = [_changed(change) for change in found.items]
        deliver(as_json({"understood": answer.understood, "items": items, "next": found.next_after}))
    else:
        say(f"understood as: {', '.join(answer.understood)}")
        deliver(_changes_text(found.items))
    if not found.items:
        say("no change matches the question; use fewer words or a longer time")
    return 0 if found.items else 1


def _changes_text(changes: Iterable[FoundChange]) -> str:
    return "".join(f"{change.version.url}@{change.version.id}\n    {change.sentence}\n" for change in changes)


def _changed(item: FoundChange) -> dict[str, Any]:
    return {
        "version": item.version.id,
        "before": item.before,
        "url": item.version.url,
        "time": iso(item.version.captured_at),
        "title": item.version.title,
        "probability": item.version.probability,
        "sentence": item.sentence,
    }


@click.command(cls=SectionedCommand)
@click.argument("xquery")
@click.option("--url", "urls", metavar="URL", multiple=True, help="Query only this page. Repeatable.")
@span_options
@click.option("--newest", type=click.IntRange(1), metavar="N", help="Only the newest N versions of each page.")
@click.option("--seconds", type=click.FloatRange(0.1, 3600), default=30.0, metavar="SECONDS", help="Time limit.")
@format_option("text", "json", default="text")
@output_option
@with_settings
def query(
    settings: Settings,
    /,
    xquery: str,
    urls: tuple[str, ...],
    since: datetime | None,
    until: datetime | None,
    newest: int | None,
    seconds: float,
    form: str,
    output: Path | None,
) -> None:
    """Run an XQuery over the Vi-XML and Vi-Delta of archived versions.

    XQUERY is the query itself, @FILE, or - for standard input. The context is <Archive>, with a <Page url> for each
    page that contains a <Version id time> for each version. Queries cannot open files or connections.
    """
    from pagestrata.query.xquery import archive_document, run_xquery

    text = _query_text(xquery)
    with open_existing(settings) as archive:
        pages = [archive.versions.at(url, "latest").url for url in urls] if urls else archive.versions.pages()
        document = archive_document(archive, pages, since=since, until=until, newest=newest)
    items = run_xquery(text, document, seconds=seconds)
    deliver(as_json(list(items)) if form == "json" else "".join(f"{item}\n" for item in items), output)


def _query_text(written: str) -> str:
    if written == "-":
        return sys.stdin.read()
    if not written.startswith("@"):
        written.encode()  # what is not UTF-8 would end the query's own process
        return written
    try:
        return Path(written[1:]).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read the query in {written[1:]} ({error}); check the file name") from error


MOST_CHANGES = 200


@click.command(cls=SectionedCommand)
@click.argument("question", nargs=-1, metavar="[QUESTION…]")
@click.option("--show-prompt", is_flag=True, help="Show what would be sent, without sending it.")
@format_option("text", "json", default="text")
@with_settings
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
        "sentences": [attributes(sentence, "text", "source") for sentence in made.sentences],
        "changes": [
            {"version": change.version.id, "url": change.version.url, "sentence": change.sentence}
            for change in made.changes
        ],
        **attributes(made, "sent", "dropped", "problem"),
    }


def _text(made: Summary) -> str:
    lines = [f"{sentence.text} [{sentence.source}]" for sentence in made.sentences]
    return "".join(f"{line}\n" for line in [*lines, *(["", "All changes:"] if lines else [])]) + _changes_text(
        made.changes
    )
