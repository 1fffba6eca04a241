"""`pagestrata export` and `import`: archives in the formats of other tools."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from pagestrata.app.version_files import SOFTWARE
from pagestrata.cli.archive_options import format_option, open_existing, span_options
from pagestrata.cli.options import FILE_PATH, SectionedCommand, Settings, with_settings
from pagestrata.cli.output import deliver, deliver_as
from pagestrata.errors import InputError, NotFoundError, UsageError

if TYPE_CHECKING:
    from pagestrata.model.records import Version
    from pagestrata.store.archive import Archive

# Imports inside functions: help, and commands that need less, start without them (tests/guards/test_light_start.py).


@click.command(cls=SectionedCommand)
@click.argument("urls", nargs=-1, metavar="[URL]…")
@click.option(
    "--warc", "form", flag_value="warc", help="Write a WARC 1.1 file. [default, unless the file name ends in .wacz]"
)
@click.option("--wacz", "form", flag_value="wacz", help="Write a WACZ package: WARC, index and list of pages.")
@click.option("--sign", is_flag=True, help="Sign the WACZ package (ECDSA).")
@click.option("--cdxj", is_flag=True, help="Also write a CDXJ index next to the WARC file.")
@span_options
@click.option("-o", "--output", type=FILE_PATH, required=True, help="Output file.")
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
@format_option("text", "json", name="answer_form")
@with_settings
def export(
    settings: Settings,
    /,
    urls: tuple[str, ...],
    form: str | None,
    sign: bool,
    cdxj: bool,
    since: datetime | None,
    until: datetime | None,
    output: Path,
    force: bool,
    answer_form: str | None,
) -> None:
    """Export versions of some pages, or of all, to a WARC or WACZ file."""
    from pagestrata.replay.export_warc import chosen_versions
    from pagestrata.store.screenshots.stored_screenshot import many_sheets_unpacked

    packed = form == "wacz" or (form is None and output.suffix == ".wacz")
    if packed and cdxj:
        raise UsageError("a WACZ package contains its index; omit --cdxj")
    if sign and not packed:
        raise UsageError("only WACZ packages can be signed; add --wacz, or use a file name that ends in .wacz")
    if output.exists() and not force:
        raise UsageError(f"{output} already exists; overwrite it with --force, or give another name with -o")
    with open_existing(settings) as archive, many_sheets_unpacked():
        pages = [archive.versions.at(url, "latest").url for url in urls] or None
        versions = list(chosen_versions(archive, pages, since=since, until=until))
        if not versions:
            raise NotFoundError("no version to export in this time range; `pagestrata log URL` lists what is archived")
        number = (
            _export_wacz(archive, versions, output, sign=sign)
            if packed
            else _export_warc(archive, versions, output, cdxj)
        )
    answer = {"file": str(output), "format": "wacz" if packed else "warc", "versions": len(versions), "records": number}
    deliver_as(answer_form, {**answer, "bytes": output.stat().st_size})


def _export_warc(archive: Archive, versions: list[Version], output: Path, cdxj: bool) -> int:
    from pagestrata.app.proving.wacz_signatures import head_text
    from pagestrata.formats.recordings.cdxj import cdxj_lines, plain_index
    from pagestrata.replay.export_warc import export_warc

    with _complete_or_not_at_all(output) as file:
        head = head_text(archive)
        exported = list(export_warc(archive, versions, file, filename=output.name, software=SOFTWARE, head=head))
    records = [record for found in exported for record in found.records]
    if cdxj:
        name = output.name.removesuffix(".gz").removesuffix(".warc")
        deliver(plain_index(cdxj_lines(records, filename=output.name)), output.with_name(f"{name}.cdxj"))
    return len(records)


def _export_wacz(archive: Archive, versions: list[Version], output: Path, *, sign: bool) -> int:
    from pagestrata.app.proving.wacz_signatures import head_files, package_signer
    from pagestrata.replay.export_wacz import export_wacz

    created = datetime.now(UTC)
    signer = package_signer(archive, software=SOFTWARE, created=created) if sign else None
    with _complete_or_not_at_all(output) as file:
        records = export_wacz(
            archive,
            versions,
            file,
            software=SOFTWARE,
            created=created,
            folder=output.parent,
            sign=signer,
            extra=head_files(archive),
        )
    return len(records)


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
        raise InputError(f"cannot write {target}: {error.strerror}; choose another path with -o") from error
    finally:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
