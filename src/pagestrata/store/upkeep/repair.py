"""Repair a damaged archive: what is proven broken is dropped, what can be derived is rebuilt.

- Lost raw page, list of responses, resource, rendered document, screenshot or delta: the version stays, without it. Its
  texts are in the catalog.
- Lost block tree: rebuilt from the catalog, in the shape of a neighbouring version (`rebuild_tree`).
- A block's text is restored from a tree that has it; stays and the search index are rebuilt from versions and blocks.
- Packed facts of visits and packed changes that cannot be read: the visits and versions stay, without them.
- Rows of other tables that were changed or removed cannot be restored: they stay as they are and are sealed.
- Log entries without a matching row: the log gets an entry about that. Its hashes are recomputed.
- A version's row that is not what was written: kept if its raw page still has the digest the row names, else gone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sql

from pagestrata.errors import ArchiveError, PagestrataError
from pagestrata.interfaces import BlobStore
from pagestrata.model.blocks import Block
from pagestrata.store.catalog import ledger, packs
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.rows import block_seal
from pagestrata.store.catalog.schema import block, change, label, pack, page, trail_entry, version, visit
from pagestrata.store.catalog.schema import presence as presence_table
from pagestrata.store.catalog.varints import pack as pack_numbers
from pagestrata.store.catalog.varints import unpack
from pagestrata.store.history import intervals, visits
from pagestrata.store.history import skipped as skipped_visits
from pagestrata.store.merkle_log.check_log import repair_log
from pagestrata.store.objects import trees
from pagestrata.store.objects.stored_bytes import decode, encode, store, with_ancestry
from pagestrata.store.search import full_text
from pagestrata.store.upkeep import garbage, references
from pagestrata.store.upkeep.damages import FoundDamage
from pagestrata.store.upkeep.rebuild_tree import regrow
from pagestrata.store.upkeep.retention import drop_versions, reseal

_RULE = "verify --repair"
_MADE_AGAIN = frozenset({"presence", "holding", "block", "version"})


def repair(catalog: Catalog, blobs: BlobStore, findings: FoundDamage) -> list[str]:
    """Repair what `verify.check` found; return a sentence for each repair."""
    done: list[str] = []
    with catalog.writing(alone=True, sealing=False) as connection:
        doomed = _repair_versions(connection, blobs, findings, done)
        drop_versions(connection, doomed, rule=_RULE, now=datetime.now(UTC))
        lost = trail_entry.c.picture_id.in_(sorted(findings.objects))
        connection.execute(sql.update(trail_entry).where(lost).values(picture_id=None))
        skipped_visits.drop(connection, findings.skipped | findings.visits)
        done += [f"dropped the result of the skipped visit {number}" for number in sorted(findings.skipped)]
        _forget_lost_packs(connection, findings, done)
        for number in sorted(findings.visits):
            connection.execute(sql.update(visit).where(visit.c.anchor_id == number).values(anchor_id=None))
            connection.execute(sql.delete(visit).where(visit.c.id == number))
            done.append(f"dropped visit {number}, whose row was damaged")
        _reseal_visits(connection)
        _repair_blocks(connection, blobs, findings, done)
        for number in connection.execute(sql.select(page.c.id)).scalars().all():
            intervals.rebuild(connection, number, _places(connection, number))
        full_text.rebuild(connection)
        done.append("rebuilt the stays of blocks and resources and the search index")
        done += repair_log(connection, rule=_RULE, now=datetime.now(UTC))
        ledger.seal(connection)
        done += [
            f"left {table} {key} as it is now and sealed it"
            for table, key in sorted(findings.rows)
            if table not in _MADE_AGAIN
        ]
    garbage.remove_dead(catalog)
    garbage.rewrite(catalog, blobs, findings.bundles)
    garbage.collect(catalog, blobs)
    return done


def _repair_versions(connection: sql.Connection, blobs: BlobStore, findings: FoundDamage, done: list[str]) -> set[int]:
    """Remove lost parts from versions; return the versions that must be dropped."""
    relations, base_of = references.Relations.load(connection), references.bases(connection)
    broken, doomed = set(findings.objects), set[int]()
    for row in connection.execute(sql.select(version).where(version.c.id.in_(sorted(findings.versions)))).all():
        try:
            parts = relations.parts(row)
        except ArchiveError:
            doomed.add(row.id)
            continue
        lost = {
            part
            for part, numbers in parts.objects.items()
            if any(n not in base_of for n in numbers) or references.with_bases(numbers, base_of) & broken
        }
        if _is_doubtful(connection, blobs, row, lost, is_forged=row.id in findings.forged):
            doomed.add(row.id)
            continue
        values = _without(lost, row, relations, broken, base_of)
        if "tree" in lost:
            tree, how = regrow(connection, blobs, row, broken)
            new = encode("tree", trees.write_tree(tree))
            values["tree_id"] = store(connection, blobs, [new], [new.digest])[new.digest]
            done.append(f"version {row.id}: {how}")
        connection.execute(sql.update(version).where(version.c.id == row.id).values(**values, changes=row.changes))
        reseal(connection, row.id)
        gone = ", ".join(sorted(lost - {"tree"}))
        if gone or not lost:
            done.append(f"version {row.id}: " + (f"took out {gone}" if gone else "sealed its row again"))
    done += [f"dropped version {number}, which cannot be read" for number in sorted(doomed)]
    return doomed


def _is_doubtful(connection: sql.Connection, blobs: BlobStore, row: Any, lost: set[str], *, is_forged: bool) -> bool:
    """Return whether a version cannot be trusted: its row is damaged or its raw page does not match it."""
    if "body" in lost:
        return is_forged
    return not _page_is_right(connection, blobs, row)


def _page_is_right(connection: sql.Connection, blobs: BlobStore, row: Any) -> bool:
    if row.body_id is None:
        return True
    try:
        body = decode(with_ancestry(connection, [row.body_id]), [row.body_id], blobs)[row.body_id]
    except PagestrataError:
        return False
    return bool(hashlib.sha256(body).digest() == row.digest)


def _without(
    lost: set[str], row: Any, relations: references.Relations, broken: set[int], base_of: Mapping[int, int | None]
) -> dict[str, Any]:
    values: dict[str, Any] = {f"{part}_id": None for part in lost & {"body", "responses"}}
    if lost & {"layout", "slices"}:
        values |= {"layout_id": None, "slices": b""}
    if lost & {"recipe", "pieces"}:
        values |= {"recipe_id": None, "pieces": b""}
    if "delta" in lost:
        values["delta_id"] = None
    if "resources" in lost:
        kept = [
            number
            for number in unpack(row.resources)
            if (home := relations.resources.get(number)) in base_of
            and home is not None
            and not references.with_bases([home], base_of) & broken
        ]
        values["resources"] = pack_numbers(kept)
    return values


def _forget_lost_packs(connection: sql.Connection, findings: FoundDamage, done: list[str]) -> None:
    """Remove packed facts and lists of changes that cannot be read; their visits and versions stay."""
    for row in connection.execute(sql.select(visit).where(visit.c.id.in_(sorted(findings.visits)))).all():
        place = packs.facts_place(row.facts)
        if place is not None and packs.readable_entries(connection, [place])[1]:
            values = {"facts": "{}", "anchor_id": None}
            connection.execute(sql.update(visit).where(visit.c.id == row.id).values(values))
            connection.execute(sql.update(visit).where(visit.c.anchor_id == row.id).values(anchor_id=None))
            findings.visits.discard(row.id)
            done.append(f"visit {row.id}: its seconds, reasons and blocks are lost, the visit stays")
    for row in connection.execute(sql.select(change).where(change.c.version_id.in_(sorted(findings.versions)))).all():
        place = packs.marked_place(row.data)
        if place is not None and packs.readable_entries(connection, [place])[1]:
            connection.execute(sql.delete(change).where(change.c.version_id == row.version_id))
            done.append(f"version {row.version_id}: removed the list of its changes; the delta still has them")
    for row in connection.execute(sql.select(pack)).all():
        if packs.is_damaged(row.data):
            connection.execute(sql.delete(pack).where(pack.c.id == row.id))


def _reseal_visits(connection: sql.Connection) -> None:
    """Seal again the visits that lost their version or their anchor."""
    wrong = visits.unsealed(connection, connection.execute(sql.select(visit)).all())
    for number, found in wrong.items():
        connection.execute(sql.update(visit).where(visit.c.id == number).values(seal=found))


def _repair_blocks(connection: sql.Connection, blobs: BlobStore, findings: FoundDamage, done: list[str]) -> None:
    """Restore the texts of blocks from a tree; a block in no readable tree keeps its text."""
    for number in sorted(findings.blocks):
        row = connection.execute(sql.select(block).where(block.c.id == number)).one()
        leaf = _leaf(connection, blobs, row)
        topic, text = _readable_text(connection, row)
        if leaf is not None:
            topic, text = leaf.topic or topic, leaf.text
        values = {"topic": topic, "text": text, "seal": block_seal(topic, text), "packed": None}
        connection.execute(sql.update(block).where(block.c.id == number).values(values))
        done.append(f"block {number}: " + ("read its text again" if leaf is not None else "kept its damaged text"))


def _readable_text(connection: sql.Connection, row: Any) -> tuple[str, str]:
    """Return topic and text of a block, as far as they can be read."""
    try:
        return packs.block_texts(connection, [row])[row.id]
    except ArchiveError:
        return row.topic, row.text


def _leaf(connection: sql.Connection, blobs: BlobStore, row: Any) -> Block | None:
    pages = sql.select(presence_table.c.page_id).where(presence_table.c.block_id == row.id)
    query = sql.select(version.c.tree_id, version.c.blocks).where(version.c.page_id.in_(pages))
    for tree_id, packed in connection.execute(query).all():
        if tree_id is None or row.id not in unpack(packed):
            continue
        try:
            data = decode(with_ancestry(connection, [tree_id]), [tree_id], blobs)[tree_id]
            leaves = trees.read_tree(data).leaves()
        except PagestrataError:
            continue
        found = next((leaf for leaf in leaves if bytes.fromhex(leaf.id) == row.content_id), None)
        if found is not None:
            return found
    return None


def _places(connection: sql.Connection, page_id: int) -> list[intervals.Placed]:
    """Return a place for each block of a page, for those whose stays are lost altogether."""
    any_label = connection.execute(sql.select(label.c.id).order_by(label.c.id).limit(1)).scalar_one_or_none()
    numbers: set[int] = set()
    for packed in connection.execute(sql.select(version.c.blocks).where(version.c.page_id == page_id)).scalars():
        numbers.update(unpack(packed))
    return [intervals.Placed(block_id=number, label_id=any_label or 1, ref="") for number in numbers]
