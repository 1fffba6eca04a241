"""`pagestrata analyse`: collections of recordings as tables for research."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from pagestrata.cli.archive_options import format_option
from pagestrata.cli.capture_options import capture_options, read_options
from pagestrata.cli.engine_options import engine_options, open_engine
from pagestrata.cli.output import complain, deliver_as
from pagestrata.cli.progress import progress
from pagestrata.cli.settings import Settings, shared_options


@click.command()
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE…", type=click.Path(path_type=Path))
@click.option(
    "-o", "--output", type=click.Path(file_okay=False, path_type=Path), required=True, help="The folder of the tables."
)
@engine_options
@format_option("text", "json", default="text")
@capture_options
@shared_options
@click.pass_obj
def analyse(
    settings: Settings,
    /,
    sources: tuple[Path, ...],
    output: Path,
    engine: str,
    address: str | None,
    workers: int | None,
    form: str,
    **page: Any,
) -> int:
    """Cut, compare and weigh every page of WARC, WACZ and .snapshot files (or folders of them), as Parquet tables.

    The tables blocks, changes, importance and visits are folders under the one named with -o. The same call again goes on
    where the last one was ended. What could not be read is said, and the exit code is 1.
    """
    from pagestrata.app.analysis import analyse as analyse_pages
    from pagestrata.app.collection import read_collection, recordings_among
    from pagestrata.formats.analysis_tables import check_installed

    check_installed()
    files = recordings_among(sources)
    answer: dict[str, Any] = {"pages": 0, "captures": 0, "kept": 0, "done_before": 0, "problems": []}
    with open_engine(engine, address, workers) as places:
        found = read_collection(places, files)
        answer["problems"] += found.problems
        options = read_options(page)
        outcomes = analyse_pages(places, found.pages, output, browser=settings.browser, options=options)
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
