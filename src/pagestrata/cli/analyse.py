"""`pagestrata analyse`: collections of recordings as tables for research."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from pagestrata.cli.archive_options import format_option
from pagestrata.cli.capture_options import capture_options, read_options
from pagestrata.cli.engine_options import check_reach, engine_options, open_engine
from pagestrata.cli.output import complain, deliver_as
from pagestrata.cli.progress import progress
from pagestrata.cli.settings import Settings, shared_options


@click.command()
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE…")
@click.option(
    "-o", "--output", type=click.Path(file_okay=False, path_type=Path), required=True, help="The folder of the tables."
)
@click.option(
    "--into-archive", is_flag=True, help="Bring them into the archive, too: what is worth keeping becomes a version."
)
@engine_options
@format_option("text", "json", default="text")
@capture_options
@shared_options
@click.pass_obj
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
    **page: Any,
) -> int:
    """Cut, compare and weigh every page of WARC, WACZ and .snapshot files (or folders of them), as Parquet tables.

    Sources may be in a bucket (s3://BUCKET/FOLDER). With --into-archive the same visits and versions come into the archive.

    The tables blocks, changes, importance and visits are folders under the one named with -o. The same call again goes on
    where the last one was ended. What could not be read is said, and the exit code is 1.
    """
    from pagestrata.app.recordings.analysis import analyse as analyse_pages
    from pagestrata.app.recordings.collection import read_collection, recordings_among
    from pagestrata.formats.analysis_tables import check_installed

    check_installed()
    files, archive = recordings_among(sources), _archive(settings, engine) if into_archive else None
    answer: dict[str, Any] = {"pages": 0, "captures": 0, "kept": 0, "done_before": 0, "problems": []}
    with open_engine(engine, address, workers) as places:
        found = read_collection(places, files)
        answer["problems"] += found.problems
        options = read_options(page)
        outcomes = analyse_pages(
            places, found.pages, output, archive=archive, browser=settings.browser, options=options
        )
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
