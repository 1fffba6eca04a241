"""`pagestrata visit`: one visit, or several, through the whole cascade, into the archive."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from pagestrata.cli.archive_options import format_option, open_existing
from pagestrata.cli.capture_options import open_session, visit_capture_options
from pagestrata.cli.judge_options import judge_options, model_option, take_judging
from pagestrata.cli.output import as_json, complain, deliver, reader_form
from pagestrata.cli.segment_options import segment_options, take_segmentation
from pagestrata.cli.settings import Settings, shared_options
from pagestrata.errors import CaptureError, NotFoundError, UsageError

if TYPE_CHECKING:
    from pagestrata.app.session import Session
    from pagestrata.model.records import Stage, Visit

STEPS = ("fetch", "render", "segment", "compare", "weigh", "store")
ABOUT_CAPTURE = {"depth", "capture"}
"""Kinds of reasons that say how much of a page was seen: nobody should have to ask for them."""


@click.command()
@click.argument("urls", nargs=-1, metavar="URL…")
@click.option("--tag", "tags", multiple=True, metavar="NAME", help="Visit the watched pages with this tag.")
@click.option("--all", "every", is_flag=True, help="Visit all watched pages.")
@click.option("--force", is_flag=True, help="Keep a version whatever the changes are worth.")
@click.option(
    "--stage",
    type=click.Choice(["unchanged", "quick", "refill", "render"]),
    help="End the visit with this stage at the latest; 'render' asks no other. Only a rendering keeps a version.",
)
@click.option("--keep-errors", is_flag=True, help="Keep versions of error pages, walls and the like, too.")
@judge_options
@model_option
@segment_options
@visit_capture_options
@format_option("text", "json")
@shared_options
@click.pass_obj
def visit(
    settings: Settings,
    /,
    urls: tuple[str, ...],
    tags: tuple[str, ...],
    every: bool,
    force: bool,
    stage: Stage | None,
    keep_errors: bool,
    form: str | None,
    **options: Any,
) -> int:
    """Visit pages and keep a version of each that changed in a way that matters.

    Stages that need no browser are asked first: unchanged, quick (nothing that shows changed), refill (only contents
    changed, and they do not matter). What they cannot tell is rendered, and so is every page once in a while.

    What stands in the place of a page (errors, 'not found', maintenance, bot checks, logins, nothing at all) is no content: it
    is recorded as a fault, and neither kept (but with --keep-errors) nor compared with.

    How a page is cut and judged is taken from its watch where no option says otherwise. The partition's level is
    remembered from visit to visit and adjusted by what they showed. An address without http:// or https:// gets https.

    The answer is one line on a terminal and JSON elsewhere, unless --format says otherwise; several pages are a list.
    """
    from pagestrata.app.watches import web_address

    if not (urls or tags or every):
        raise UsageError("no page to visit; give a URL, or --tag NAME or --all for the pages that you watch")
    segmentation, judging = take_segmentation(options), take_judging(options)
    addresses = [web_address(url) for url in urls]
    if tags or every:
        addresses += _watched(settings, tags, every=every)
    else:
        settings.say_archive()
    with open_session(settings, options) as session:
        given: dict[str, Any] = {"segmentation": segmentation, "judging": judging}
        given |= {"force": force, "stage": stage, "keep_errors": keep_errors}
        outcomes, failed = _visited(session, list(dict.fromkeys(addresses)), given)
    _deliver(outcomes, form, is_list=len(addresses) > 1 or bool(tags or every))
    return failed


def _visited(session: Session, addresses: Sequence[str], given: dict[str, Any]) -> tuple[list[Visit], int]:
    """Visits one page after another. Of several, one that cannot be opened does not keep the others waiting."""
    outcomes, failed = [], 0
    for address in addresses:
        try:
            outcomes.append(session.visit(address, **given))
        except CaptureError as error:
            if len(addresses) == 1:
                raise
            complain(str(error))
            failed = error.exit_code
    return outcomes, failed


def _watched(settings: Settings, tags: tuple[str, ...], *, every: bool) -> list[str]:
    """The pages that are watched, of an archive that is there: asking for them starts none."""
    with open_existing(settings) as archive:
        found = [watch.url for watch in archive.watches.all() if every or set(tags) & set(watch.settings.tags)]
    if not found:
        wanted = "no page is watched" if every else f"no watched page has the tag {' or '.join(tags)}"
        raise NotFoundError(f"{wanted}; `pagestrata watch list` shows those that are")
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
    said = reason if reason.startswith((f"{verdict}:", "imported")) else f"{verdict}: {reason}"
    aside = "".join(f"; {reason}" for reason in outcome.reasons[1:] if getattr(reason, "kind", "") in ABOUT_CAPTURE)
    return f"{said}{aside} ({outcome.url}{f'@{outcome.version}' if outcome.version else ''})"


def _json(outcome: Visit) -> dict[str, Any]:
    return {
        "url": outcome.url,
        "visited_at": outcome.visited_at.isoformat(),
        "stage": outcome.stage,
        "version": outcome.version,
        "kept": outcome.kept,
        "fault": outcome.fault,
        "importance": outcome.importance,
        "probability": outcome.probability,
        "score": outcome.score,
        "changes": outcome.changes,
        "reasons": outcome.reasons,
        "level": outcome.level,
        "seconds": {name: outcome.seconds.get(name, 0.0) for name in STEPS},
    }
