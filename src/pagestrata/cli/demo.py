"""`pagestrata demo`: a small site that changes a dozen times, and the result of each visit."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import groupby
from pathlib import Path
from textwrap import shorten
from typing import NamedTuple

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from pagestrata.app.chosen_blocks import Choice
from pagestrata.app.daemon.daemon import Daemon, MadeVisit
from pagestrata.app.notifications import add_rule
from pagestrata.app.planning.planning import Planner
from pagestrata.app.proving.check_proof import check_proof
from pagestrata.app.proving.make_proof import ProofRequest, make_proof
from pagestrata.app.sentences import sentences_of
from pagestrata.app.session import Session
from pagestrata.app.trails import follow_block
from pagestrata.app.watches import watch_for
from pagestrata.cli.options import FOLDER_PATH, SectionedCommand, Settings, with_settings
from pagestrata.cli.run import line as visit_line
from pagestrata.crawl.politeness import HostTurns
from pagestrata.demo.site import ChangingSite
from pagestrata.errors import UsageError
from pagestrata.model.plain_numbers import counted
from pagestrata.model.records import TrailEntry, Visit
from pagestrata.schedule.budget import Budget
from pagestrata.store.archive import Archive
from pagestrata.visit.plan import VisitRequest

# Imports inside functions: help, and commands that need less, start without them (tests/guards/test_light_start.py).

MESSAGES = "messages.jsonl"
DAEMON_CHANGES = ("new headline", "clock", "new headline")
DAEMON_INTERVAL_SECONDS = 3
DAEMON_VISITS_PER_HOUR = 3000.0
DAEMON_SECONDS = 30


@click.command(cls=SectionedCommand)
@click.option("--keep", type=FOLDER_PATH, help="Store the archive in this folder and keep it.")
@with_settings
def demo(settings: Settings, /, keep: Path | None) -> None:
    """Visit a small site that changes, follow a price on it, and see which versions are kept and why."""
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 140)
    folder = keep or Path(tempfile.mkdtemp(prefix="pagestrata-demo-"))
    console.print(
        "A small news site runs on this machine and changes 14 times. Pagestrata visits it after each change."
    )
    console.print("It also follows the price of a ferry ticket and sends a message when the price rises above 20.\n")
    with ChangingSite() as site, Session(archive=folder, browser=settings.browser, allow_private=True) as session:
        visits, trail = _visit_scenario(console, session, site, folder)
        url = site.url
        entries = session.archive.trails.entries(trail, with_pictures=False)
        looked_at = skipped_lines(session.archive, url)
        sentences = sentence_lines(session.archive, url)
        question = question_lines(session.archive, "price changes today", now=datetime.now(UTC))
        cell = _followed_cell(session, site)
        talk = _rising_counters(session, site)
        console.print("\nNow the daemon visits three pages on schedule while the site keeps changing.")
        watched = _watched_by_daemon(session, site)
        proof = proof_lines(session.archive, url, folder)
    console.print()
    console.print(visit_table(visits))
    kept = sum(visit.kept for _, visit in visits)
    console.print(
        f"\n{kept} of {len(visits)} visits found something worth a new version. The ticket price over all visits:\n"
    )
    console.print(f"  {price_line(entries)}", soft_wrap=True)
    _print_part(console, "What changed in each version, in one sentence:", sentences)
    _print_part(console, "A question in plain words, without a language model:", question)
    _print_part(
        console,
        "Following one table cell, the fare for a car. A row is added above it, then its own row is removed:",
        cell,
    )
    _print_part(console, "A page with rising comment counters, visited until one of its stories really changes:", talk)
    for line in looked_at:
        console.print(line, markup=False, soft_wrap=True)
    _print_part(console, f"Messages in {folder / MESSAGES}:", message_lines(folder / MESSAGES), is_path=True)
    daemon = f"The daemon made {watched.visits} visits (budget: {DAEMON_VISITS_PER_HOUR:.0f} an hour). These were kept:"
    _print_part(console, daemon, watched.kept)
    _print_part(console, "A proof of the last change, for someone who does not trust this machine:", proof)
    console.print(f"\nThe archive is in {folder}. To explore it:\n", soft_wrap=True)
    _print_next_commands(console, folder, url, trail)


def _visit_scenario(
    console: Console, session: Session, site: ChangingSite, folder: Path
) -> tuple[list[tuple[str, Visit]], str]:
    """Visit the site after each change. Return the visits by name of the change, and the trail of the price."""
    visits: list[tuple[str, Visit]] = []
    trail = ""
    for name, change in site.scenario():
        change()
        visits.append((name, session.visit(VisitRequest(site.url))))
        trail = trail or _follow_price(session, site.url, folder / MESSAGES)
        console.print(f"  {len(visits):2}  {name}", style="dim")
    return visits, trail


def _print_part(console: Console, title: str, lines: Iterable[str], *, is_path: bool = False) -> None:
    """Print a title and the lines below it; a title that names a path (`is_path`) is never broken."""
    console.print(f"\n{title}\n", soft_wrap=is_path)
    for line in lines:
        console.print(f"  {line}", markup=False, soft_wrap=True)


def _print_next_commands(console: Console, folder: Path, url: str, trail: str) -> None:
    """Print what to type next, with the archive of this demo."""
    program = program_name(sys.argv[0], is_found=shutil.which("pagestrata") is not None)
    for line in next_lines(program, folder, url=url, trail=trail):
        console.print(f"  {line}", markup=False, soft_wrap=True)


def next_lines(program: str, folder: Path, *, url: str, trail: str) -> list[str]:
    """Commands that show more of the archive, for a shell."""
    commands = {
        "ask price changes today": "ask in your own words",
        "serve": "open everything in the browser",
        f"log {url}": "list the versions",
        f"diff {url}@first {url}@latest": "show what changed",
        f"diff {url}@latest {url}@skipped": "show what the last skipped visit saw",
        f"follow history {trail} --format png -o price.png": "plot the price",
        "mcp": "let an assistant ask (Model Context Protocol)",
    }
    width = max(map(len, commands))
    lines = [f"{program} {command:{width}}  # {about}" for command, about in commands.items()]
    return [f"export PAGESTRATA_ARCHIVE={shlex.quote(str(folder))}", *lines]


def program_name(called: str, *, is_found: bool) -> str:
    """The command that starts this program: its path if the shell does not find its name, as after `make demo`."""
    return called if not is_found and Path(called).name == "pagestrata" else "pagestrata"


def sentence_lines(archive: Archive, url: str) -> list[str]:
    """What changed in each version of a page, oldest first; nothing for the first one."""
    versions = archive.versions.of(url)
    sentences = sentences_of(archive, versions)
    return [f"{version.captured_at:%H:%M:%S}  {text}" for version in versions if (text := sentences[version.id])]


def question_lines(archive: Archive, text: str, *, now: datetime) -> list[str]:
    """A question, how it was understood, and what answers it."""
    from pagestrata.app.questions.find_changes import ask_archive

    answer = ask_archive(archive, text, now=now)
    items = answer.found.items
    answers = [f"{item.version.captured_at:%H:%M:%S}  {item.sentence}  ({item.version.id})" for item in items]
    return [f"pagestrata ask {text}", f"understood as: {', '.join(answer.understood)}", *answers]


def _follow_price(session: Session, url: str, target: Path) -> str:
    """Follow the price, and write a message to a file when it rises above 20."""
    trail = follow_block(session, url, Choice(css=".price"), name="Ferry ticket")
    add_rule(session.archive, trail.id, channel=f"file:{target}", conditions={"above": 20}, now=datetime.now(UTC))
    return trail.id


def _followed_cell(session: Session, site: ChangingSite) -> list[str]:
    """Follow a cell of the fares while its table changes; one line for each version."""
    url = f"{site.url}fares"
    session.visit(VisitRequest(url))
    choice = Choice(css="#fares tr:nth-child(3) td:nth-child(3)")
    trail = follow_block(session, url, choice, name="Fare for a car")
    for change in ("dearer fares", "no cars"):
        site.apply(change)
        session.visit(VisitRequest(url))
    return [cell_line(entry) for entry in session.archive.trails.entries(trail.id, with_pictures=False)]


def _rising_counters(session: Session, site: ChangingSite) -> list[str]:
    """Visit a page whose counters rise, until one of its stories changes; one line for each outcome."""
    url = f"{site.url}talk"
    session.visit(VisitRequest(url))
    reasons = []
    for change in ("comments", "comments", "comments", "closed pier"):
        site.apply(change)
        reasons.append(str(session.visit(VisitRequest(url)).reasons[0]))
    counts = ((reason, len(list(same))) for reason, same in groupby(reasons))
    return [f"{reason} ({count} visits)" if count > 1 else reason for reason, count in counts]


def cell_line(entry: TrailEntry) -> str:
    """One version of a followed cell: what it says, and in which row and column, or why it is gone."""
    return f"{entry.state:9}  {entry.text:8}  {entry.reasons[0] if entry.reasons else ''}".rstrip()


def proof_lines(archive: Archive, url: str, folder: Path) -> list[str]:
    """Prove the last change of a page with a key made for the demo; return what a check of the proof prints."""
    file, now = folder / "proof.zip", datetime.now(UTC)
    with key_in(folder / "demo-key.pem"):
        try:
            if not archive.proof.keys():
                archive.proof.create_key(now=now)
            made = make_proof(archive, ProofRequest(versions=tuple(archive.versions.of(url)[-2:])), now=now)
        except UsageError as error:  # a package is missing
            return [str(error)]
        file.write_bytes(made)
        report = check_proof(file)
    verdict = "valid" if report.is_valid else "NOT valid"
    return [
        *(report.problems or report.shown),
        f"{file}: proof {verdict}; `sh check.sh` inside it gives the same result",
    ]


@contextmanager
def key_in(file: Path) -> Iterator[None]:
    """Use this file for keys instead of the user's settings folder."""
    before = os.environ.get("PAGESTRATA_KEY")
    os.environ["PAGESTRATA_KEY"] = str(file)
    try:
        yield
    finally:
        if before is None:
            del os.environ["PAGESTRATA_KEY"]
        else:
            os.environ["PAGESTRATA_KEY"] = before


def skipped_lines(archive: Archive, url: str) -> list[str]:
    """The last skipped visit: how many changes it saw, and why it was not kept."""
    found = archive.skipped.of(url)
    if not found:
        return []
    why = archive.visits.reasons(found[0])
    delta = archive.contents.delta(found[0])
    changes = counted(len(delta.changes) if delta is not None else 0, "change")
    heading = f"\nSkipped visits can still be looked at for a few days. The last one, {found[0].id}, saw {changes}:"
    return [f"{heading}\n", f"  {why[0] if why else 'skipped'}"]


class _Watched(NamedTuple):
    """How many visits the daemon made, and a line for each that was kept."""

    visits: int
    kept: list[str]


def _watched_by_daemon(session: Session, site: ChangingSite) -> _Watched:
    """Run the daemon while the site changes, until it has caught every change or its time is up."""
    for path in ("", "shop", "article/ferry"):
        watch_for(session.archive, f"{site.url}{path}", {"interval_seconds": DAEMON_INTERVAL_SECONDS})
    kept: list[str] = []
    changes = iter(DAEMON_CHANGES)

    def report(made: MadeVisit) -> None:
        if made.visit.kept:
            kept.append(visit_line(made))
        if made.watch.url == site.url:
            change = next(changes, None)
            if change is None:
                daemon.stop.set()
            else:
                site.apply(change)

    planner = Planner(budget=Budget(per_hour=DAEMON_VISITS_PER_HOUR))
    daemon = Daemon(session=session, planner=planner, report=report, turns=HostTurns(delay_seconds=0.2))
    return _Watched(daemon.run(until=datetime.now(UTC) + timedelta(seconds=DAEMON_SECONDS)), kept)


def price_line(entries: Sequence[TrailEntry]) -> str:
    """Return the texts of the followed block and where it was lost, without repetitions."""
    states = (entry.text if entry.state == "found" else entry.state for entry in entries)
    return " → ".join(text for text, _ in groupby(states))


def message_lines(file: Path) -> list[str]:
    """The messages, one line each."""
    if not file.exists():
        return ["none"]
    messages = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    with_picture = {True: ", with a picture of the change", False: ""}
    return [f"{found['title']}{with_picture[bool(found['picture_png'])]}" for found in messages]


def visit_table(visits: list[tuple[str, Visit]]) -> Table:
    """One row per visit: what happened on the site, how far the cascade went, and the verdict."""
    table = Table(box=None, pad_edge=False)
    for heading, justify in (("what happened", "left"), ("stage", "left"), ("verdict", "left"), ("matters", "right"),
                             ("changes", "right"), ("seconds", "right"), ("why", "left")):  # fmt: skip
        table.add_column(heading, justify=justify, overflow="fold")  # type: ignore[arg-type]
    for name, visit in visits:
        matters = "" if visit.probability is None else f"{visit.probability:.2f}"
        verdict = "[green]kept[/]" if visit.kept else "[red]fault[/]" if visit.fault else "[dim]skipped[/]"
        seconds = f"{sum(visit.seconds.values()):.2f}"
        reason = visit.reasons[0] if visit.reasons else ("not modified" if visit.stage == "unchanged" else "")
        why = escape(shorten(reason, 90, placeholder="…"))
        table.add_row(
            name,
            visit.stage,
            verdict,
            matters,
            str(visit.changes or ""),
            seconds,
            why,
        )
    return table
