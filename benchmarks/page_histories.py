"""Real pages in order, from git repositories that hold a page over time, with a label for each pair of versions.

`PAGESTRATA_HISTORIES` names a folder with clones, each in a folder OWNER+NAME (or in its `repo`). Pages are read from the git
history and never committed. `quality/data/history_labels.json` has, for each sequence, the repository, the file, the commits with
their times, and a letter for each pair of consecutive versions. F: a person would want to know. N: noise. -: readers could
disagree. Labels were given by reading the difference of the texts, before any verdict.

kind    `terms`: terms and policies, drawn at random among services with at least forty recorded versions, at least twenty hours
        apart; F where the document itself says something else. `pages`: front pages and sections of newspapers, a portal, health
        authorities, documentation, shops and blogs, drawn at random among files with at least eight versions; F where there is a
        new story, figure, notice or rule.

The first 70 sequences were drawn without a condition. The other 97 have nine contiguous versions from a random start (seed
20261119), at most two sequences a host, so that most pairs differ in their text, by the size of the difference alone: for
newspapers three pairs with one to eight new lines, at most four without one and at most one with more than thirty; elsewhere
half of the pairs. Their noise is the hardest kind. They were measured once before anybody looked at a verdict (see
`judging/data/evidence.md`), then learned from: a blind test draws others.

Those with `"draw": 3` were such a test, and are learned from since. They are drawn like the 97 (seed 20261120), from hosts that
had no sequence: teletext pages of German broadcasters, counted as newspapers, a newspaper, a health institute with a version
every two hours, a city, the sites of Telegram and health authorities; one a host for terms, whose versions are here hours to
months apart, mostly half a day, and for health authorities and the sites of Telegram. A list of prices has a fact where a price
differs, and noise where only its clock does; clocks, counters, lists of keywords, names of servers, menus around a document and
states of the page that were seen before are noise. Left out: error pages, sign-in walls, pages without their document, the
scraper's own lists and a programme guide whose every pair readers could dispute.

The pages come without style sheets and are drawn without scripts.
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
from typing import Any

from benchmarks.kept_trees import kept_tree
from benchmarks.pages import Renderer
from pagestrata.model.blocks import BlockTree
from pagestrata.model.snapshot import Snapshot

VARIABLE = "PAGESTRATA_HISTORIES"
LABELS = Path(__file__).parent / "quality" / "data" / "history_labels.json"
FACT, NOISE = "F", "N"
TERMS = "terms"
LEARNED = 0  # the sequences without `draw`


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledVersion:
    """One version of a page, and whether a person would want to know what changed since the one before: None for unknown."""

    tree: BlockTree
    is_news: bool | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PageHistorySequence:
    """The versions of one page, oldest first."""

    name: str
    kind: str
    versions: tuple[LabelledVersion, ...]

    @property
    def host(self) -> str:
        """What is left out together: the pages of one newspaper, or of one state's health authority."""
        if self.kind == TERMS:
            return self.name
        first, _, rest = self.name.partition("_")
        return f"{first}_{rest[:2]}" if first == "covid" else first


@cache
def history_labels() -> dict[str, dict[str, Any]]:
    """The sequences by name: kind, repository, path, versions as commit and time, labels."""
    labels: dict[str, dict[str, Any]] = json.loads(LABELS.read_text(encoding="utf-8"))
    return labels


def page_histories(*kinds: str, draw: int | None = LEARNED) -> Iterator[PageHistorySequence]:
    """The sequences of these kinds from this draw, or from all."""
    with Renderer() as renderer:
        for name, entry in history_labels().items():
            if entry["kind"] in kinds and draw in {None, entry.get("draw", LEARNED)}:
                versions = tuple(_versions(renderer, name, entry))
                yield PageHistorySequence(name=name, kind=entry["kind"], versions=versions)


def clone_of(repository: str) -> Path:
    """The clone of OWNER/NAME. Raises SystemExit if it is missing."""
    folder = Path(os.environ.get(VARIABLE, "")) / repository.replace("/", "+")
    if not os.environ.get(VARIABLE) or not folder.is_dir():
        raise SystemExit(
            f"{repository} is not here: clone github.com/{repository} with its history into a folder "
            f"{repository.replace('/', '+')} and set {VARIABLE} to the folder around it"
        )
    return folder / "repo" if (folder / "repo").is_dir() else folder


def _versions(renderer: Renderer, name: str, entry: dict[str, Any]) -> Iterator[LabelledVersion]:
    known = {FACT: True, NOISE: False}
    for label, (commit, time) in zip(f"-{entry['labels']}", entry["versions"], strict=True):

        def load(commit: str = commit, time: int = time) -> Snapshot:
            return _rendered(renderer, _page(clone_of(entry["repository"]), commit, entry["path"]), name, time)

        tree = kept_tree(f"histories/{entry['kind']}/{name}/{time}", load).tree
        yield LabelledVersion(tree=tree, is_news=known.get(label))


def _page(folder: Path, commit: str, path: str) -> bytes:
    found = subprocess.run(
        ["git", "-C", str(folder), "cat-file", "blob", f"{commit}:{path}"], check=True, capture_output=True
    )
    return found.stdout


def _rendered(renderer: Renderer, page: bytes, name: str, time: int) -> Snapshot:
    with tempfile.TemporaryDirectory() as temporary:
        file = Path(temporary) / "page.html"
        file.write_bytes(page)
        address = f"https://{name.lower().replace('_', '-')}.example/"
        snapshot = renderer.saved(file, url=address, javascript=False, screenshot=False)
    return replace(snapshot, captured_at=datetime.fromtimestamp(time, UTC))
