"""Random flipped bits in blobs and catalogue: what changes an answer is reported by `verify`.

PAGESTRATA_FLIPS says how many are tried; 1,000 take some minutes.
"""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from archives import fill_every_table
from pagestrata.errors import PagestrataError
from pagestrata.store.archive import Archive, open_archive
from pagestrata.store.catalog.schema import metadata
from pagestrata.store.screenshots.packed_strips import STRIPS

FLIPS = int(os.environ.get("PAGESTRATA_FLIPS", "100"))
POSTGRES_FLIPS = FLIPS // 5
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


def test_no_flipped_bit_changes_an_answer_unseen_on_postgresql(new_database: Callable[[], str]) -> None:
    """The server's files are its own affair: bits are flipped in blobs and in values of the catalogue."""
    psycopg = pytest.importorskip("psycopg")
    place, chance = new_database(), random.Random(5)
    address, _, folder = place.partition("&blobs=")
    with open_archive(place) as archive:
        fill_every_table(archive)
        archive.upkeep.gc()
        assert archive.upkeep.verify().is_sound
        right = answers(archive)
    files = sorted(path for path in Path(folder).rglob("*") if path.is_file())
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("SET session_replication_role = replica")  # no foreign key and no trigger is asked
        for number in range(POSTGRES_FLIPS):
            flip = _flipped_blob(chance, files) if number % 4 == 0 else _flipped_value(chance, connection)
            with flip as what:
                changed = _unseen_change(place, right)
            assert not changed, f"flip {number}, {what}: {changed}"
    with open_archive(place, read_only=True) as archive:
        assert archive.upkeep.verify().is_sound  # every flip was taken back


@contextmanager
def _flipped_blob(chance: random.Random, files: list[Path]) -> Iterator[str]:
    file = chance.choice(files)
    data = file.read_bytes()
    position, bit = chance.randrange(len(data)), 1 << chance.randrange(8)
    flipped = bytearray(data)
    flipped[position] ^= bit
    file.write_bytes(flipped)
    yield f"bit {bit} at {position} of {file.name}"
    file.write_bytes(data)


@contextmanager
def _flipped_value(chance: random.Random, connection: Any) -> Iterator[str]:
    """A value of some row with another bit, as long as it lasts; one that the database takes."""
    import psycopg

    while True:
        table = chance.choice(sorted(metadata.tables))
        column = chance.choice([found.name for found in metadata.tables[table].columns])
        rows = connection.execute(f'SELECT ctid, "{column}" FROM "{table}" ORDER BY ctid').fetchall()
        place, value = chance.choice(rows) if rows else (None, None)
        flipped = _with_another_bit(chance, value)
        if flipped is None:
            continue
        change = f'UPDATE "{table}" SET "{column}" = %s WHERE ctid = %s RETURNING ctid'
        try:
            (place,) = connection.execute(change, (flipped, place)).fetchone()
        except psycopg.Error:
            continue  # the database refuses such a value
        yield f"{table}.{column} from {value!r} to {flipped!r}"
        connection.execute(change, (value, place))
        return


def _with_another_bit(chance: random.Random, value: Any) -> Any:
    """None for what has no bits to flip."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value ^ 1 << chance.randrange(24)
    if isinstance(value, float):
        return value * 2 if value else 1.0  # a bit of the exponent
    if not value or not isinstance(value, str | bytes):
        return None
    flipped = bytearray(value.encode() if isinstance(value, str) else value)
    flipped[chance.randrange(len(flipped))] ^= 1 << chance.randrange(7)
    if isinstance(value, bytes):
        return bytes(flipped)
    text = flipped.decode(errors="replace")
    return text if "\0" not in text and text != value else None
