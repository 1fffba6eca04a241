"""Sentences about real changes say nothing that is in none of the two versions: 672 steps of 24 sites, 0 exceptions.

Each run looks at the first step of every site; PAGESTRATA_SENTENCES=1000 at all of them. Versions are rendered once and kept (see
`benchmarks.pages`).
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise

import pytest

from benchmarks.pages import Renderer, data_folder, sequence_index
from exact_sentences import invented, texts_of
from pagestrata.comparing.vidiff import compare
from pagestrata.deciding.reasons import place_names
from pagestrata.model.blocks import BlockTree
from pagestrata.model.change_sentence import change_sentence
from pagestrata.segmenting import segment
from pagestrata.visit.sentences import recorded_changes

MOST_VERSIONS = int(os.environ.get("PAGESTRATA_SENTENCES", "2"))
"""Of each site."""
SITES = sequence_index() if data_folder() is not None else {}
NOW = datetime(2026, 1, 1, tzinfo=UTC)

pytestmark = [pytest.mark.browser, pytest.mark.data, pytest.mark.slow]


@pytest.fixture(scope="module")
def renderer() -> Iterator[Renderer]:
    with Renderer() as made:
        yield made


def sentences(old: BlockTree, new: BlockTree) -> tuple[str, str]:
    """What is said about a change, with and without the names of places."""
    changes = recorded_changes(compare(old, new), url="http://site.test/", captured_at=NOW, new=new)
    weighed = [replace(change, importance=1.0 / (1 + change.number)) for change in changes]
    return change_sentence(weighed, places=place_names(new)), change_sentence(weighed)


@pytest.mark.skipif(not SITES, reason="the real pages are not here; set PAGESTRATA_DATA to the folder with sequences/")
@pytest.mark.parametrize("site", sorted(SITES))
def test_every_number_and_name_is_in_one_of_the_two_versions(site: str, renderer: Renderer) -> None:
    entry = SITES[site]
    times = [version["time"] for version in entry["versions"][:MOST_VERSIONS]]
    trees = (segment(renderer.version(site, entry["url"], time)) for time in times)
    wrong = [
        (time, said, words)
        for time, (old, new) in zip(times[1:], pairwise(trees), strict=True)
        for said in sentences(old, new)
        if (words := invented(said, [texts_of(old), texts_of(new)]))
    ]
    assert len(times) > 1
    assert wrong == []


def test_an_invented_number_or_name_is_found() -> None:
    versions = ["The ferry leaves at 9:30 from Aldermouth", "The ferry leaves at 10:30 from Aldermouth"]
    assert invented("‘9:30’ → ‘10:30’; 2 new texts: ‘The ferry’", versions) == []
    assert invented("‘9:30’ → ‘11:30’ in Bremen", versions) == ["11:30", "Bremen"]
