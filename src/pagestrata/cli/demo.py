"""`pagestrata demo`: a small site that changes, visited over a dozen versions, and what came of each visit."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from textwrap import shorten
from typing import TYPE_CHECKING

import click

from pagestrata.cli.settings import Settings, shared_options

if TYPE_CHECKING:
    from rich.table import Table

    from pagestrata.model.records import Visit


@click.command()
@click.option("--keep", type=click.Path(file_okay=False, path_type=Path), help="Keep the archive in this folder.")
@shared_options
@click.pass_obj
def demo(settings: Settings, /, keep: Path | None) -> None:
    """Visit a small site that changes on command, and see what is kept and why."""
    from rich.console import Console

    from pagestrata.assemble.session import Session
    from pagestrata.demo.site import ChangingSite

    console = Console(highlight=False, width=None if sys.stdout.isatty() else 140)
    folder = keep or Path(tempfile.mkdtemp(prefix="pagestrata-demo-"))
    console.print("A small news site on this machine changes a dozen times. Each time it is visited once.\n")
    with ChangingSite() as site, Session(archive=folder, browser=settings.browser, allow_private=True) as session:
        visits = []
        for name, change in site.scenario():
            change()
            visits.append((name, session.visit(site.url)))
            console.print(f"  {len(visits):2}  {name}", style="dim")
        url = site.url
    console.print()
    console.print(visit_table(visits))
    kept = sum(visit.kept for _, visit in visits)
    console.print(f"\n{kept} of {len(visits)} visits were worth a version. The archive is in {folder}. Go on with:\n")
    for command in (f"log {url}", f"diff {url}@first {url}@latest", f"show {url}@latest --format png -o page.png"):
        console.print(f"  pagestrata {command} --archive {folder}", soft_wrap=True)


def visit_table(visits: list[tuple[str, Visit]]) -> Table:
    """One row per visit: what happened on the site, how far the cascade went, and the verdict."""
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading, justify in (("what happened", "left"), ("stage", "left"), ("verdict", "left"), ("importance", "right"),
                             ("changes", "right"), ("seconds", "right"), ("why", "left")):  # fmt: skip
        table.add_column(heading, justify=justify, overflow="fold")  # type: ignore[arg-type]
    for name, visit in visits:
        importance = "" if visit.importance is None else f"{visit.importance:.3f}"
        verdict = "[green]kept[/]" if visit.kept else "[dim]skipped[/]"
        seconds = f"{sum(visit.seconds.values()):.2f}"
        why = visit.reasons[0] if visit.reasons else ("not modified" if visit.stage == "unchanged" else "")
        table.add_row(
            name, visit.stage, verdict, importance, str(visit.changes or ""), seconds, escape(shorten(why, 90))
        )
    return table
