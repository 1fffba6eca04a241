"""`pagestrata search` and `query`: questions to the whole archive."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pagestrata.cli.archive_options import format_option, iso, open_existing, say, span_options
from pagestrata.cli.output import as_json, deliver
from pagestrata.cli.settings import Settings, shared_options
from pagestrata.errors import InputError, UsageError

if TYPE_CHECKING:
    from pagestrata.model.records import SkippedText
    from pagestrata.query.search import Hit


@click.command()
@click.argument("words", nargs=-1, required=True, metavar="WORDS…")
@click.option("--url", metavar="URL", help="Only this page.")
@click.option("--block", metavar="REF|ROLE", help="Only this block of the page, or blocks of a role such as article.")
@span_options
@click.option("--changed", is_flag=True, help="Only blocks that came, or got this text, in that time.")
@click.option("--topic", is_flag=True, help="Look for the words in the topics of blocks, not in their whole texts.")
@click.option("--skipped", is_flag=True, help="Search what changed at skipped visits instead, as long as it is there.")
@click.option("--limit", type=click.IntRange(1, 10_000), default=50, show_default=True)
@format_option("text", "json", default="text")
@shared_options
@click.pass_obj
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
    """Find blocks by their words, in all versions of all pages. "…" is a phrase, a * at the end any ending."""
    from pagestrata.query.search import search as find

    if skipped:
        if block is not None or changed or topic:
            raise UsageError(
                "--skipped searches blocks that changed, in no version; leave --block, --changed and --topic out"
            )
        return _search_skipped(settings, " ".join(words), url, since, until, limit, form)
    with open_existing(settings) as archive:
        if url is not None and not archive.versions.of(url):
            archive.versions.at(url, "latest")  # says what there is instead
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
        say(f"no block says {' '.join(words)[:100]!r}; with fewer words, or a * at their ends, more is found")
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
        say(f"nothing that changed at a skipped visit says {words[:100]!r}, as far as it can still be looked at")
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
        "block": hit.block,
        "role": hit.role,
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


@click.command()
@click.argument("xquery")
@click.option("--url", "urls", metavar="URL", multiple=True, help="Only this page; may be given several times.")
@span_options
@click.option("--newest", type=click.IntRange(1), help="Of each page only so many versions.")
@click.option("--seconds", type=click.FloatRange(0.1, 3600), default=30.0, show_default=True, help="Time limit.")
@format_option("text", "json", default="text")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="The file to write.")
@shared_options
@click.pass_obj
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

    XQUERY is the query itself, @FILE, or - for standard input. Its context is <Archive> with a <Page url> per page
    and in it a <Version id time> per version. It can open no file and no connection.
    """
    from pagestrata.query.query_document import archive_document
    from pagestrata.query.xquery import run_xquery

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
