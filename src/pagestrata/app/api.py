"""The functions that `pagestrata` exports, each good for one call in a script or a notebook.

Several pages in a row share one browser through a `Session`.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pagestrata.app.session import Session
from pagestrata.capturing.options import CaptureOptions
from pagestrata.deciding.sides import Side
from pagestrata.engine.on_ray import RayEngine
from pagestrata.errors import UsageError
from pagestrata.model.snapshot import Snapshot
from pagestrata.model.weights import Decision

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from pagestrata.app.recordings.analysis import Analysed
    from pagestrata.interfaces import Engine

# Imports inside functions: commands that only list or check a page start without them (tests/guards/test_light_start.py).


def capture(url: str, *, browser: str | None = None, allow_private: bool = False, **options: Any) -> Snapshot:
    """Open a page in a real browser and return what it shows. `options` are the fields of `CaptureOptions`."""
    with Session(browser=browser, allow_private=allow_private, options=CaptureOptions(**options)) as session:
        return session.pool.capture(url, session.options)


def load_page(path: str | Path, *, browser: str | None = None, **options: Any) -> Snapshot:
    """Render a saved page: an HTML file with its assets, a WARC or WACZ file (`FILE#URL@TIME`), or a .snapshot file."""
    with Session(browser=browser, options=CaptureOptions(**options)) as session:
        return session.snapshot(str(path))


def analyse(
    sources: str | Path | Iterable[str | Path],
    output: str | Path,
    *,
    archive: str | Path | None = None,
    engine: str = "local",
    address: str = "auto",
    workers: int | None = None,
    browser: str | None = None,
    **options: Any,
) -> Analysed:
    """Analyse recordings (files, folders, `s3://…`) into Parquet tables in a folder; repeat the call to continue.

    With `archive` they are also imported there. `engine` is 'local' (processes here) or 'ray' (the cluster at
    `address`). `options` are the fields of `CaptureOptions`.
    """
    from pagestrata.app.recordings.analysis import Analysed
    from pagestrata.app.recordings.analysis import analyse as analyse_pages
    from pagestrata.app.recordings.collection import read_collection, recordings_among
    from pagestrata.store.archive import open_archive

    files = recordings_among([sources] if isinstance(sources, str | Path) else sources)
    place = str(archive) if archive is not None else None
    if place is not None:
        open_archive(place).close()  # made once, before many open it
    with _engine(engine, address, workers) as places:
        found = read_collection(places, files)
        chosen = CaptureOptions(**options)
        outcomes = analyse_pages(places, found.pages, Path(output), archive=place, browser=browser, options=chosen)
        pages = tuple(outcomes)
    return Analysed(pages=pages, problems=found.problems + sum((page.problems for page in pages), ()))


def _engine(name: str, address: str, workers: int | None) -> AbstractContextManager[Engine]:
    from pagestrata.engine.local import LocalEngine

    if name == "ray":
        return RayEngine(address, workers=workers)
    if name != "local":
        raise UsageError(f"unknown engine {name!r}; use 'local' or 'ray'")
    return nullcontext(LocalEngine(workers or os.cpu_count() or 1))


def decide(old: Any, new: Any, **options: Any) -> Decision:
    """Decide whether `new` is worth keeping when `old` is kept.

    Each is a `BlockTree`, a `Snapshot` (which is cut into blocks first) or a `Side`.
    `options` are those of `pagestrata.deciding.decide.decide`: delta, weights, known, threshold, model.
    """
    if options.pop("volatility", None) is not None:
        advice = "decide: `volatility` is not read any more; pass `known`, whose history knows what keeps changing"
        warnings.warn(advice, DeprecationWarning, stacklevel=2)
    from pagestrata.deciding.decide import decide as decide_sides

    return decide_sides(_with_blocks(old), _with_blocks(new), **options)


def _with_blocks(version: Any) -> Any:
    if not isinstance(version, Snapshot):
        return version
    from pagestrata.segmenting import segment

    return Side(tree=segment(version), screenshot_png=version.screenshot_png)
