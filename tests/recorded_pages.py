"""Recorded snapshots of two made-up pages in time order, for work on collections without a browser."""

from __future__ import annotations

from pathlib import Path

from laid_out_pages import Part, laid_out
from pagestrata.formats.snapshots import write_snapshot

HARBOUR, SHOP = "http://site.test/harbour", "http://site.test/shop"
REPORTS = (
    "The harbour opens at eight in the morning.",
    "The harbour opens at eight in the morning.",
    "The harbour is closed until further notice after the storm.",
    "The harbour opens again on Monday at six in the morning.",
)


def record_pages(folder: Path, *, host: str = "site.test") -> None:
    """Four captures of a page that changes twice, two of one that does not."""
    harbour, shop = f"http://{host}/harbour", f"http://{host}/shop"
    folder.mkdir(parents=True, exist_ok=True)
    for number, report in enumerate(REPORTS):
        page = laid_out(
            Part("header", "top", ["Harbour news"]), Part("main", "story", [report]), minutes=60 * number, url=harbour
        )
        (folder / f"{host}-harbour-{number}.snapshot").write_bytes(write_snapshot(page))
    for number in range(2):
        page = laid_out(
            Part("header", "top", ["Shop"]),
            Part("main", "goods", ["A lamp for 20 euros"]),
            minutes=60 * number,
            url=shop,
        )
        (folder / f"{host}-shop-{number}.snapshot").write_bytes(write_snapshot(page))
