"""`pagestrata log`: the versions of a page, or the archived pages."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import click

from pagestrata.cli import history
from pagestrata.cli.archive_options import format_option, iso, open_existing, say, span_options
from pagestrata.cli.options import SectionedCommand
from pagestrata.cli.output import as_json, deliver
from pagestrata.cli.settings import Settings, shared_options
from pagestrata.errors import UsageError
from pagestrata.formats.urls import without_secrets


@click.command(cls=SectionedCommand)
@click.argument("url", required=False)
@span_options
@click.option("--block", metavar="REF", help="History of one block, by its ref in the newest version.")
@click.option("--said", metavar="WORDS", help="Only the first and last version with these words.")
@click.option("--visits", is_flag=True, help="Include visits that kept no version.")
@click.option("--unwatched", is_flag=True, help="Without URL: only pages that are not watched.")
@format_option("text", "json", default="text")
@shared_options
@click.pass_obj
def log(
    settings: Settings,
    /,
    url: str | None,
    since: datetime | None,
    until: datetime | None,
    block: str | None,
    said: str | None,
    visits: bool,
    unwatched: bool,
    form: str,
) -> int:
    """List the versions of a page and what changed in each, oldest first. Without URL, list the archived pages."""
    if url is None:
        if block is not None or said is not None or visits:
            raise UsageError("--block, --said and --visits need a page; give its URL")
        return _list_pages(settings, since, until, form, only_unwatched=unwatched)
    if unwatched:
        raise UsageError("--unwatched lists pages; omit the URL")
    with open_existing(settings) as archive:
        if not archive.versions.of(url):
            if not visits or not archive.visits.of(url, limit=1):
                archive.versions.at(url, "latest")  # says what there is instead
            _deliver_history(form, history.page_history(archive, url, since, until, with_visits=True))
            return 1
        if said is not None:
            answer = history.saying(archive, url, said, block)
            deliver(as_json(answer) if form == "json" else history.saying_text(answer))
            return 0 if answer["first"] else 1
        if block is not None:
            answer = history.block_history(archive, url, block, since, until)
        else:
            answer = history.page_history(archive, url, since, until, with_visits=visits)
        if not answer["versions"]:
            every = archive.versions.of(url)
            span = f"{iso(every[0].captured_at)} to {iso(every[-1].captured_at)}"
            say(f"{url[:200]} has no version in this time range; it has {len(every)}, from {span}")
    _deliver_history(form, answer)
    return 0 if answer["versions"] else 1


def _deliver_history(form: str, answer: dict[str, Any]) -> None:
    deliver(as_json(answer) if form == "json" else history.history_text(answer))


def _list_pages(
    settings: Settings, since: datetime | None, until: datetime | None, form: str, *, only_unwatched: bool
) -> int:
    with open_existing(settings) as archive:
        answer = history.page_list(archive, since, until, only_unwatched=only_unwatched)
        if not answer:
            known = len(archive.versions.pages())
            asked = (
                "is unwatched and has a version in this time range"
                if only_unwatched
                else "has a version in this time range"
            )
            held = f"none of its {known} pages {asked}" if known else "it contains no page yet"
            say(
                f"nothing to list in {without_secrets(settings.archive_address)}: {held}; `pagestrata visit URL` archives a page"
            )
    deliver(as_json(answer) if form == "json" else history.page_list_text(answer))
    return 0 if answer else 1
