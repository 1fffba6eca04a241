"""Repair the log after damage: hashes are recomputed from the leaves, and items without a matching leaf are added again.

Nothing invalid becomes valid: a head signed before still shows that an entry differs.
"""

from __future__ import annotations

import json
from datetime import datetime

import sqlalchemy as sql

from pagestrata.proof.merkle import HASH_BYTES, GrowingTree, leaf_hash
from pagestrata.store.catalog import log_entries
from pagestrata.store.catalog.driver_statements import ask, tell
from pagestrata.store.catalog.log_entries import Kind, LogEntry
from pagestrata.store.merkle_log import entering
from pagestrata.store.merkle_log.check_log import CALLED, LogProblem, check_log

_ALL = "SELECT place, kind, subject, nodes, said FROM log_entry ORDER BY place"
_UPDATE = "UPDATE log_entry SET nodes = ? WHERE place = ?"
_INSERT = "INSERT INTO log_entry (place, kind, subject, nodes, said) VALUES (?, ?, ?, ?, ?)"


def repair_log(connection: sql.Connection, *, rule: str, now: datetime) -> list[str]:
    """Make the log hold together again inside a transaction; return a sentence for each thing done."""
    log_entries.wait_for_the_end(connection)
    if pending := log_entries.announced(connection):
        log_entries.enter(connection, pending)
    done = _make_hashes_again(connection)
    problems = [p for p in check_log(connection).problems if p.number]
    for kind, called in CALLED.items():
        found = [problem for problem in problems if problem.kind == called]
        if found:
            _enter_again(connection, kind, found, rule, now)
            done.append(f"entered {len(found)} {called}s in the log as they are now")
    return done


def _enter_again(connection: sql.Connection, kind: Kind, problems: list[LogProblem], rule: str, now: datetime) -> None:
    numbers = sorted({problem.number for problem in problems})
    table = {Kind.VERSION: "version", Kind.VISIT: "visit", Kind.AUDIT: "audit"}[kind]
    there = {number for (number,) in ask(connection, f"SELECT id FROM {table}")}  # noqa: S608 - no input
    gone = [number for number in numbers if number not in there]
    if gone:
        remove = {
            Kind.VERSION: None,
            Kind.VISIT: entering.enter_removed_visits,
            Kind.AUDIT: entering.enter_removed_audit,
        }
        if (say := remove[kind]) is not None:
            say(connection, gone, rule=rule, now=now)
        else:
            entering.enter_removed_versions(connection, gone, {}, rule=rule, now=now)
    log_entries.announce(connection, entering.new_entries(connection, kind, [n for n in numbers if n in there]))


def _make_hashes_again(connection: sql.Connection) -> list[str]:
    tree, changed = GrowingTree(), []
    rows = [
        LogEntry(place=p, kind=k, subject=s, nodes=bytes(n), said=said) for p, k, s, n, said in ask(connection, _ALL)
    ]
    if rows and rows[-1].place != len(rows) - 1:  # entries are missing: those behind move up
        connection.exec_driver_sql("DELETE FROM log_entry")
        tell(connection, _INSERT, [(n, r.kind, r.subject, r.nodes, r.said) for n, r in enumerate(rows)])
    for place, entry in enumerate(rows):
        said = entry.said if _is_statement(entry.said) else None
        leaf = leaf_hash(said.encode()) if said is not None else entry.leaf.ljust(HASH_BYTES, b"\0")
        nodes = b"".join(tree.add(leaf))
        if nodes != entry.nodes:
            changed.append((nodes, place))
    tell(connection, _UPDATE, changed)
    return [f"recomputed the hashes of {len(changed)} log entries"] if changed else []


def _is_statement(said: str | None) -> bool:
    try:
        return said is not None and isinstance(json.loads(said), dict)
    except ValueError:
        return False
