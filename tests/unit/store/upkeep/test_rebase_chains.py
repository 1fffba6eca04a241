from __future__ import annotations

import random
from datetime import timedelta

import pytest

from archives import MemoryBlobs
from captures import START, capture, visit_of
from pagestrata.model.records import Version
from pagestrata.store.archive import Archive
from pagestrata.store.objects.stored_bytes import StoredObject, all_objects, ancestry
from pagestrata.store.upkeep import rebase_chains
from pagestrata.store.upkeep.rebase_chains import Group, find_groups


def row(number: int, base: int | None, codec: str = "zstd") -> StoredObject:
    return StoredObject(
        id=number, digest=bytes([number]), kind="html", codec=codec, size=1, bundle="", start=0, stored=1,
        base_id=base, ordinal=0,
    )  # fmt: skip


def groups(*rows: StoredObject, named: set[int]) -> list[Group]:
    return list(find_groups({found.id: found for found in rows}, frozenset(named)))


def test_a_run_of_dropped_objects_is_one_group() -> None:
    chain = [row(1, None), row(2, 1), row(3, 2), row(4, 3)]
    assert groups(*chain, named={1, 4}) == [Group(dropped=frozenset({2, 3}), kept=(4,), before=1)]
    assert groups(*chain, named={4}) == [Group(dropped=frozenset({1, 2, 3}), kept=(4,), before=None)]
    assert groups(*chain, named={1, 2, 3, 4}) == []
    assert groups(*chain, named={1, 2}) == []


def test_what_holds_parts_of_kept_versions_counts_as_kept() -> None:
    assert groups(row(1, None), row(2, 1, "part"), row(3, 1), named={2, 3}) == []


def history(archive: Archive, count: int) -> list[tuple[Version, bytes, str]]:
    """Versions of a page of which each keeps most of the one before."""
    chance, kept = random.Random(1), []
    texts = [" ".join(f"{chance.getrandbits(32):x}" for _ in range(40)) for _ in range(12)]
    for hour in range(count):
        texts[hour % 2] = " ".join(f"{chance.getrandbits(32):x}" for _ in range(40))
        taken, tree = capture(texts, hours=24 * hour, picture=False)
        version = archive.append(taken, tree, None, visit=visit_of(taken))
        kept.append((version, taken.responses[0].body, taken.dom))
    return kept


def test_thinned_chains_let_go_of_what_was_dropped_and_stay_exact(archive: Archive, blobs: MemoryBlobs) -> None:
    stored = history(archive, 15)
    archive.upkeep.gc()
    before = archive.upkeep.stats()["bytes"]
    dropped = {version.id for version in archive.upkeep.retain("thin 1d:1w", now=START + timedelta(days=60))}
    assert len(dropped) > 10
    found = archive.upkeep.gc()
    assert found.rebased > 0
    after = archive.upkeep.stats()["bytes"]
    assert after["html"] < 0.7 * before["html"]
    assert after["slack"] < 1000  # the bundle's label
    for version, body, dom in stored:
        if version.id not in dropped:
            assert archive.contents.response(version).body == body
            assert archive.contents.dom(version) == dom
    assert archive.upkeep.verify().is_sound
    with archive._catalog.reading() as connection:
        rows = all_objects(connection)
    assert max(len(ancestry(rows, number)) for number in rows if rows[number].kind == "html") <= len(stored) - len(
        dropped
    )


def test_many_groups_take_several_transactions(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rebase_chains, "SECONDS_AT_ONCE", 0.0)
    stored = history(archive, 15)
    dropped = {version.id for version in archive.upkeep.retain("thin 1d:1w", now=START + timedelta(days=60))}
    assert archive.upkeep.gc().rebased > 2
    for version, body, _ in stored:
        assert version.id in dropped or archive.contents.response(version).body == body
    assert archive.upkeep.verify().is_sound


def test_collecting_again_changes_nothing(archive: Archive) -> None:
    history(archive, 15)
    archive.upkeep.retain("thin 1d:1w", now=START + timedelta(days=60))
    archive.upkeep.gc()
    sizes = archive.upkeep.stats()["bytes"]
    again = archive.upkeep.gc()
    assert (again.objects, again.rebased, again.freed_bytes) == (0, 0, 0)
    assert archive.upkeep.stats()["bytes"] == sizes


def test_what_would_take_more_bytes_stays_as_it_is(archive: Archive) -> None:
    """Two kept versions share what a dropped one brought: storing it twice would cost more."""
    chance = random.Random(2)
    novel = " ".join(f"{chance.getrandbits(64):x}" for _ in range(3000))
    bodies = {0: "short", 1: novel, 2: f"{novel} one", 3: f"{novel} two"}
    kept = {}
    for hour, text in bodies.items():
        taken, tree = capture([text], hours=24 * hour, picture=False)
        kept[hour] = archive.append(taken, tree, None, visit=visit_of(taken))
    before = archive.upkeep.stats()["bytes"]["html"]
    archive.upkeep.retain("thin 1d:3d", now=START + timedelta(days=60))
    archive.upkeep.gc()
    assert archive.upkeep.stats()["bytes"]["html"] <= before
    assert archive.upkeep.verify().is_sound
