"""`pagestrata mark`, `keep` and `train`: what people say about changes, and a decision model learned from it."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from pagestrata.cli.archive_options import format_option, say
from pagestrata.cli.capture_options import FILE, capture_options, open_session
from pagestrata.cli.output import deliver, deliver_as
from pagestrata.cli.settings import Settings, shared_options
from pagestrata.errors import InputError, NotFoundError, UsageError

if TYPE_CHECKING:
    from pagestrata.app.session import Session
    from pagestrata.deciding.training import LabelledPair
    from pagestrata.model.records import Version

Verdict = Literal["mattered", "noise"]


@click.command()
@click.argument("sources", nargs=-1, required=True, metavar="[OLD] NEW")
@click.argument("verdict", type=click.Choice(["mattered", "noise"]))
@click.option("--note", default="", help="Why, for whoever reads it later.")
@format_option("text", "json", default="json")
@shared_options
@click.pass_obj
def mark(settings: Settings, /, sources: tuple[str, ...], verdict: Verdict, note: str, form: str) -> None:
    """Say whether the change between two archived versions mattered. `train` learns from it.

    OLD and NEW are URL@TIME; without OLD, the version before NEW is meant. NEW may be a skipped visit as `log URL --visits`
    names it, or URL@skipped for the newest; once marked, it is not dropped after its days.
    """
    from pagestrata.app.session import Session

    with Session(archive=settings.archive_address) as session:
        before, after = _marked_pair(session, sources)
        _mark(session, before, after, verdict, note)
    deliver_as(form, {"old": before.id, "new": after.id, "verdict": verdict})


def _marked_pair(session: Session, sources: tuple[str, ...]) -> tuple[Version, Version]:
    if len(sources) > 2:
        raise UsageError(
            f"{len(sources)} sources are too many; a mark is about two versions, or one and that before it"
        )
    after = session.version(sources[-1])
    if len(sources) == 2:
        before = session.version(sources[0])
        if before.url != after.url or before.id == after.id:
            told = " and ".join(sources)
            raise UsageError(f"{told} are not two versions of one page; `pagestrata log URL` lists them")
        return before, after
    earlier = session.archive.versions.before(after.url, after.captured_at - timedelta(microseconds=1))
    if earlier is None:
        raise NotFoundError(f"{sources[0]} is the first version of its page: nothing changed before it")
    return earlier, after


def _mark(session: Session, before: Version, after: Version, verdict: Verdict, note: str = "") -> None:
    from pagestrata.model.records import Feedback

    session.archive.feedback.add(
        Feedback(old_version=before.id, new_version=after.id, verdict=verdict, given_at=datetime.now(UTC), note=note)
    )


@click.command()
@click.argument("source", metavar="URL@SKIPPED")
@format_option("text", "json", default="json")
@shared_options
@click.pass_obj
def keep(settings: Settings, /, source: str, form: str) -> None:
    """Keep what a skipped visit found, as a version at its place in time, and mark it as something that mattered.

    `log URL --visits` names the skipped visits that can still be kept; URL@skipped is the newest. A visit that rendered the
    page makes a whole version. One that ended before the browser makes a version without rendered document and picture.
    """
    from pagestrata.app.session import Session

    with Session(archive=settings.archive_address) as session:
        before, found = _marked_pair(session, (source,))
        kept = session.archive.skipped.keep(found)
        _mark(session, before, kept, "mattered", "kept afterwards")
        missing = _missing_parts(session, kept)
    if missing:
        say(f"{kept.id} was kept without {' and '.join(missing)}: that visit ended before the browser")
    deliver_as(form, {"url": kept.url, "version": kept.id, "missing": missing})


def _missing_parts(session: Session, version: Version) -> list[str]:
    contents, missing = session.archive.contents, []
    try:
        contents.dom(version)
    except NotFoundError:
        missing.append("rendered document")
    return missing if contents.screenshot(version) is not None else [*missing, "picture"]


@click.command()
@click.argument("pairs", required=False, type=FILE)
@click.option(
    "--recordings",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder with SITE.warc.gz of every site in PAIRS. [default: the archive]",
)
@click.option("--feedback", is_flag=True, help="Learn from what was marked in the archive, too.")
@click.option(
    "--alone/--with-shipped",
    default=None,
    help="Learn from these pairs only, or beside the shipped ones, which a mark of yours outweighs."
    " [default: alone for PAIRS, with the shipped ones for --feedback]",
)
@click.option("-o", "--output", required=True, type=click.Path(dir_okay=False, path_type=Path), help="The model file.")
@capture_options
@shared_options
@click.pass_obj
def train(
    settings: Settings,
    /,
    pairs: Path | None,
    recordings: Path | None,
    feedback: bool,
    alone: bool | None,
    output: Path,
    **page: Any,
) -> None:
    """Learn when two versions are similar, from labelled PAIRS (JSON) or the archive's own feedback."""
    from pagestrata.app.learning import feedback_pairs, pair_loader
    from pagestrata.deciding.shipped_pairs import default_base_pairs
    from pagestrata.deciding.training import beside, example_of, train_examples

    if pairs is None and not feedback:
        raise UsageError("nothing to learn from; name a file of labelled pairs, or --feedback for the archive's own")
    with open_session(settings, page) as session:
        labelled = [(pair, recordings) for pair in (_read(pairs) if pairs else ())]
        if feedback:
            labelled += [(pair, None) for pair in feedback_pairs(session)]
        if not labelled:
            raise NotFoundError("nothing was marked in this archive yet; say what mattered with `pagestrata mark`")
        examples = []
        for number, (pair, folder) in enumerate(labelled, 1):
            click.echo(f"{number}/{len(labelled)} {pair.site} {pair.new}", err=True)
            examples.append(example_of(pair, *pair_loader(session, folder)(pair)))
    base = () if (alone if alone is not None else pairs is not None) else default_base_pairs()
    card = {"trained": f"{datetime.now(UTC):%Y-%m-%d}", "pairs": len(examples), "shipped pairs": len(base)}
    trained = train_examples(beside(base, examples), card=card)
    deliver(trained.model.to_json(), output)
    click.echo(trained.report(own=len(examples) if base else None))


def _read(file: Path) -> tuple[LabelledPair, ...]:
    from pagestrata.deciding.training import read_pairs

    try:
        records = json.loads(file.read_bytes())
    except ValueError as error:
        raise InputError(f"{file} is not JSON ({error}); it should hold a list of labelled pairs") from error
    if not isinstance(records, list):
        raise InputError(f"{file} holds no list; labelled pairs are a list of site, url, old, new and label")
    return read_pairs(records)
