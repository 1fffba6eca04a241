"""Real tables of the recorded pages, as data that `grids` can edit; read from their HTML without a browser."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from lxml import etree, html
from warcio.archiveiterator import ArchiveIterator

from benchmarks.pages import data_folder
from benchmarks.quality.grid_tables import Row, Table

ROWS = range(4, 61)
COLUMNS = range(2, 13)
LONGEST = 120
LARGEST_PAGE = 3_000_000
PAGES_PER_SITE = 2
"""The first page of a recording, and the last of a sequence."""


def real_tables() -> list[Table]:
    """The tables whose first cells tell their rows apart; none where the data are not here."""
    folder = data_folder()
    found: dict[tuple[str, ...], Table] = {}
    kinds = ("segmentation", "sequences", "monitor/sequences")
    for path in sorted(path for kind in kinds for path in folder.glob(f"{kind}/*.warc.gz")) if folder else []:
        for page in first_pages(path, PAGES_PER_SITE):
            for element in html.document_fromstring(page).iter("table"):
                if (table := _table(element, path.name.removesuffix(".warc.gz"))) is not None:
                    found.setdefault(tuple(row.name for row in table.rows), table)
    return list(found.values())


def first_pages(path: Path, count: int) -> Iterator[bytes]:
    """The first HTML documents of a recording."""
    left = count
    with path.open("rb") as stream:
        for record in ArchiveIterator(stream):
            kind = record.http_headers.get_header("content-type", "") if record.http_headers else ""
            if record.rec_type != "response" or "html" not in kind:
                continue
            body = record.content_stream().read(LARGEST_PAGE)
            if body.strip():
                yield body
            left -= 1
            if not left:
                return


def _table(element: etree._Element, title: str) -> Table | None:
    """The rows of most common width as data, the first as header; None for layout, and where no words name the rows."""
    if element.find(".//table") is not None:
        return None
    lines = [[_text(cell) for cell in row if cell.tag in ("td", "th")] for row in element.iter("tr")]
    widths = Counter(len(line) for line in lines if len(line) in COLUMNS)
    if not widths:
        return None
    header, *body = [line for line in lines if len(line) == widths.most_common(1)[0][0]]
    named: dict[str, list[str]] = {}
    for line in body:
        if any(map(str.isalpha, line[0])):
            named.setdefault(line[0].casefold(), line)
    if len(named) not in ROWS or not all(header) or len(set(header)) < len(header):
        return None
    rows = tuple(
        Row(number, line[0], dict(enumerate(line[1:], 1)), group="NS"[number % 2])
        for number, line in enumerate(named.values())
    )
    return Table(title, tuple(enumerate(header)), rows, len(rows), "budget", "th")


def _text(cell: etree._Element) -> str:
    return " ".join("".join(map(str, cell.itertext())).split())[:LONGEST]
