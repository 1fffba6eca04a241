"""`pagestrata show`: one version of a page, in a chosen format."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from pagestrata.app.sources import Source, parse_source
from pagestrata.app.version_files import Form, version_file
from pagestrata.cli.archive_options import format_option, open_existing, output_option
from pagestrata.cli.options import SectionedCommand, Settings, with_settings
from pagestrata.cli.output import as_json, deliver
from pagestrata.errors import UsageError

if TYPE_CHECKING:
    from pagestrata.model.records import Version
    from pagestrata.store.archive import Archive

# Imports inside functions: help, and commands that need less, start without them (tests/guards/test_light_start.py).

_TIMES = "8 to 14 digits, ISO 8601, latest, first, skipped, ~N for N versions back, or a version as `pagestrata log` names it"
_ADDRESS = re.compile(r"https?://[^/@]+", re.I)
FORMS: tuple[Form | Literal["json"], ...] = (
    "html", "raw", "text", "main", "png", "vixml", "videlta", "warc", "json",
)  # fmt: skip


@click.command(cls=SectionedCommand)
@click.argument("source", metavar="URL@TIME")
@click.option("--resource", metavar="URL", help="Show this resource of the version (stylesheet, image, …) as received.")
@format_option(*FORMS, default="html")
@click.option("--nearest", is_flag=True, help="For a time before the first version, show the first version.")
@output_option
@with_settings
def show(
    settings: Settings,
    /,
    source: str,
    resource: str | None,
    nearest: bool,
    form: Form | Literal["json"],
    output: Path | None,
) -> None:
    """Show an archived version: as rendered, as received, as text, its main content, as a screenshot or as blocks.

    TIME is latest (the default), first, ~N (N versions back), a version as `log` lists it, or a time: 8 to 14 digits
    or ISO 8601. A skipped visit has the name that `log --visits` shows; 'skipped' is the newest one.
    """
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


def _shown(archive: Archive, version: Version, form: Form | Literal["json"]) -> bytes:
    if form == "json":
        return as_json(_described(archive, version))
    found = version_file(archive, version, form)
    return found + b"\n" if form in {"text", "main"} else found


def _described(archive: Archive, version: Version) -> dict[str, Any]:
    from pagestrata.cli.log import describe

    return {**describe(version), "resources": list(archive.contents.resources(version))}
