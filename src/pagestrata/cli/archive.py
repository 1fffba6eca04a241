"""`pagestrata log` and `show`: the versions of a page, and one of them."""

from __future__ import annotations

import io
import re
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pagestrata.cli.archive_options import format_option, iso, open_existing, output_option, say, span_options
from pagestrata.cli.options import SectionedCommand
from pagestrata.cli.output import as_json, deliver
from pagestrata.cli.settings import Settings, shared_options
from pagestrata.errors import NotFoundError, UsageError
from pagestrata.formats.shown_addresses import without_secrets

if TYPE_CHECKING:
    from pagestrata.app.sources import Source
    from pagestrata.model.records import Version
    from pagestrata.store.archive import Archive

# Imports inside functions: help, and commands that need less, start without them (tests/guards/test_light_start.py).


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
    from pagestrata.cli import history

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
    from pagestrata.cli import history

    deliver(as_json(answer) if form == "json" else history.history_text(answer))


def _list_pages(
    settings: Settings, since: datetime | None, until: datetime | None, form: str, *, only_unwatched: bool
) -> int:
    from pagestrata.cli import history

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


_TIMES = "8 to 14 digits, ISO 8601, latest, first, skipped, ~N for N versions back, or a version as `pagestrata log` names it"
_ADDRESS = re.compile(r"https?://[^/@]+", re.I)
FORMS = ("html", "raw", "text", "png", "vixml", "videlta", "warc", "json")


@click.command(cls=SectionedCommand)
@click.argument("source", metavar="URL@TIME")
@click.option(
    "--resource", metavar="URL", help="With --format raw: a stylesheet, image or other resource of the version."
)
@format_option(*FORMS, default="html")
@click.option("--nearest", is_flag=True, help="Show the first version for any earlier time.")
@output_option
@shared_options
@click.pass_obj
def show(
    settings: Settings, /, source: str, resource: str | None, nearest: bool, form: str, output: Path | None
) -> None:
    """Show an archived version: as rendered, as received, as text, as a screenshot or as blocks.

    TIME is 8 to 14 digits, ISO 8601, latest, first, ~N (N versions back), or a version as `log` lists it; the
    default is latest. Skipped visits are shown by their name in `log --visits`; 'skipped' is the newest. A time
    before the first version is an error unless --nearest is given.
    """
    from pagestrata.app.sources import parse_source

    found = parse_source(source)
    if found.kind not in {"archived", "live"}:
        raise UsageError(f"{source} is a file; `show` takes an archived page: URL@TIME")
    with open_existing(settings) as archive:
        _refuse_bad_time(archive, found)
        version = archive.versions.at(found.place, found.time or "latest", nearest=nearest)
        if resource is not None:
            deliver(archive.contents.response(version, resource).body, output)
            return
        deliver(_shown(archive, version, form), output)


def _refuse_bad_time(archive: Archive, source: Source) -> None:
    """What is behind the last @ may be part of an address, unless the page before it is here and the whole is not."""
    place, _, time = source.place.rpartition("@")
    if (
        source.time is None
        and _ADDRESS.match(place)
        and not archive.versions.of(source.place)
        and archive.versions.of(place)
    ):
        raise UsageError(f"{time[:60]!r} is not a time of {place[:200]}; write {_TIMES}")


def _shown(archive: Archive, version: Version, form: str) -> bytes | str:
    if form == "raw":
        return archive.contents.response(version).body
    if form == "text":
        from pagestrata.replay.export_warc import visible_text

        return visible_text(archive.contents, version) + "\n"
    if form == "png":
        picture = archive.contents.screenshot(version)
        if picture is None:
            raise NotFoundError(f"version {version.id} of {version.url} has no picture; try --format html or raw")
        return picture
    if form == "vixml":
        from pagestrata.formats.trees.vixml import write_vixml

        return write_vixml(archive.contents.tree(version))
    if form == "videlta":
        from pagestrata.formats.deltas.videlta import write_videlta

        delta = archive.contents.delta(version)
        if delta is None:
            raise NotFoundError(
                f"version {version.id} of {version.url} is the first version and has no changes; "
                "choose a later one, `pagestrata log URL` lists them"
            )
        return write_videlta(delta)
    if form == "warc":
        return _as_warc(archive, version)
    return as_json(_described(archive, version)) if form == "json" else archive.contents.dom(version)


def _as_warc(archive: Archive, version: Version) -> bytes:
    from pagestrata.app.proving.signed_wacz import head_text
    from pagestrata.cli.exchange import SOFTWARE
    from pagestrata.replay.export_warc import export_warc

    target, name = io.BytesIO(), f"{version.id}.warc.gz"
    list(export_warc(archive, [version], target, filename=name, software=SOFTWARE, head=head_text(archive)))
    return target.getvalue()


def _described(archive: Archive, version: Version) -> dict[str, Any]:
    from pagestrata.cli.history import describe

    return {**describe(version), "resources": list(archive.contents.resources(version))}
