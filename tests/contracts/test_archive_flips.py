"""Random flipped bits in blobs and catalogue: what changes an answer is reported by `verify`.

PAGESTRATA_FLIPS says how many are tried; 1,000 take some minutes.
"""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from archives import fill_every_table
from pagestrata.errors import PagestrataError
from pagestrata.store.archive import Archive, open_archive
from pagestrata.store.screenshots.packed_strips import STRIPS

FLIPS = int(os.environ.get("PAGESTRATA_FLIPS", "100"))
SEEDS = range(4)
URL = "http://site.test/"


def _answer(ask: Callable[[], Any]) -> Any:
    """What a question gives; an error is an answer that nobody takes for another one."""
    try:
        return ask()
    except PagestrataError:
        return "an error"


def _of_version(archive: Archive, version: Any) -> list[Any]:
    contents = archive.contents
    asked = (contents.response, contents.dom, contents.tree, contents.delta, contents.screenshot, contents.resources)
    return [repr(_answer(lambda ask=ask: ask(version))) for ask in asked]  # type: ignore[misc]


def answers(archive: Archive) -> dict[str, Any]:
    """What the archive says about all it holds."""
    STRIPS.forget()  # or screenshots would be what they were, whatever became of their bytes
    versions = [*archive.versions.of(URL), *archive.skipped.of()]
    asked: dict[str, Callable[[], Any]] = {
        "versions": lambda: versions,
        "contents": lambda: [_of_version(archive, version) for version in versions],
        "search": lambda: [archive.queries.search(words) for words in ("text", "stays", '"hour 1"', "nobody")],
        "stays": lambda: archive.queries.stays(URL),
        "changes": lambda: archive.queries.changes(URL),
        "visits": lambda: archive.visits.of(URL),
        "reasons": lambda: [archive.visits.reasons(version) for version in versions],
        "memory": lambda: archive.visits.memory(URL),
        "holdings": archive.versions.holdings,
        "trails": archive.trails.of,
        "entries": lambda: archive.trails.entries("t1"),
        "watches": archive.watches.all,
        "feedback": archive.feedback.all,
        "rules": archive.outbox.rules,
    }
    return {name: repr(_answer(ask)) for name, ask in asked.items()}


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive with something of everything, half of it packed by a collection."""
    place = tmp_path_factory.mktemp("sound") / "archive"
    with open_archive(place) as archive:
        fill_every_table(archive)
        archive.upkeep.gc()
        taken = archive.versions.of(URL)[-1]
        archive.settings.set("note", taken.title)
    return place


@pytest.fixture(scope="module")
def right(sound: Path) -> dict[str, Any]:
    with open_archive(sound, read_only=True) as archive:
        assert archive.upkeep.verify().is_sound
        return answers(archive)


@pytest.mark.parametrize("seed", SEEDS)
def test_no_flipped_bit_changes_an_answer_unseen(sound: Path, right: dict[str, Any], tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    place = tmp_path / "archive"
    shutil.copytree(sound, place)
    files = sorted(path for path in place.rglob("*") if path.is_file() and not path.name.endswith(("-wal", "-shm")))
    for number in range(FLIPS // len(SEEDS)):
        file = place / "catalog.sqlite" if chance.random() < 0.5 else chance.choice(files)
        data = file.read_bytes()
        position, bit = chance.randrange(len(data)), 1 << chance.randrange(8)
        flipped = bytearray(data)
        flipped[position] ^= bit
        file.write_bytes(flipped)
        changed = _unseen_change(place, right)
        assert not changed, f"flip {number} at {position} of {file.name}, bit {bit}: {changed}"
        file.write_bytes(data)


def _unseen_change(place: Path, right: dict[str, Any]) -> dict[str, Any]:
    """The answers that are others although `verify` finds nothing."""
    try:
        with open_archive(place, read_only=True) as archive:
            if not archive.upkeep.verify().is_sound:
                return {}
            found = answers(archive)
    except PagestrataError:
        return {}  # the archive refuses to open: seen
    return {name: (said, right[name]) for name, said in found.items() if said not in (right[name], "'an error'")}
