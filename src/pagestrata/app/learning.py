"""Decision models learned from labelled pairs (of a file, or the archive's own feedback), and the pages that use them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pagestrata.app.watches import watch_for
from pagestrata.deciding.features.pair_features import FEATURE_NAMES
from pagestrata.deciding.learning.linear_model import read_decision_model
from pagestrata.deciding.learning.training import DISSIMILAR, SIMILAR, LabelledPair
from pagestrata.deciding.sides import Side
from pagestrata.errors import InputError, NotFoundError, PagestrataError, UsageError
from pagestrata.formats.urls import canonical_url, web_address
from pagestrata.model.deltas import Delta
from pagestrata.store.people.settings import MODEL
from pagestrata.visit.judge import compare_sides

if TYPE_CHECKING:
    from pagestrata.app.session import Session
    from pagestrata.store.archive import Archive

Loaded = tuple[Side, Side, Delta | None]


def pair_loader(session: Session, recordings: Path | None) -> Callable[[LabelledPair], Loaded]:
    """Return a function that loads both sides of a pair: from `SITE.warc.gz` in a folder of recordings, else the archive."""

    def load(pair: LabelledPair) -> Loaded:
        place = pair.url
        if recordings is not None:
            file = next((recordings / f"{pair.site}{end}" for end in (".warc.gz", ".warc", ".wacz")
                         if (recordings / f"{pair.site}{end}").is_file()), None)  # fmt: skip
            if file is None:
                raise InputError(f"no recording of {pair.site} in {recordings}; it should be named {pair.site}.warc.gz")
            place = f"{file}#{pair.url}"
        old, new = (session.page(f"{place}@{name}", picture_file=False) for name in (pair.old, pair.new))
        return old, new, compare_sides(old, new)

    return load


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """The pages that a model applies to; `urls` is None for the whole archive."""

    title: str
    urls: tuple[str, ...] | None = None

    @classmethod
    def of(cls, archive: Archive, *, url: str | None, tag: str | None) -> Scope:
        """One page, those with a tag, or all."""
        if url is not None and tag is not None:
            raise UsageError("--url and --tag exclude each other; a model is for one page or for one tag")
        if url is not None:
            address = web_address(url)
            return cls(title=address, urls=(address,))
        if tag is None:
            return cls(title="all pages")
        urls = tuple(watch.url for watch in archive.watches.all() if tag in watch.settings.tags)
        if not urls:
            raise NotFoundError(f"no watched page has the tag {tag}; `pagestrata watch list` shows all watches")
        return cls(title=f"the pages with the tag {tag}", urls=urls)


def store_model(archive: Archive, scope: Scope, data: bytes) -> str:
    """Store a trained model for its pages, whose visits use it from now on; return its name."""
    name = archive.settings.add_model(data)
    _name_model(archive, scope, name)
    return name


def forget_model(archive: Archive, scope: Scope) -> None:
    """Judge the pages by the archive's model again, or by the shipped one."""
    _name_model(archive, scope, None)


def _name_model(archive: Archive, scope: Scope, name: str | None) -> None:
    if scope.urls is None:
        archive.settings.set(MODEL, name)
    for url in scope.urls or ():
        watch_for(archive, url, {"model": name})
    named = {watch.settings.model for watch in archive.watches.all()} | {archive.settings.get(MODEL)}
    archive.settings.drop_models(keep=[model for model in named if model])


def model_facts(archive: Archive, name: str | None) -> dict[str, Any] | None:
    """Facts about a stored model: when and from what it was learned, and whether it can be used."""
    if name is None:
        return None
    try:
        model = read_decision_model(archive.settings.model(name), known_features=FEATURE_NAMES)
    except PagestrataError as error:
        return {"name": name, "problem": str(error)}
    return {"name": name, **model.card, "features": [term.name for term in model.content.terms]}


def feedback_pairs(session: Session, urls: Collection[str] | None = None) -> Iterator[LabelledPair]:
    """The feedback in this archive, for some pages or all, as labelled pairs."""
    wanted = {canonical_url(url) for url in urls} if urls is not None else None
    versions = {
        version.id: version
        for url in session.archive.versions.pages()
        if wanted is None or url in wanted
        for version in session.archive.versions.of(url)
    }
    versions |= {found.id: found for found in session.archive.skipped.of()}
    for word in session.archive.feedback.all():
        old, new = versions.get(word.old_version), versions.get(word.new_version)
        if old is None or new is None:
            continue  # a version was dropped since
        yield LabelledPair(
            site=old.url,
            url=old.url,
            old=old.id,
            new=new.id,
            label=DISSIMILAR if word.verdict == "mattered" else SIMILAR,
            why=word.note,
        )
