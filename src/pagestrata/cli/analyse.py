"""`pagestrata analyse`: collections of recordings as tables for research."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pagestrata.cli.archive_options import format_option
from pagestrata.cli.capture_options import capture_options
from pagestrata.cli.engine_options import check_reach, engine_options, open_engine
from pagestrata.cli.options import FOLDER_PATH, SectionedCommand, Settings, rarely_needed, with_settings
from pagestrata.cli.output import complain, deliver_as, progress
from pagestrata.formats.analysis_tables import check_installed

if TYPE_CHECKING:
    from pagestrata.capturing.options import CaptureOptions

# Imports inside functions: help, and commands that need less, start without them (tests/guards/test_light_start.py).


@click.command(cls=SectionedCommand)
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE…")
@click.option("-o", "--output", type=FOLDER_PATH, required=True, help="Output folder.")
@click.option(
    "--into-archive", is_flag=True, help="Also visit the pages in the archive, keeping the versions that matter."
)
@engine_options
@format_option("text", "json", default="text")
@rarely_needed(capture_options)
@with_settings
def analyse(
    settings: Settings,
    /,
    sources: tuple[str, ...],
    output: Path,
    into_archive: bool,
    engine: str,
    address: str | None,
    workers: int | None,
    form: str,
    page: CaptureOptions,
) -> int:
    """Turn the pages of WARC, WACZ and .snapshot files into Parquet tables of blocks and changes.

    SOURCE is a file or a folder, also in a bucket (s3://BUCKET/FOLDER). The output folder gets one folder per table:
    blocks, changes, importance and visits. Repeat the command to continue an interrupted analysis. Exit 1 if some
    input cannot be read.
    """
    from pagestrata.app.recordings.analysis import analyse as analyse_pages
    from pagestrata.app.recordings.collection import read_collection, recordings_among

    check_installed()
    files, archive = recordings_among(sources), _archive(settings, engine) if into_archive else None
    answer: dict[str, Any] = {"pages": 0, "captures": 0, "kept": 0, "done_before": 0, "problems": []}
    with open_engine(engine, address, workers) as places:
        found = read_collection(places, files)
        answer["problems"] += found.problems
        outcomes = analyse_pages(places, found.pages, output, archive=archive, browser=settings.browser, options=page)
        for done in progress(outcomes, total=len(found.pages), what="pages"):
            answer["pages"] += 1
            answer["captures"] += done.captures
            answer["kept"] += done.kept
            answer["done_before"] += done.was_done
            answer["problems"] += done.problems
    for sentence in answer["problems"]:
        complain(sentence)
    deliver_as(form, {**answer, "output": str(output)})
    return 1 if answer["problems"] else 0


def _archive(settings: Settings, engine: str) -> str:
    """The address of an archive that every worker can open; it is made here, before many open it."""
    from pagestrata.store.archive import open_archive

    settings.say_archive()
    address = str(settings.archive_address)
    check_reach(engine, address)
    open_archive(address).close()
    return address
