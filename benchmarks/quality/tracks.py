"""The tracks of `follow` on pages read from their recorded HTML without a browser: minutes instead of hours.

    python -m benchmarks.quality tracks

The same elements, versions and rankers as in `follow`; boxes and visibility are those of `benchmarks/plain_pages`, and elements
that only scripts make are missing. For comparing two states of the program; the figures of the docs are those of `follow`.
"""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree
from warcio.archiveiterator import ArchiveIterator

from benchmarks.pages import data_folder, require_data, sequence_index
from benchmarks.plain_pages import plain_snapshot
from benchmarks.quality.follow import Version, figures, run
from benchmarks.training.train_follow import rows_by_unique_id
from pagestrata.follow.hide import without_ids
from pagestrata.follow.page import nodes_of


def plain_versions(site: str) -> Iterator[Version]:
    """The versions of a site, oldest first."""
    times = {version["time"] for version in sequence_index()[site]["versions"]}
    found: dict[str, Version] = {}
    with (require_data() / "sequences" / f"{site}.warc.gz").open("rb") as stream:
        for record in ArchiveIterator(stream):
            time = record.rec_headers.get_header("WARC-Date")
            kind = record.http_headers.get_header("content-type", "") if record.http_headers else ""
            if record.rec_type != "response" or "html" not in kind or time not in times or time in found:
                continue
            try:
                page = plain_snapshot(record.content_stream().read())
            except etree.ParserError:  # an empty document
                continue
            found[time] = Version(time, without_ids(page), rows_by_unique_id(nodes_of(page)))
    yield from (found[time] for time in sorted(found))


def measure() -> dict[str, float]:
    return figures(run(peers=False, read=plain_versions)) if data_folder() is not None else {}


if __name__ == "__main__":
    for figure, value in measure().items():
        print(f"  {figure:44} {value:.4f}")
