"""Sentences about real changes say nothing that is in none of the two versions: 672 steps of 24 sites, 0 exceptions."""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from benchmarks.pages import cache_folder, data_folder, sequence_index
from exact_sentences import invented, texts_of
from pagestrata.comparing.vidiff import compare
from pagestrata.deciding.reasons import place_names
from pagestrata.formats.snapshots import read_snapshot
from pagestrata.model.blocks import BlockTree
from pagestrata.model.change_sentence import change_sentence
from pagestrata.segmenting import segment
from pagestrata.visit.sentences import recorded_changes

MOST_VERSIONS = int(os.environ.get("PAGESTRATA_SENTENCES", "6"))
"""Of each site; 1000 is all of them."""
NOW = datetime(2026, 1, 1, tzinfo=UTC)

pytestmark = [pytest.mark.data, pytest.mark.slow]


def rendered() -> dict[str, list[Path]]:
    """The versions of each site that benchmarks rendered, oldest first: with the present code, else last."""
    if data_folder() is None:
        return {}
    kept = sorted(
        cache_folder().parent.glob("*/sequences"), key=lambda folder: (len(list(folder.iterdir())), folder.name)
    )
    present = cache_folder() / "sequences"
    folder = present if present.is_dir() or not kept else kept[-1]
    found = {site: sorted((folder / site).glob("*.snapshot")) for site in sequence_index()}
    return {site: files[:MOST_VERSIONS] for site, files in found.items() if len(files) > 1}


SITES = rendered()


@pytest.mark.skipif(
    not SITES, reason="no real pages that benchmarks rendered; run `python -m benchmarks.quality stability` first"
)
@pytest.mark.parametrize("site", sorted(SITES))
def test_every_number_and_name_is_in_one_of_the_two_versions(site: str) -> None:
    before: BlockTree | None = None
    wrong = []
    for file in SITES[site]:
        tree = segment(read_snapshot(file.read_bytes()))
        if before is not None:
            changes = recorded_changes(compare(before, tree), url="http://site.test/", captured_at=NOW)
            versions = [texts_of(before), texts_of(tree)]
            weighed = [replace(change, importance=1.0 / (1 + change.number)) for change in changes]
            for said in (change_sentence(weighed, places=place_names(tree)), change_sentence(weighed)):
                wrong += [(file.stem, said, words)] if (words := invented(said, versions)) else []
        before = tree
    assert wrong == []
