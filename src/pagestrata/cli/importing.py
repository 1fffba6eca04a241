"""`pagestrata import`: recordings of other tools become versions in the archive."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from pagestrata.cli.capture_options import capture_options, read_options
from pagestrata.cli.output import as_json, deliver
from pagestrata.cli.settings import Settings, shared_options
from pagestrata.errors import UsageError

RECORDINGS = (".warc", ".warc.gz", ".wacz")


@click.command("import")
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--url", metavar="URL", help="Only the captures of this page.")
@click.option("--only-important", is_flag=True, help="Keep a version only if its changes matter, as a visit does.")
@capture_options
@shared_options
@click.pass_obj
def import_(settings: Settings, /, files: tuple[Path, ...], url: str | None, only_important: bool, **page: Any) -> int:
    """Bring WARC and WACZ files into the archive; several captures of a page become versions in time order."""
    from pagestrata.assemble.importing import import_recording
    from pagestrata.assemble.session import Session

    for file in files:
        if not file.name.lower().endswith(RECORDINGS):
            raise UsageError(f"{file} is not a recording; import takes {', '.join(RECORDINGS)} files")
    counts = {"versions": 0, "visits": 0, "failed": 0}
    with Session(
        archive=settings.archive_address,
        browser=settings.browser,
        allow_private=settings.allow_private,
        options=read_options(page),
    ) as session:
        for file in files:
            for found in import_recording(session, file, url=url, only_important=only_important):
                if found.visit is None:
                    counts["failed"] += 1
                    click.echo(f"pagestrata: {found.url} of {found.captured_at}: {found.problem}", err=True)
                else:
                    counts["versions" if found.visit.kept else "visits"] += 1
                    if settings.verbose:
                        click.echo(f"{found.captured_at:%Y-%m-%d %H:%M:%S} {found.url}", err=True)
    deliver(as_json({"files": len(files), **counts}))
    return 3 if counts["failed"] and not counts["versions"] + counts["visits"] else 0
