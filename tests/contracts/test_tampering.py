"""Somebody with full access to database and blobs, but not to the key, changes one thing: `verify --against` names it.

Each attempt is drawn by a seed: what is attacked, how, and how well the traces are covered. Where it is covered well, rows,
seals, ledger, log and hashes are all made again, as this program itself would make them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest
import sqlalchemy as sql

from captures import START, capture, visit_of
from pagestrata.model.snapshot import Response
from pagestrata.proof.pinned_head import PinnedHead, read_pinned
from pagestrata.store.archive import Archive, open_archive
from pagestrata.store.catalog import ledger, log_entries
from pagestrata.store.catalog.log_entries import Kind, entries_of
from pagestrata.store.merkle_log.check_log import LogReport, _make_hashes_again, check_log
from pagestrata.store.merkle_log.entering import enter_removed, new_entries
from pagestrata.store.upkeep.retention import reseal

ATTEMPTS = 100  # on each database, with seeds of its own
ITEMS = 8
TABLES = {Kind.VERSION: "version", Kind.VISIT: "visit", Kind.AUDIT: "audit"}
CHANGES = {
    Kind.VERSION: (
        "UPDATE version SET title = 'Another title' WHERE id = :n",
        "UPDATE version SET captured_at = captured_at - 3600000001 WHERE id = :n",  # backdated
        "UPDATE version SET status = 404 WHERE id = :n",
        "UPDATE version SET recipe_id = (SELECT recipe_id FROM version WHERE id = :other) WHERE id = :n",  # screenshot
        "UPDATE version SET pieces = (SELECT pieces FROM version WHERE id = :other) WHERE id = :n",
        "UPDATE version SET responses_id = (SELECT responses_id FROM version WHERE id = :other) WHERE id = :n",  # headers
        "UPDATE version SET body_id = (SELECT body_id FROM version WHERE id = :other) WHERE id = :n",
        "UPDATE version SET slices = (SELECT slices FROM version WHERE id = :other) WHERE id = :n",  # document
        "UPDATE version SET resources = (SELECT resources FROM version WHERE id = :other) WHERE id = :n",
        "UPDATE version SET tree_id = (SELECT tree_id FROM version WHERE id = :other) WHERE id = :n",
        "UPDATE version SET last_modified = 'yesterday' WHERE id = :n",
    ),
    Kind.VISIT: (
        "UPDATE visit SET visited_at = visited_at - 3600000001 WHERE id = :n",
        "UPDATE visit SET stage = 'fetch' WHERE id = :n",
        "UPDATE visit SET facts = '{}' WHERE id = :n",
        "UPDATE visit SET version_id = NULL WHERE id = :n",
    ),
    Kind.AUDIT: (
        "UPDATE audit SET who = 'somebody else' WHERE id = :n",
        "UPDATE audit SET happened_at = happened_at - 3600000001 WHERE id = :n",
        "UPDATE audit SET subject = '/nothing' WHERE id = :n",
    ),
}


@pytest.fixture
def archive(place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Archive]:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    with open_archive(place) as opened:
        opened.proof.create_key(now=START)
        for hour in range(ITEMS):
            style = Response(url="http://site.test/a.css", status=200, headers=(("x", str(hour)),), body=b"p%d" % hour)
            page = {"headers": (("etag", f'"{hour}"'),)}
            texts = [f"text of hour {hour}" + " and more" * hour, "a text that stays"]  # each has a picture of its own
            taken, tree = capture(texts, hours=hour, resources=(style,), **page)
            opened.append(taken, tree, None, visit=visit_of(taken, reasons=(f"reason {hour}",)))
            opened.accounts.note("ann", "POST", f"/pages/{hour}", now=START + timedelta(hours=hour))
        yield opened


def _change(connection: sql.Connection, kind: Kind, number: int, dice: random.Random) -> None:
    other = dice.choice([n for n in range(1, ITEMS + 1) if n != number])
    row = sql.text(f"SELECT * FROM {TABLES[kind]} WHERE id = :n")
    before = connection.execute(row, {"n": number}).one()
    connection.execute(sql.text(dice.choice(CHANGES[kind])), {"n": number, "other": other})
    assert connection.execute(row, {"n": number}).one() != before


def _remove(connection: sql.Connection, kind: Kind, number: int, _dice: random.Random) -> None:
    if kind == Kind.VERSION:
        for statement in (
            "UPDATE visit SET version_id = NULL WHERE version_id = :n",
            "DELETE FROM change WHERE version_id = :n",
        ):
            connection.execute(sql.text(statement), {"n": number})
    if kind == Kind.VISIT:
        connection.execute(sql.text("UPDATE visit SET anchor_id = NULL WHERE anchor_id = :n"), {"n": number})
    connection.execute(sql.text(f"DELETE FROM {TABLES[kind]} WHERE id = :n"), {"n": number})


def _swap(connection: sql.Connection, kind: Kind, number: int, dice: random.Random) -> None:
    """Two items change places in time."""
    other = dice.choice([n for n in range(1, ITEMS + 1) if n != number])
    column = {Kind.VERSION: "captured_at", Kind.VISIT: "visited_at", Kind.AUDIT: "happened_at"}[kind]
    table = TABLES[kind]
    times = dict(map(tuple, connection.execute(sql.text(f"SELECT id, {column} FROM {table}"))))
    for row, moment in ((number, -1), (other, times[number]), (number, times[other])):
        connection.execute(sql.text(f"UPDATE {table} SET {column} = :m WHERE id = :n"), {"m": moment, "n": row})


def _insert(connection: sql.Connection, kind: Kind, number: int, _dice: random.Random) -> None:
    """A copy of an item comes in under a new number, at an earlier time."""
    table = TABLES[kind]
    row = dict(connection.execute(sql.text(f"SELECT * FROM {table} WHERE id = :n"), {"n": number}).one()._mapping)
    column = {Kind.VERSION: "captured_at", Kind.VISIT: "visited_at", Kind.AUDIT: "happened_at"}[kind]
    row |= {"id": ITEMS + 1, column: row[column] - 1_800_000_001}
    marks = ", ".join(f":{name}" for name in row)
    connection.execute(sql.text(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})"), row)


ATTACKS: dict[str, Callable[[sql.Connection, Kind, int, random.Random], None]] = {
    "change": _change,
    "remove": _remove,
    "swap": _swap,
    "insert": _insert,
}


def _cover(connection: sql.Connection, attack: str, kind: Kind, number: int, cover: str) -> None:
    """Make everything fit again, as far as somebody without the key can."""
    if cover == "nothing":
        return
    if kind == Kind.VERSION and attack != "remove":
        reseal(connection, ITEMS + 1 if attack == "insert" else number)
    if cover == "log":
        place = entries_of(connection, kind, [number])[-1].place
        if attack == "remove":
            connection.execute(sql.text("DELETE FROM log_entry WHERE place = :p"), {"p": place})
        elif attack == "insert":
            log_entries.enter(connection, new_entries(connection, kind, [ITEMS + 1]))
        else:
            (entry,) = new_entries(connection, kind, [number])
            connection.execute(
                sql.text("UPDATE log_entry SET nodes = :leaf WHERE place = :p"), {"leaf": entry.leaf, "p": place}
            )
        _make_hashes_again(connection)
    if cover == "entry":  # a new entry that replaces the item, or says that a rule removed it
        if attack == "remove":
            enter_removed(connection, Kind.VERSION, [number], rule="thin 1d:1d", now=START)
            log_entries.enter(connection, log_entries.announced(connection))
        else:
            log_entries.enter(connection, new_entries(connection, kind, [ITEMS + 1 if attack == "insert" else number]))
    ledger.seal(connection)


def _found(archive: Archive, pinned: PinnedHead, seed: int) -> tuple[str, int, LogReport]:
    dice = random.Random(seed)
    kind, attack = dice.choice(list(TABLES)), dice.choice(list(ATTACKS))
    cover, number = dice.choice(["nothing", "seals", "log", "entry"]), dice.randint(1, ITEMS)
    with archive._catalog.engine.connect() as connection:
        try:
            ATTACKS[attack](connection, kind, number, dice)
            _cover(connection, attack, kind, number, cover)
            report = check_log(connection, pinned)
        finally:
            connection.rollback()
    return kind.called, ITEMS + 1 if attack == "insert" else number, report


def test_each_of_a_hundred_seeded_attempts_is_found_and_named(archive: Archive) -> None:
    pinned = read_pinned(archive.proof.pinned(now=START))
    assert archive.upkeep.verify(against=pinned).is_sound
    missed = []
    first = 0 if archive.folder is not None else ATTEMPTS
    for seed in range(first, first + ATTEMPTS):
        kind, number, report = _found(archive, pinned, seed)
        named = {(problem.kind, problem.number) for problem in report.problems}
        says_so = any(f"[{number}]" in problem.message for problem in report.problems)
        if (kind, number) not in named and not says_so:
            missed.append((seed, kind, number, report.problems))
    assert not missed
    assert archive.upkeep.verify(against=pinned).is_sound  # every attempt was undone


def test_changed_bytes_of_a_blob_are_found_and_the_versions_named(archive: Archive) -> None:
    pinned = read_pinned(archive.proof.pinned(now=START))
    dice = random.Random(1)
    for _ in range(5):
        name = dice.choice(list(archive._blobs.digests()))
        file = archive._blobs._path(name)  # type: ignore[attr-defined]
        data = file.read_bytes()
        place = dice.randrange(len(data))
        file.chmod(0o644)
        file.write_bytes(data[:place] + bytes([data[place] ^ 1 << dice.randrange(8)]) + data[place + 1 :])
        report = archive.upkeep.verify(against=pinned)
        file.write_bytes(data)
        assert [problem.name for problem in report.problems if problem.kind == "bundle"] == [name]
    assert archive.upkeep.verify(against=pinned).is_sound
