"""Real pages of terms and policies in order, fetched by Open Terms Archive, with a label for each pair of versions.

`PAGESTRATA_TERMS` names a clone of github.com/OpenTermsArchive/p2b-compliance-snapshots; the pages are read from its history and
never committed. `quality/data/terms_labels.json` names for each sequence the file, the commits, and a letter for each pair of
consecutive versions: F where the document itself says something else, N where only menus, footers, banners, counters and other
pages' teasers changed, - where readers could disagree. The sequences were drawn at random among the services of that archive
with at least forty recorded versions; versions are at least twenty hours apart and differ in their text. The pages come without
style sheets and are drawn without scripts.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from benchmarks.kept_trees import kept_tree
from benchmarks.pages import Renderer
from pagestrata.model.blocks import BlockTree
from pagestrata.model.snapshot import Snapshot

VARIABLE = "PAGESTRATA_TERMS"
ABSENT = (
    f"the pages of terms are not here: set {VARIABLE} to a clone of github.com/OpenTermsArchive/p2b-compliance-snapshots "
    "with its history"
)
LABELS = Path(__file__).parent / "quality" / "data" / "terms_labels.json"
FACT, NOISE = "F", "N"


@dataclass(frozen=True, slots=True, kw_only=True)
class TermsVersion:
    """One version of a page, and whether a person would want to know what changed since the one before: None for unknown."""

    tree: BlockTree
    is_news: bool | None


def terms_folder() -> Path:
    """The clone. Raises SystemExit where there is none."""
    folder = Path(os.environ.get(VARIABLE, ""))
    if not os.environ.get(VARIABLE) or not folder.is_dir():
        raise SystemExit(ABSENT)
    return folder


@cache
def terms_labels() -> dict[str, dict[str, object]]:
    """The sequences by name: path in the clone, versions as commit and time, labels."""
    labels: dict[str, dict[str, object]] = json.loads(LABELS.read_text(encoding="utf-8"))
    return labels


def terms_sequences() -> Iterator[tuple[str, list[TermsVersion]]]:
    """Each sequence with its name, oldest version first."""
    folder = terms_folder()
    with Renderer() as renderer:
        for name, entry in terms_labels().items():
            yield name, list(_versions(renderer, folder, name, entry))


def _versions(renderer: Renderer, folder: Path, name: str, entry: dict[str, object]) -> Iterator[TermsVersion]:
    known = {FACT: True, NOISE: False}
    labels = f"-{entry['labels']}"
    for label, (commit, time) in zip(labels, entry["versions"], strict=True):  # type: ignore[call-overload]

        def load(commit: str = commit, time: int = time) -> Snapshot:
            return _rendered(renderer, _page(folder, commit, str(entry["path"])), name, time)

        yield TermsVersion(tree=kept_tree(f"terms/{name}/{time}", load).tree, is_news=known.get(label))


def _page(folder: Path, commit: str, path: str) -> bytes:
    found = subprocess.run(
        ["git", "-C", str(folder), "cat-file", "blob", f"{commit}:{path}"], check=True, capture_output=True
    )
    return found.stdout


def _rendered(renderer: Renderer, page: bytes, name: str, time: int) -> Snapshot:
    with tempfile.TemporaryDirectory() as temporary:
        file = Path(temporary) / "page.html"
        file.write_bytes(page)
        snapshot = renderer.saved(file, url=f"https://{name.lower().replace('_', '-')}.example/terms", javascript=False)
    return replace(snapshot, captured_at=datetime.fromtimestamp(time, UTC))
