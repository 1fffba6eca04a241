"""`pagestrata visit`: visit pages once, and keep what changed in the archive."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from pagestrata.cli.archive_options import format_option, open_existing
from pagestrata.cli.capture_options import open_session, visit_capture_options
from pagestrata.cli.judge_options import judge_options
from pagestrata.cli.options import KEEP, LOOK, SectionedCommand, Settings, option, with_settings
from pagestrata.cli.output import as_json, attributes, complain, deliver, reader_form
from pagestrata.cli.segment_options import segment_options
from pagestrata.errors import CaptureError, NotFoundError, UsageError
from pagestrata.formats.urls import web_address

if TYPE_CHECKING:
    from pagestrata.app.session import Session
    from pagestrata.capturing.options import CaptureOptions
    from pagestrata.model.records import Stage, Visit
    from pagestrata.visit.cut import SegmentOptions
    from pagestrata.visit.judge import JudgeOptions
    from pagestrata.visit.plan import VisitRequest

# Imports inside functions: help, and commands that need less, start without them (tests/guards/test_light_start.py).

STEPS = ("fetch", "render", "segment", "compare", "weigh", "store")
ABOUT_CAPTURE = {"depth", "capture"}
"""Kinds of reasons that say how much of a page was seen; always shown."""


@click.command(cls=SectionedCommand)
@click.argument("urls", nargs=-1, metavar="URL…")
@click.option("--tag", "tags", multiple=True, metavar="NAME", help="Visit all watched pages with this tag. Repeatable.")
@click.option("--all", "every", is_flag=True, help="Visit all watched pages.")
@option("--force", section=KEEP, is_flag=True, help="Keep a version even if nothing that matters changed.")
@option(
    "--stage",
    section=LOOK,
    rare=True,
    type=click.Choice(["unchanged", "quick", "refill", "render"]),
    help="Stop after this stage: unchanged (compare bytes), quick (compare the source), refill (compare texts) or "
    "render, which skips the cheaper stages. Only render can keep a version.",
)
@option("--keep-errors", section=KEEP, is_flag=True, help="Keep error pages, logins and bot checks as versions.")
@judge_options
@segment_options
@visit_capture_options
@format_option("text", "json")
@with_settings
def visit(
    settings: Settings,
    /,
    urls: tuple[str, ...],
    tags: tuple[str, ...],
    every: bool,
    force: bool,
    stage: Stage | None,
    keep_errors: bool,
    judging: JudgeOptions,
    segmentation: SegmentOptions | None,
    page: CaptureOptions,
    form: str | None,
) -> int:
    """Visit pages and keep a version of each that changed in a way that matters.

    A visit renders the page in a browser only if cheaper checks cannot show that nothing that matters has changed, and
    from time to time in any case.

    Error pages, maintenance notes, bot checks, login forms and empty pages are recorded as faults. They are not kept
    (unless --keep-errors) and never used for comparison.

    Options override the settings of the page's watch. An address without a scheme gets https://.
    """
    from pagestrata.visit.plan import VisitRequest

    if not (urls or tags or every):
        raise UsageError("no page to visit; give a URL, or --tag NAME or --all for watched pages")
    addresses = [web_address(url) for url in urls]
    if tags or every:
        addresses += _watched(settings, tags, every=every)
    else:
        settings.say_archive()
    requests = [
        VisitRequest(url, segmentation=segmentation, judging=judging, force=force, stage=stage, keep_errors=keep_errors)
        for url in dict.fromkeys(addresses)
    ]
    with open_session(settings, page) as session:
        outcomes, failed = _visited(session, requests)
    _deliver(outcomes, form, is_list=len(addresses) > 1 or bool(tags or every))
    return failed


def _visited(session: Session, requests: Sequence[VisitRequest]) -> tuple[list[Visit], int]:
    """Visit one page after another. Among several, a page that cannot be opened is reported and skipped."""
    outcomes, failed = [], 0
    for request in requests:
        try:
            outcomes.append(session.visit(request))
        except CaptureError as error:
            if len(requests) == 1:
                raise
            complain(str(error))
            failed = error.exit_code
    return outcomes, failed


def _watched(settings: Settings, tags: tuple[str, ...], *, every: bool) -> list[str]:
    """Return the watched pages with one of these tags, or all of them. Does not create an archive."""
    with open_existing(settings) as archive:
        found = [watch.url for watch in archive.watches.all() if every or set(tags) & set(watch.settings.tags)]
    if not found:
        wanted = "no page is watched" if every else f"no watched page has the tag {' or '.join(tags)}"
        raise NotFoundError(f"{wanted}; `pagestrata watch list` shows all watches")
    return found


def _deliver(outcomes: Sequence[Visit], form: str | None, *, is_list: bool) -> None:
    if reader_form(form) == "text":
        deliver("".join(f"{_line(outcome)}\n" for outcome in outcomes))
    else:
        answers = [_json(outcome) for outcome in outcomes]
        deliver(as_json(answers if is_list else answers[0]))


def _line(outcome: Visit) -> str:
    verdict = "Fault" if outcome.fault else "Kept" if outcome.kept else "Skipped"
    reason = str(outcome.reasons[0]) if outcome.reasons else outcome.stage
    sentence = reason if reason.startswith((f"{verdict}:", "imported")) else f"{verdict}: {reason}"
    aside = "".join(f"; {reason}" for reason in outcome.reasons[1:] if getattr(reason, "kind", "") in ABOUT_CAPTURE)
    return f"{sentence}{aside} ({outcome.url}{f'@{outcome.version}' if outcome.version else ''})"


def _json(outcome: Visit) -> dict[str, Any]:
    return {
        "url": outcome.url,
        "visited_at": outcome.visited_at.isoformat(),
        **attributes(outcome, "stage", "version", "kept", "fault", "importance", "probability", "score", "changes"),
        **attributes(outcome, "reasons", "level"),
        "seconds": {name: outcome.seconds.get(name, 0.0) for name in STEPS},
    }
