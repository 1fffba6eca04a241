"""`pagestrata export` and `import`: archives in the formats of other tools."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from pagestrata import __version__
from pagestrata.cli.archive_options import format_option, open_existing, span_options
from pagestrata.cli.output import deliver, deliver_as
from pagestrata.cli.settings import Settings, shared_options
from pagestrata.errors import InputError, NotFoundError, UsageError

if TYPE_CHECKING:
    from pagestrata.model.records import Version
    from pagestrata.store.archive import Archive

SOFTWARE = f"pagestrata/{__version__}"


@click.command()
@click.argument("urls", nargs=-1, metavar="[URL]…")
@click.option("--warc", "form", flag_value="warc", help="One WARC 1.1 file. [default, unless the file ends in .wacz]")
@click.option("--wacz", "form", flag_value="wacz", help="One WACZ package: WARC, index and list of pages.")
@click.option("--cdxj", is_flag=True, help="Write an index beside the WARC file, too.")
@span_options
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), required=True, help="The file to write."
)
@click.option("--force", is_flag=True, help="Replace a file that is there.")
@format_option("text", "json", name="answer_form")
@shared_options
@click.pass_obj
def export(
    settings: Settings,
    /,
    urls: tuple[str, ...],
    form: str | None,
    cdxj: bool,
    since: datetime | None,
    until: datetime | None,
    output: Path,
    force: bool,
    answer_form: str | None,
) -> None:
    """Write versions of some pages, or of all, to a file that other archives and players read."""
    from pagestrata.replay.export_warc import chosen_versions
    from pagestrata.store.screenshots.stored_screenshot import many_sheets_unpacked

    packed = form == "wacz" or (form is None and output.suffix == ".wacz")
    if packed and cdxj:
        raise UsageError("a WACZ package has its index inside; leave --cdxj out")
    if output.exists() and not force:
        raise UsageError(f"{output} is there already; give --force to replace it, or another name with -o")
    with open_existing(settings) as archive, many_sheets_unpacked():
        pages = [archive.versions.at(url, "latest").url for url in urls] or None
        versions = list(chosen_versions(archive, pages, since=since, until=until))
        if not versions:
            raise NotFoundError("no version in that time to export; `pagestrata log URL` lists what there is")
        number = _export_wacz(archive, versions, output) if packed else _export_warc(archive, versions, output, cdxj)
    answer = {"file": str(output), "format": "wacz" if packed else "warc", "versions": len(versions), "records": number}
    deliver_as(answer_form, {**answer, "bytes": output.stat().st_size})


def _export_warc(archive: Archive, versions: list[Version], output: Path, cdxj: bool) -> int:
    from pagestrata.formats.recordings.cdxj import cdxj_lines, plain_index
    from pagestrata.replay.export_warc import export_warc

    with _complete_or_not_at_all(output) as file:
        exported = list(export_warc(archive, versions, file, filename=output.name, software=SOFTWARE))
    records = [record for found in exported for record in found.records]
    if cdxj:
        name = output.name.removesuffix(".gz").removesuffix(".warc")
        deliver(plain_index(cdxj_lines(records, filename=output.name)), output.with_name(f"{name}.cdxj"))
    return len(records)


def _export_wacz(archive: Archive, versions: list[Version], output: Path) -> int:
    from pagestrata.replay.export_wacz import export_wacz

    with _complete_or_not_at_all(output) as file:
        created = datetime.now(UTC)
        return len(export_wacz(archive, versions, file, software=SOFTWARE, created=created, folder=output.parent))


@contextmanager
def _complete_or_not_at_all(target: Path) -> Iterator[BinaryIO]:
    """A file that appears under its name when everything is in it."""
    partial = target.with_name(f".{target.name}.{os.getpid()}.partial")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with partial.open("wb") as file:
            yield file
        partial.replace(target)
    except OSError as error:
        raise InputError(f"cannot write {target}: {error.strerror}; choose another place with -o") from error
    finally:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
