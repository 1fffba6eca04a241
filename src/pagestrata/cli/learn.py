"""`pagestrata mark`, `keep` and `train`: marks of changes, and decision models trained on them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from pagestrata.cli.archive_options import format_option, say
from pagestrata.cli.capture_options import capture_options, open_session
from pagestrata.cli.options import EXISTING_FILE, FILE_PATH, SectionedCommand, Settings, rarely_needed, with_settings
from pagestrata.cli.output import attributes, deliver, deliver_as
from pagestrata.errors import InputError, NotFoundError, UsageError
from pagestrata.model.records import Feedback

if TYPE_CHECKING:
    from pagestrata.app.learning import Scope
    from pagestrata.app.session import Session
    from pagestrata.capturing.options import CaptureOptions
    from pagestrata.deciding.learning.training import Example, LabelledPair, Scores, TrainedModel
    from pagestrata.model.records import Version

# Imports inside functions: help, and commands that need less, start without them (tests/guards/test_light_start.py).

MOST_CONTRADICTIONS = 5
Verdict = Literal["mattered", "noise"]


@click.command(cls=SectionedCommand)
@click.argument("sources", nargs=-1, required=True, metavar="[OLD] NEW")
@click.argument("verdict", type=click.Choice(["mattered", "noise"]))
@click.option("--note", default="", metavar="TEXT", help="Reason, for later readers.")
@format_option("text", "json")
@with_settings
def mark(settings: Settings, /, sources: tuple[str, ...], verdict: Verdict, note: str, form: str | None) -> None:
    """Mark the change between two archived versions as one that mattered or as noise. `train` learns from marks.

    OLD and NEW are URL@TIME; OLD defaults to the version before NEW. NEW may be a skipped visit as `log URL
    --visits` lists it, or URL@skipped for the newest; a marked visit does not expire.
    """
    from pagestrata.app.session import Session

    with Session(archive=settings.archive_address, creates_archive=False) as session:
        before, after = _marked_pair(session, sources)
        _mark(session, before, after, verdict, note)
    deliver_as(form, {"old": before.id, "new": after.id, "verdict": verdict})


def _marked_pair(session: Session, sources: tuple[str, ...]) -> tuple[Version, Version]:
    if len(sources) > 2:
        raise UsageError(f"{len(sources)} sources are too many; give one version, or two")
    after = session.version(sources[-1])
    if len(sources) == 2:
        before = session.version(sources[0])
        named = " and ".join(sources)
        if before.id == after.id:
            raise UsageError(f"{named} are the same version; a mark needs a change, so visit the page again later")
        if before.url != after.url:
            raise UsageError(f"{named} are not two versions of one page; `pagestrata log URL` lists them")
        return before, after
    earlier = session.archive.versions.before(after.url, after.captured_at - timedelta(microseconds=1))
    if earlier is None:
        raise NotFoundError(
            f"{sources[0]} is the first version of its page and has no changes; "
            "mark a later one, `pagestrata log URL` lists them"
        )
    return earlier, after


def _mark(session: Session, before: Version, after: Version, verdict: Verdict, note: str = "") -> None:
    session.archive.feedback.add(
        Feedback(old_version=before.id, new_version=after.id, verdict=verdict, given_at=datetime.now(UTC), note=note)
    )


@click.command(cls=SectionedCommand)
@click.argument("source", metavar="URL@SKIPPED")
@format_option("text", "json")
@with_settings
def keep(settings: Settings, /, source: str, form: str | None) -> None:
    """Keep the result of a skipped visit as a version, and mark its change as one that mattered.

    `log URL --visits` lists the skipped visits whose results are still stored; URL@skipped is the newest. If the visit
    did not render the page, the version has no rendered document and no screenshot.
    """
    from pagestrata.app.session import Session

    with Session(archive=settings.archive_address, creates_archive=False) as session:
        before, found = _marked_pair(session, (source,))
        kept = session.archive.skipped.keep(found)
        _mark(session, before, kept, "mattered", "kept afterwards")
        missing = _missing_parts(session, kept)
    if missing:
        say(f"{kept.id} was kept without {' and '.join(missing)}: the visit had ended before the page was rendered")
    deliver_as(form, {"url": kept.url, "version": kept.id, "missing": missing})


def _missing_parts(session: Session, version: Version) -> list[str]:
    contents, missing = session.archive.contents, []
    try:
        contents.dom(version)
    except NotFoundError:
        missing.append("rendered document")
    return missing if contents.screenshot(version) is not None else [*missing, "picture"]


@click.command(cls=SectionedCommand)
@click.argument("pairs", required=False, type=EXISTING_FILE)
@click.option(
    "--recordings",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder with one recording, SITE.warc.gz, for each site in PAIRS.",
    show_default="the archive",
)
@click.option("--feedback", is_flag=True, help="Also learn from changes marked in the archive.")
@click.option(
    "--alone/--with-shipped",
    default=None,
    help="Learn only from these pairs, or from the shipped pairs too, in which case yours weigh more."
    " [default: --alone for PAIRS, --with-shipped for --feedback]",
)
@click.option("--url", metavar="URL", help="Learn from the marks of this page, and store the model with its watch.")
@click.option(
    "--tag",
    metavar="NAME",
    help="Learn from the marks of all watched pages with this tag, and store the model with their watches.",
)
@click.option("--forget", is_flag=True, help="Delete the stored model of --url, --tag or the archive.")
@click.option("-o", "--output", type=FILE_PATH, help="Write the model to this file instead of the archive.")
@format_option("text", "json", default="text")
@rarely_needed(capture_options)
@with_settings
def train(
    settings: Settings,
    /,
    pairs: Path | None,
    recordings: Path | None,
    feedback: bool,
    alone: bool | None,
    url: str | None,
    tag: str | None,
    forget: bool,
    output: Path | None,
    form: str,
    page: CaptureOptions,
) -> None:
    """Train a decision model on labelled PAIRS (JSON) or on the changes marked in the archive.

    The model is stored in the archive. Later visits use it: to the page of --url, to the pages of --tag, or to all
    pages that have no model of their own. With -o, the model is written to a file for `visit --model` instead.
    """
    from pagestrata.app.learning import Scope, forget_model, store_model

    if pairs is None and not (feedback or url or tag or forget):
        raise UsageError("no training data; name a file of labelled pairs, or use --feedback for marks in the archive")
    with open_session(settings, page) as session:
        scope = Scope.of(session.archive, url=url, tag=tag)
        if forget:
            forget_model(session.archive, scope)
            if form == "json":
                deliver_as(form, {"for": scope.title, "stored": None})
            return
        sources = _labelled(session, scope, pairs, recordings, feedback=feedback or pairs is None)
        taught = _taught(session, scope, sources, alone=alone if alone is not None else pairs is not None)
        name = store_model(session.archive, scope, taught.trained.model.to_json()) if output is None else None
    if output is None:
        click.echo(f"stored as {name}, for {scope.title}; `pagestrata train --forget` deletes it", err=True)
    else:
        deliver(taught.trained.model.to_json(), output)
    if form == "json":
        written = str(output) if output is not None else None
        deliver_as(form, {"for": scope.title, "stored": name, "file": written, **taught.answer()})
    else:
        click.echo("\n".join([*taught.contradictions, taught.trained.report(own=taught.own)]))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Taught:
    """A trained model, marks that contradict each other, and how many of its pairs are the user's own (None: all)."""

    trained: TrainedModel
    contradictions: list[str]
    own: int | None

    def answer(self) -> dict[str, Any]:
        trained = self.trained
        own = None if self.own is None else {"pairs": self.own, "right": trained.own_right(self.own)}
        return {
            "content": _scores(trained.content),
            "pictures": _scores(trained.pictures) if trained.pictures is not None else None,
            "own": own,
            "features": [{"name": name, "weight": weight} for name, weight in trained.table],
            "contradictions": self.contradictions,
        }


def _scores(scores: Scores) -> dict[str, Any]:
    return attributes(scores, "accuracy", "recall_dissimilar", "precision_dissimilar", "pairs")


def _labelled(
    session: Session, scope: Scope, file: Path | None, recordings: Path | None, *, feedback: bool
) -> list[tuple[LabelledPair, Path | None]]:
    """Return the pairs of a file and the marked pairs, each with the folder of its recordings."""
    from pagestrata.app.learning import feedback_pairs

    labelled = [(pair, recordings) for pair in (_read(file) if file else ())]
    if feedback:
        labelled += [(pair, None) for pair in feedback_pairs(session, scope.urls)]
    if not labelled:
        raise NotFoundError(f"no change of {scope.title} is marked yet; mark changes with `pagestrata mark`")
    return labelled


def _taught(
    session: Session, scope: Scope, labelled: Sequence[tuple[LabelledPair, Path | None]], *, alone: bool
) -> _Taught:
    from pagestrata.app.learning import pair_loader
    from pagestrata.deciding.learning.selection import most_added
    from pagestrata.deciding.learning.shipped_pairs import default_base_pairs
    from pagestrata.deciding.learning.training import beside, example_of, train_examples

    examples = []
    for number, (pair, folder) in enumerate(labelled, 1):
        click.echo(f"{number}/{len(labelled)} {pair.site} {pair.new}", err=True)
        sides = pair_loader(session, folder)(pair)
        examples.append(example_of(pair, *sides, visual_words=most_added(len(labelled)) > 0))
    base = () if alone else default_base_pairs()
    card = {"trained": f"{datetime.now(UTC):%Y-%m-%d}", "pairs": len(examples), "shipped pairs": len(base)}
    trained = train_examples(beside(base, examples), card={**card, "for": scope.title})
    return _Taught(
        trained=trained,
        contradictions=_contradictions([pair for pair, _ in labelled], examples),
        own=len(examples) if base else None,
    )


def _contradictions(pairs: Sequence[LabelledPair], examples: Sequence[Example]) -> list[str]:
    """Describe opposite marks of similar changes: no model can learn both."""
    from pagestrata.deciding.learning.training import contradictions

    found = contradictions(examples)
    lines = [
        f"these marks contradict each other: {_called(pairs[first])} and {_called(pairs[second])}; mark one of them again"
        for first, second in found[:MOST_CONTRADICTIONS]
    ]
    more = len(found) - MOST_CONTRADICTIONS
    return [*lines, f"and {more} more contradict each other"] if more > 0 else lines


def _called(pair: LabelledPair) -> str:
    return f"{pair.url[:200]}@{pair.new} ({'mattered' if pair.label == 'dissimilar' else 'noise'})"


def _read(file: Path) -> tuple[LabelledPair, ...]:
    from pagestrata.deciding.learning.training import read_pairs

    try:
        records = json.loads(file.read_bytes())
    except ValueError as error:
        raise InputError(f"{file} is not JSON ({error}); it must contain a list of labelled pairs") from error
    if not isinstance(records, list):
        raise InputError(
            f"{file} is not a list; labelled pairs are a list of objects with site, url, old, new and label"
        )
    return read_pairs(records)
