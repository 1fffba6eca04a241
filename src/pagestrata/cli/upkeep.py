"""`pagestrata stats`, `verify` and `gc`: the state of the archive itself."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pagestrata.cli.archive_options import format_option, iso, open_existing, require_page, span_options
from pagestrata.cli.log import describe
from pagestrata.cli.options import FILE_PATH, SectionedCommand, Settings, with_settings
from pagestrata.cli.output import as_json, attributes, deliver
from pagestrata.errors import DamagedCatalogError, InputError, UsageError
from pagestrata.model.plain_numbers import counted
from pagestrata.proof.pinned_head import read_pinned
from pagestrata.query.statistics import page_statistics
from pagestrata.store.archive import open_archive, rebuild_archive

if TYPE_CHECKING:
    from pagestrata.model.records import Version
    from pagestrata.proof.pinned_head import PinnedHead
    from pagestrata.query.statistics import PageStatistics
    from pagestrata.store.upkeep.damages import Report


@click.command(cls=SectionedCommand)
@click.argument("url", required=False)
@span_options
@format_option("text", "json", default="text")
@with_settings
def stats(settings: Settings, /, url: str | None, since: datetime | None, until: datetime | None, form: str) -> None:
    """Show what the archive contains; with a URL, how often and how that page changes."""

    with open_existing(settings) as archive:
        if url is not None:
            require_page(archive, url)
        page = page_statistics(archive, url, since=since, until=until) if url is not None else None
        counted = archive.upkeep.stats() if page is None else {}
    if form == "json":
        deliver(as_json(_page(page) if page is not None else counted))
    else:
        deliver(_lines(_page_for_people(page) if page is not None else counted))


def _page(found: PageStatistics) -> dict[str, Any]:
    gap = None if found.median_gap is None else found.median_gap.total_seconds()
    return {
        **attributes(found, "url", "versions"),
        "first_at": iso(found.first_at),
        "last_at": iso(found.last_at),
        "median_gap_seconds": gap,
        **attributes(found, "changes", "median_importance", "median_probability", "operations"),
        "busiest_blocks": [{"block": ref, "versions": number} for ref, number in found.busiest_blocks],
    }


def _page_for_people(found: PageStatistics) -> dict[str, Any]:
    gap, number = found.median_gap, found.median_probability
    return {
        "url": found.url,
        "versions": found.versions,
        "first_at": iso(found.first_at),
        "last_at": iso(found.last_at),
        "median_gap": "-" if gap is None else str(timedelta(seconds=round(gap.total_seconds()))),
        "changes": found.changes,
        "median probability that a change matters": "-" if number is None else f"{number:.2f}",
        "operations": found.operations,
        "blocks that changed in most versions": dict(found.busiest_blocks),
    }


def _lines(answer: dict[str, Any], indent: str = "") -> str:
    text = ""
    for name, value in answer.items():
        label = f"{indent}{name.replace('_', ' ')}"
        if isinstance(value, dict):
            text += f"{label}\n{_lines(value, indent + '  ')}"
        else:
            text += f"{label:<24}{f'{value:,}' if isinstance(value, int) else value}\n"
    return text


@click.command(cls=SectionedCommand)
@click.option("--repair", is_flag=True, help="Delete damaged objects and rebuild what can be rebuilt.")
@click.option(
    "--against",
    type=FILE_PATH,
    metavar="HEAD",
    help="Also report what was rewritten since `prove --head` wrote this file.",
)
@format_option("text", "json", default="text")
@with_settings
def verify(settings: Settings, /, repair: bool, against: Path | None, form: str) -> int:
    """Check every byte of the archive and its log. Exit 1 if something is damaged.

    With --against, check too that the log continues from the head in that file and that later entries are signed. With
    --repair, an unreadable catalog is rebuilt from the stored objects.
    """
    progress = _progress_line() if sys.stderr.isatty() else None
    pinned = _read_head(against) if against is not None else None
    try:
        with open_existing(settings, writing=repair) as archive:
            report = archive.upkeep.verify(repair=repair, progress=progress, against=pinned)
    except DamagedCatalogError:
        if not repair:
            raise
        report = _rebuilt(settings)
    if form == "json":
        deliver(as_json({"sound": report.is_sound, **asdict(report)}))
    else:
        lines = [
            f"damaged: {problem.kind} {problem.name}: {problem.message}{_touched(problem.versions)}"
            for problem in report.problems
        ]
        lines += _log_lines(report)
        lines += [f"repaired: {what}" for what in report.repaired] + [f"note: {note}" for note in report.notes]
        counts = [(report.versions, "version"), (report.objects, "object"), (report.bundles, "bundle")]
        *most, last = [counted(number, noun) for number, noun in counts]
        problems = len(report.problems) + (len(report.log.problems) if report.log is not None else 0)
        found = "sound" if report.is_sound else counted(problems, "problem")
        lines.append(f"{', '.join(most)} and {last} checked: {found}")
        deliver("".join(f"{line}\n" for line in lines))
    return 0 if report.is_sound else 1


def _read_head(file: Path) -> PinnedHead:

    try:
        return read_pinned(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read {file} ({error}); give a file of `pagestrata prove --head`") from error


def _log_lines(report: Report) -> list[str]:
    if report.log is None:
        return []
    lines = [f"log: {problem.message}" for problem in report.log.problems]
    return (
        lines
        + [f"removed: {removal}" for removal in report.log.removed]
        + [f"note: {note}" for note in report.log.notes]
    )


def _rebuilt(settings: Settings) -> Report:
    """Rebuild the catalogue of the archive from its blobs, and check it."""

    done = rebuild_archive(Path(settings.archive_address))
    with open_archive(settings.archive_address, create=False, read_only=True) as archive:
        report = archive.upkeep.verify()
    return replace(report, repaired=(*report.repaired, *done))


def _progress_line() -> Callable[[int, int], None]:
    """A function that shows the progress of the check in one line of the terminal, updated at each percent."""
    shown = -1

    def show(done: int, total: int) -> None:
        nonlocal shown
        if (share := 100 * done // total) != shown:
            shown = share
            click.echo(
                f"\rchecked {share} % of {total:,} objects" + ("\n" if done == total else ""), err=True, nl=False
            )

    return show


def _touched(versions: tuple[str, ...]) -> str:
    return f" (versions {', '.join(versions)})" if versions else ""


@click.command(cls=SectionedCommand)
@click.option(
    "--keep", metavar="RULE", help="First delete versions by a rule: 'thin 7d:1d 30d:7d', 'important 0.3 after 90d'."
)
@click.option("--url", metavar="URL", help="With --keep: delete only versions of this page.")
@click.option(
    "--skipped-days",
    type=click.FloatRange(0, 36_500),
    metavar="N",
    help="Delete results of skipped visits older than N days, whatever the settings say.",
)
@click.option("--dry-run", is_flag=True, help="Show which versions --keep would delete, without deleting them.")
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
@format_option("text", "json", default="text")
@with_settings
def gc(
    settings: Settings,
    /,
    keep: str | None,
    url: str | None,
    skipped_days: float | None,
    dry_run: bool,
    yes: bool,
    form: str,
) -> None:
    """Delete data that no version needs. With --keep, first delete the versions that a rule does not keep.

    It also deletes expired results of skipped visits, unless they are marked. `gc --keep` lists the versions that it
    is about to delete and asks for confirmation; without a terminal it needs --yes.
    """
    _refuse_without_rule(keep, url=url, dry_run=dry_run)
    with open_existing(settings, writing=True) as archive:
        if url is not None:
            require_page(archive, url)
        now = datetime.now(UTC)
        doomed = archive.upkeep.superfluous(keep, now=now, url=url) if keep is not None else ()
        if dry_run:
            deliver(as_json({"would_drop": list(map(describe, doomed))}) if form == "json" else _doomed(doomed))
            return
        if doomed and not yes:
            _ask_before_dropping(doomed)
        dropped = archive.upkeep.retain(keep, now=now, url=url) if keep is not None and doomed else ()
        age = timedelta(days=skipped_days) if skipped_days is not None else None
        forgotten = archive.skipped.forget(now=now, older_than=age)
        collected = archive.upkeep.gc()
    answer = {
        "dropped_versions": [version.id for version in dropped],
        "forgotten_skipped": forgotten,
        **asdict(collected),
    }
    if form == "json":
        deliver(as_json(answer))
    else:
        freed = collected.freed_bytes + max(0, collected.freed_catalog_bytes)
        skipped = f"{counted(forgotten, 'result')} of skipped visits deleted, " if forgotten else ""
        deliver(f"{counted(len(dropped), 'version')} deleted, {skipped}{freed:,} bytes freed\n")


def _refuse_without_rule(keep: str | None, *, url: str | None, dry_run: bool) -> None:
    if keep is None and url is not None:
        raise UsageError("--url limits --keep to one page; add --keep RULE")
    if keep is None and dry_run:
        raise UsageError("--dry-run shows which versions --keep would delete; add --keep RULE")


def _doomed(versions: Sequence[Version]) -> str:
    lines = [f"would delete {version.id}  {iso(version.captured_at)}  {version.url[:200]}" for version in versions]
    return "".join(f"{line}\n" for line in [*lines, f"{counted(len(versions), 'version')} would be deleted"])


def _ask_before_dropping(versions: Sequence[Version]) -> None:
    if not sys.stdin.isatty():
        raise UsageError(
            f"--keep would delete {counted(len(versions), 'version')} permanently; check with --dry-run, then add --yes"
        )
    click.echo(_doomed(versions), err=True, nl=False)
    click.confirm("Delete these versions permanently?", abort=True, err=True)
