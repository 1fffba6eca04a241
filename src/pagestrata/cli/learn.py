"""`pagestrata mark` and `train`: what people say about changes, and a decision model learned from it."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from pagestrata.cli.archive_options import format_option
from pagestrata.cli.capture_options import FILE, capture_options, open_session
from pagestrata.cli.output import deliver, deliver_as
from pagestrata.cli.settings import Settings, shared_options
from pagestrata.errors import InputError, NotFoundError, UsageError

if TYPE_CHECKING:
    from pagestrata.deciding.training import LabelledPair


@click.command()
@click.argument("old", metavar="URL@TIME")
@click.argument("new", metavar="URL@TIME")
@click.argument("verdict", type=click.Choice(["mattered", "noise"]))
@click.option("--note", default="", help="Why, for whoever reads it later.")
@format_option("text", "json", default="json")
@shared_options
@click.pass_obj
def mark(
    settings: Settings, /, old: str, new: str, verdict: Literal["mattered", "noise"], note: str, form: str
) -> None:
    """Say whether the change between two archived versions mattered. `train` learns from it."""
    from pagestrata.app.session import Session
    from pagestrata.model.records import Feedback

    with Session(archive=settings.archive_address) as session:
        before, after = session.version(old), session.version(new)
        if before.url != after.url or before.id == after.id:
            raise UsageError(f"{old} and {new} are not two versions of one page; `pagestrata log URL` lists them")
        session.archive.feedback.add(
            Feedback(
                old_version=before.id, new_version=after.id, verdict=verdict, given_at=datetime.now(UTC), note=note
            )
        )
    deliver_as(form, {"old": before.id, "new": after.id, "verdict": verdict})


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
