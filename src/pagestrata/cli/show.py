"""`pagestrata show`: one version of a page, in one of its forms."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pagestrata.cli.archive_options import format_option, open_existing, output_option
from pagestrata.cli.options import SectionedCommand, Settings, with_settings
from pagestrata.cli.output import as_json, deliver
from pagestrata.errors import NotFoundError, UsageError

if TYPE_CHECKING:
    from pagestrata.app.sources import Source
    from pagestrata.model.records import Version
    from pagestrata.store.archive import Archive

# Imports inside functions: help, and commands that need less, start without them (tests/guards/test_light_start.py).

_TIMES = "8 to 14 digits, ISO 8601, latest, first, skipped, ~N for N versions back, or a version as `pagestrata log` names it"
_ADDRESS = re.compile(r"https?://[^/@]+", re.I)
FORMS = ("html", "raw", "text", "main", "png", "vixml", "videlta", "warc", "json")


@click.command(cls=SectionedCommand)
@click.argument("source", metavar="URL@TIME")
@click.option(
    "--resource", metavar="URL", help="Show this stylesheet, image or other resource of the version, as received."
)
@format_option(*FORMS, default="html")
@click.option("--nearest", is_flag=True, help="For a time before the first version, show the first version.")
@output_option
@with_settings
def show(
    settings: Settings, /, source: str, resource: str | None, nearest: bool, form: str, output: Path | None
) -> None:
    """Show an archived version: as rendered, as received, as text, its main content, as a screenshot or as blocks.

    TIME is latest (the default), first, ~N (N versions back), a version as `log` lists it, or a time: 8 to 14 digits
    or ISO 8601. A skipped visit has the name that `log --visits` shows; 'skipped' is the newest one.
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
    """Raise UsageError for an invalid time after @. The @ may also be part of an address in the archive."""
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
    if form == "main":
        from pagestrata.weighing.blocks.main_content import main_text

        return main_text(archive.contents.tree(version)) + "\n"
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
    from pagestrata.app.proving.wacz_signatures import head_text
    from pagestrata.cli.exchange import SOFTWARE
    from pagestrata.replay.export_warc import export_warc

    target, name = io.BytesIO(), f"{version.id}.warc.gz"
    list(export_warc(archive, [version], target, filename=name, software=SOFTWARE, head=head_text(archive)))
    return target.getvalue()


def _described(archive: Archive, version: Version) -> dict[str, Any]:
    from pagestrata.cli.log import describe

    return {**describe(version), "resources": list(archive.contents.resources(version))}
