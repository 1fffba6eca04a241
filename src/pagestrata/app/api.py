"""The functions that `pagestrata` exports, each good for one call in a script or a notebook.

Several pages in a row share one browser through a `Session`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pagestrata.app.session import Session
from pagestrata.model.snapshot import Snapshot
from pagestrata.model.weights import Decision


def capture(url: str, *, browser: str | None = None, allow_private: bool = False, **options: Any) -> Snapshot:
    """Open a page in a real browser and return what it shows. `options` are the fields of `CaptureOptions`."""
    from pagestrata.capturing.options import CaptureOptions

    with Session(browser=browser, allow_private=allow_private, options=CaptureOptions(**options)) as session:
        return session.pool.capture(url, session.options)


def load_page(path: str | Path, *, browser: str | None = None, **options: Any) -> Snapshot:
    """Render a saved page: an HTML file with its assets, a WARC or WACZ file (`FILE#URL@TIME`), or a .snapshot file."""
    from pagestrata.capturing.options import CaptureOptions

    with Session(browser=browser, options=CaptureOptions(**options)) as session:
        return session.snapshot(str(path))


def decide(old: Any, new: Any, **options: Any) -> Decision:
    """Is `new` worth keeping beside `old`? Each is a `BlockTree`, a `Snapshot` (cut into blocks first) or a `Side`.

    `options` are those of `pagestrata.deciding.decide.decide`: delta, weights, history, threshold, model.
    """
    from pagestrata.deciding.decide import decide as decide_sides

    return decide_sides(_with_blocks(old), _with_blocks(new), **options)


def _with_blocks(version: Any) -> Any:
    if not isinstance(version, Snapshot):
        return version
    from pagestrata.deciding.sides import Side
    from pagestrata.segmenting import segment

    return Side(tree=segment(version), screenshot_png=version.screenshot_png)
