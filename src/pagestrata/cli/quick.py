"""`pagestrata quick`: what changed between two pages or feeds, by their source alone. Exit 0: nothing, 1: something."""

from __future__ import annotations

from pathlib import Path

import click

from pagestrata.app.bodies import body_of
from pagestrata.capturing.options import CaptureOptions
from pagestrata.cli.archive_options import format_option, output_option
from pagestrata.cli.capture_options import capture_options, open_session
from pagestrata.cli.options import SectionedCommand, Settings, rarely_needed, with_settings
from pagestrata.cli.output import as_json, deliver
from pagestrata.comparing.quick.coefficients import BALANCED
from pagestrata.comparing.quick.quick_compare import quick_compare
from pagestrata.errors import UsageError
from pagestrata.report.quick_report import quick_html, quick_text

Coefficients = tuple[float, float, float]


@click.command(cls=SectionedCommand)
@click.argument("old")
@click.argument("new")
@click.option("--zone", metavar="CSS", help="Compare only elements that match.")
@click.option(
    "--weights", metavar="A,B,C", help="Weights of words, attributes and path; they sum to 1.", show_default=".4,.3,.3"
)
@click.option("--emphasis", metavar="TAG=A,B,C", multiple=True, help="Weights for one tag. Repeatable.")
@format_option("text", "json", "html", default="text")
@output_option
@rarely_needed(capture_options)
@with_settings
def quick(
    settings: Settings,
    /,
    old: str,
    new: str,
    zone: str | None,
    weights: str | None,
    emphasis: tuple[str, ...],
    form: str,
    output: Path | None,
    page: CaptureOptions,
) -> int:
    """Compare the HTML source of two pages, or two feeds, without a browser.

    OLD and NEW are addresses, files, WARC files or archived versions (URL@TIME).
    """
    coefficients = _coefficients(weights) if weights is not None else BALANCED
    by_tag = dict(_emphasis(text) for text in emphasis)
    with open_session(settings, page, creates_archive=False) as session:
        before, after = body_of(session, old), body_of(session, new)
    result = quick_compare(
        before.data,
        after.data,
        zone=zone,
        weights=coefficients,
        emphasis=by_tag,
        old_type=before.content_type,
        new_type=after.content_type,
    )
    if form == "json":
        deliver(as_json(result.to_json()), output)
    elif form == "html":
        deliver(quick_html(result, old, new), output)
    else:
        deliver(quick_text(result), output)
    return 1 if result.changed else 0


def _coefficients(text: str) -> Coefficients:
    try:
        a, b, c = (float(part) for part in text.split(","))
    except ValueError as error:
        raise UsageError(
            f"{text!r} are not weights; write three numbers that add up to 1, for example .4,.3,.3"
        ) from error
    return a, b, c


def _emphasis(text: str) -> tuple[str, Coefficients]:
    tag, equals, weights = text.partition("=")
    if not equals or not tag.strip():
        raise UsageError(f"--emphasis {text!r}: write TAG=A,B,C, for example img=.1,.7,.2")
    return tag.strip().lower(), _coefficients(weights)
