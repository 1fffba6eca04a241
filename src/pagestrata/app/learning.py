"""A decision model learned from labelled pairs: of a file with recordings beside it, and of an archive's own feedback."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from pagestrata.deciding.sides import Side
from pagestrata.deciding.training import DISSIMILAR, SIMILAR, LabelledPair
from pagestrata.errors import InputError
from pagestrata.model.deltas import Delta
from pagestrata.visit.judge import compare_sides

if TYPE_CHECKING:
    from pagestrata.app.session import Session

Loaded = tuple[Side, Side, Delta | None]


def pair_loader(session: Session, recordings: Path | None) -> Callable[[LabelledPair], Loaded]:
    """How the two sides of a pair are fetched: from `SITE.warc.gz` in a folder of recordings, else from the archive."""

    def load(pair: LabelledPair) -> Loaded:
        place = pair.url
        if recordings is not None:
            file = next((recordings / f"{pair.site}{end}" for end in (".warc.gz", ".warc", ".wacz")
                         if (recordings / f"{pair.site}{end}").is_file()), None)  # fmt: skip
            if file is None:
                raise InputError(f"no recording of {pair.site} in {recordings}; it should be named {pair.site}.warc.gz")
            place = f"{file}#{pair.url}"
        return _sides(session.page(f"{place}@{pair.old}"), session.page(f"{place}@{pair.new}"))

    return load


def feedback_pairs(session: Session) -> Iterator[LabelledPair]:
    """What people said in this archive, as labelled pairs."""
    versions = {
        version.id: version for url in session.archive.versions.pages() for version in session.archive.versions.of(url)
    }
    versions |= {found.id: found for found in session.archive.skipped.of()}
    for word in session.archive.feedback.all():
        old, new = versions.get(word.old_version), versions.get(word.new_version)
        if old is None or new is None:
            continue  # a version that was thinned out since teaches nothing any more
        yield LabelledPair(
            site=old.url,
            url=old.url,
            old=old.id,
            new=new.id,
            label=DISSIMILAR if word.verdict == "mattered" else SIMILAR,
            why=word.note,
        )


def _sides(old: Side, new: Side) -> Loaded:
    return old, new, compare_sides(old, new)
