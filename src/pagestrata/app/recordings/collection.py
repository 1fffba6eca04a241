"""Collections of recordings: the pages in them, each with its captures from all files in time order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from pagestrata.app.recordings.imports import (
    LocalCopies,
    RecordedCapture,
    RecordedPage,
    recorded_captures,
    recording_damages,
)
from pagestrata.engine.dispatch import dispatch
from pagestrata.errors import InputError
from pagestrata.formats.snapshots import read_snapshot
from pagestrata.model.snapshot import Snapshot
from pagestrata.store.objects.bucket_files import is_in_bucket, list_bucket

if TYPE_CHECKING:
    from pagestrata.interfaces import Engine

RECORDINGS = (".warc", ".warc.gz", ".wacz")
SNAPSHOT = ".snapshot"


@dataclass(frozen=True, slots=True, kw_only=True)
class Collection:
    """The pages of some recordings, and problems while reading them."""

    pages: tuple[RecordedPage, ...]
    problems: tuple[str, ...] = ()


def recordings_among(sources: Iterable[str | Path]) -> list[str]:
    """The named files, and all recordings in named folders and buckets (`s3://bucket/folder`)."""
    found: list[str] = []
    for source in map(str, sources):
        if is_in_bucket(source):
            found += _recordings_in_bucket(source)
        elif Path(source).is_dir():
            found += sorted(str(file.resolve()) for file in Path(source).rglob("*") if _is_recording(file.name))
        elif Path(source).is_file():
            found.append(str(Path(source).resolve()))
        else:
            raise InputError(f"there is no file or folder {source[:300]!r}; check the path")
    if not found:
        raise InputError("there is no WARC, WACZ or .snapshot file among the sources; name files or folders of them")
    return found


def _recordings_in_bucket(address: str) -> list[str]:
    listed = list_bucket(address)
    return listed if listed == [address] else [found for found in listed if _is_recording(found)]


def _is_recording(name: str) -> bool:
    return name.lower().endswith((*RECORDINGS, SNAPSHOT))


def read_collection(engine: Engine, sources: Sequence[str | Path]) -> Collection:
    """Read which pages the files contain, those with most captures first: what takes longest must not begin last."""
    captures: dict[str, set[RecordedCapture]] = {}
    problems: list[str] = []
    for done in dispatch(engine, _listing, list(map(str, sources))):
        if done.error is not None:
            problems.append(f"{done.item}: {done.error}")
            continue
        listed, damages = done.result
        problems += [f"{done.item}: {damage}" for damage in damages]
        for url, recorded_at in listed:
            captures.setdefault(url, set()).add(RecordedCapture(recorded_at, done.item))
    pages = [RecordedPage(url=url, captures=tuple(sorted(found))) for url, found in captures.items()]
    pages.sort(key=lambda page: (-len(page.captures), page.url))
    return Collection(pages=tuple(pages), problems=tuple(sorted(problems)))


@contextmanager
def _listing() -> Iterator[Callable[[str], tuple[list[tuple[str, datetime]], tuple[str, ...]]]]:
    with LocalCopies() as copies:
        yield lambda source: _list_captures(copies.path(source))


def _list_captures(path: Path) -> tuple[list[tuple[str, datetime]], tuple[str, ...]]:
    """Address and time of the captures of a file, and its damages."""
    if path.name.lower().endswith(SNAPSHOT):
        snapshot = recorded_snapshot(path)
        return [(snapshot.requested_url, snapshot.captured_at)], ()
    found = [(entry.url, entry.recorded_at) for entry in recorded_captures(path)]
    pages = [(url, at) for url, at in found if url.partition(":")[0].lower() in {"http", "https"}]
    return pages, recording_damages(path)


def recorded_snapshot(path: Path) -> Snapshot:
    return read_snapshot(path.read_bytes())
