"""Check the log and repair it after damage: its hashes, its leaves against the rows, its heads against outside heads.

Each problem names the version, visit or audit line. Only a head kept outside the archive can reveal that rows, log and hashes
were rewritten together; the short hashes of its leaves show which leaf was rewritten first.

A repair recomputes hashes from the leaves and enters items without a matching leaf again. Nothing invalid becomes valid: a
head signed before still shows that an entry differs.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import sqlalchemy as sql

from pagestrata.errors import InputError
from pagestrata.proof.keys import PublicKey, can_check_signatures, find_key
from pagestrata.proof.merkle import HASH_BYTES, GrowingTree, leaf_hash
from pagestrata.proof.pinned_head import SHORT_BYTES, PinnedHead
from pagestrata.proof.signed_note import SignedNote
from pagestrata.store.catalog import log_entries
from pagestrata.store.catalog.driver_statements import ask, batches, tell
from pagestrata.store.catalog.log_entries import OF_ROWS, Kind, LogEntry, entries_between, log_size
from pagestrata.store.merkle_log import entering
from pagestrata.store.merkle_log.entering import leaf_of
from pagestrata.store.merkle_log.heads import all_notes
from pagestrata.store.merkle_log.log_keys import log_keys, log_name
from pagestrata.store.merkle_log.row_statements import statements_of

_AT_ONCE = 1000
_MOST_LISTED = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class LogProblem:
    """One contradiction to the log: the kind and id of the item (0 for the log itself), and a sentence."""

    kind: str
    number: int
    name: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LogReport:
    """The result of a check: how many entries, since when, and which problems."""

    entries: int
    begun_at: str
    problems: tuple[LogProblem, ...] = ()
    removed: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def is_sound(self) -> bool:
        return not self.problems


@dataclass(slots=True, kw_only=True)
class _Walk:
    """The findings of one walk through the log."""

    last: dict[tuple[int, int], LogEntry] = field(default_factory=dict)
    leaves: list[bytes] = field(default_factory=list)
    statements: list[LogEntry] = field(default_factory=list)  # entries that contain one
    written_again: list[LogEntry] = field(default_factory=list)  # entries about an item that had one
    broken: list[str] = field(default_factory=list)
    roots: dict[int, bytes] = field(default_factory=dict)
    begun: Mapping[str, Any] = field(default_factory=dict)


def check_log(connection: sql.Connection, against: PinnedHead | None = None) -> LogReport:
    """Check all entries and the rows they are about; change nothing."""
    notes, problems = _signed_heads(connection)
    sizes = {note.head.size for note in notes} | ({against.head.size} if against is not None else set())
    walk = _walk(connection, sizes)
    problems += [_of_log(text) for text in walk.broken[:_MOST_LISTED]]
    can_check = can_check_signatures()
    problems += _against_heads(connection, walk, notes) if can_check else []
    if against is not None:
        problems += _against_pinned(connection, walk, against)
    removed = _Removed.of(walk.statements)
    problems += _unsigned(connection, walk, notes, against) if can_check else []
    for kind in OF_ROWS:
        problems += _check_items(connection, kind, walk, removed)
    return LogReport(
        entries=len(walk.leaves),
        begun_at=str(walk.begun.get("at", "")),
        problems=tuple(problems),
        removed=tuple(removed.sentences()),
        notes=tuple(_notes(walk, notes, can_check=can_check)),
    )


def _signed_heads(connection: sql.Connection) -> tuple[list[SignedNote], list[LogProblem]]:
    try:
        return all_notes(connection), []
    except InputError as error:
        return [], [LogProblem(kind="head", number=0, name="heads", message=f"a signed head cannot be read: {error}")]


def _walk(connection: sql.Connection, sizes: set[int]) -> _Walk:
    walk, tree = _Walk(), GrowingTree()
    for entry in entries_between(connection, 0, log_size(connection)):
        if entry.place != len(walk.leaves):
            walk.broken.append(f"entries {len(walk.leaves)} to {entry.place - 1} are missing")
            return walk
        if b"".join(tree.add(entry.leaf)) != entry.nodes:
            walk.broken.append(f"the hashes of entry {entry.place} do not fit those before it")
        walk.leaves.append(entry.leaf)
        if tree.size in sizes:
            walk.roots[tree.size] = tree.root()
        if entry.statement_json is not None:
            _read_statement(walk, entry)
        else:
            if (entry.kind, entry.subject) in walk.last:
                walk.written_again.append(entry)
            walk.last[entry.kind, entry.subject] = entry
    return walk


def _read_statement(walk: _Walk, entry: LogEntry) -> None:
    assert entry.statement_json is not None
    try:
        statement = json.loads(entry.statement_json)
        fits = leaf_hash(entry.statement_json.encode()) == entry.leaf and isinstance(statement, dict)
    except ValueError:
        fits, statement = False, {}
    if not fits:
        walk.broken.append(f"entry {entry.place} was changed after it entered the log")
    elif entry.kind == Kind.BEGIN and not walk.begun:
        walk.begun = statement
    else:
        walk.statements.append(entry)
    if fits and entry.kind == Kind.REMOVED:  # SQLite reuses an id after its row was deleted
        for number in statement["numbers"]:
            walk.last.pop((Kind[statement["what"].upper()], number), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Removed:
    """Items removed by rules: by table and id, with the name, the rule and the time."""

    items: Mapping[tuple[str, int], tuple[str, str, str]]
    versions_of_visits: Mapping[int, int]

    @classmethod
    def of(cls, entries: Sequence[LogEntry]) -> _Removed:
        items: dict[tuple[str, int], tuple[str, str, str]] = {}
        versions: dict[int, int] = {}
        for entry in entries:
            if entry.kind == Kind.REMOVED:
                statement = json.loads(entry.statement_json or "{}")
                why, names = (str(statement["rule"]), str(statement["at"])), statement.get("names", {})
                for number in statement["numbers"]:
                    items[statement["what"], number] = (str(names.get(str(number), number)), *why)
                versions.update(dict(statement.get("visits", ())))
        return cls(items=items, versions_of_visits=versions)

    def sentences(self) -> Iterator[str]:
        for (what, _), (name, rule, at) in sorted(self.items.items()):
            yield f"{what} {name} was removed by the rule '{rule}' on {at[:10]}"


def _check_items(connection: sql.Connection, kind: Kind, walk: _Walk, removed: _Removed) -> list[LogProblem]:
    """Compare what the log says of all versions, visits or audit lines with their rows."""
    there = _numbers(connection, kind)
    entered = {subject: entry for (of_kind, subject), entry in walk.last.items() if of_kind == kind}
    found = [_problem(kind, number, "is missing, and no rule removed it") for number in sorted(entered.keys() - there)]
    for number in sorted(there - entered.keys()):
        is_back = (kind.table, number) in removed.items
        why = "though it says that a rule removed it" if is_back else "which means that Pagestrata did not store it"
        found.append(_problem(kind, number, f"is in the archive and not in the log, {why}"))
    for batch in batches(sorted(there & entered.keys()), _AT_ONCE):
        statements = statements_of(connection, kind, batch, removed=removed.versions_of_visits)
        for number in batch:
            statement = statements.get(number)
            if statement is None or leaf_of(statement) != entered[number].leaf:
                found.append(_problem(kind, number, "is not what entered the log", statement))
    return found


def _numbers(connection: sql.Connection, kind: Kind) -> set[int]:
    """Return the numbers of all versions, visits or audit lines in the archive."""
    return {number for (number,) in ask(connection, f"SELECT id FROM {kind.table}")}  # noqa: S608 - no input


def _problem(kind: Kind, number: int, message: str, statement: Mapping[str, Any] | None = None) -> LogProblem:
    where = f" of {str(statement['page'])[:200]}" if statement is not None and "page" in statement else ""
    name = str((statement or {}).get("version") or number) if kind == Kind.VERSION else str(number)
    return LogProblem(kind=kind.called, number=number, name=name, message=f"{kind.called} {name}{where} {message}")


def _of_log(message: str) -> LogProblem:
    return LogProblem(kind="log", number=0, name="log", message=message)


def _against_heads(connection: sql.Connection, walk: _Walk, notes: Sequence[SignedNote]) -> list[LogProblem]:
    """Compare the log with the heads that its own keys signed."""
    if not notes:
        return []
    keys = [key.public for key in log_keys(connection)]
    found, begin = [], 0
    for note in notes:
        if not _is_signed(note, keys):
            message = f"the head of {note.head.size} entries has no valid signature of a key of this log"
            found.append(LogProblem(kind="head", number=note.head.size, name=str(note.head.size), message=message))
        elif walk.roots.get(note.head.size) != note.head.root:
            message = f"the log was rewritten between entry {begin} and entry {note.head.size}: the head signed on {note.head.at:%Y-%m-%d} does not fit"  # noqa: E501
            found.append(_of_log(message))
        else:
            begin = note.head.size
    return found


def _is_signed(note: SignedNote, keys: Sequence[PublicKey]) -> bool:
    for signature in note.signatures:
        key = find_key(keys, signature)
        if key is not None and key.verifies(note.text.encode(), signature.signature):
            return True
    return False


def _against_pinned(connection: sql.Connection, walk: _Walk, against: PinnedHead) -> list[LogProblem]:
    """Compare the log with a head that a second party kept, and name the first entry that differs."""
    head = against.head
    if (name := log_name(connection)) != head.log:
        return [_of_log(f"this is the log {name}, not {head.log}")]
    if len(walk.leaves) < head.size:
        message = (
            f"the log has {len(walk.leaves)} entries, and had {head.size} on {head.at:%Y-%m-%d}: entries were removed"
        )
        return [_of_log(message), *_first_rewritten(walk, against)]
    if walk.roots.get(head.size) == head.root:
        return []
    message = (
        f"the log does not continue the head of {head.at:%Y-%m-%d}: one of its first {head.size} entries was rewritten"
    )
    return [_of_log(message), *_first_rewritten(walk, against)]


def _first_rewritten(walk: _Walk, against: PinnedHead) -> list[LogProblem]:
    for place, short in enumerate(against.short_leaves()):
        if place >= len(walk.leaves) or walk.leaves[place][:SHORT_BYTES] != short:
            kind, number = _item(against, place)
            message = (
                f"{kind} {number or ''}".strip() + f", entry {place} of the log, was rewritten, removed or moved first"
            )
            return [LogProblem(kind=kind, number=number, name=str(number or place), message=message)]
    return []


def _item(against: PinnedHead, place: int) -> tuple[str, int]:
    """Return what an entry was about when the head was kept."""
    item = against.items[place] if place < len(against.items) else ""
    kind = next((kind for kind in OF_ROWS if item.startswith(kind.letter)), None)
    return (kind.called, int(item[1:])) if kind is not None and item[1:].isdecimal() else ("entry", 0)


def _unsigned(
    connection: sql.Connection, walk: _Walk, notes: Sequence[SignedNote], against: PinnedHead | None
) -> list[LogProblem]:
    """Return the entries after the last signed head: anyone could have added them without the key.

    Compared with an outside head, every such entry is a problem. Otherwise only those are that replace or remove something: new
    items may be waiting for a key that is not available now.
    """
    keys = [key.public for key in log_keys(connection) if key.vouched]
    if against is not None and against.key is not None:
        keys = _trusted_from(connection, against.key)
    if not keys:
        return []
    signed = max(
        (n.head.size for n in notes if _is_signed(n, keys) and walk.roots.get(n.head.size) == n.head.root), default=0
    )
    late = [*walk.statements, *walk.written_again] if against is None else [*walk.statements, *walk.last.values()]
    return [_unvouched(entry) for entry in sorted(late, key=lambda entry: entry.place) if entry.place >= signed]


def _unvouched(entry: LogEntry) -> LogProblem:
    message = f"entry {entry.place} of the log is behind the last head that the key signed"
    if entry.statement_json is not None or entry.kind not in OF_ROWS:
        return LogProblem(
            kind="log",
            number=0,
            name=f"entry {entry.place}",
            message=f"{message}: {(entry.statement_json or '')[:200]}",
        )
    called = Kind(entry.kind).called
    return LogProblem(
        kind=called, number=entry.subject, name=str(entry.subject), message=f"{called} {entry.subject}: {message}"
    )


def _trusted_from(connection: sql.Connection, key: PublicKey) -> list[PublicKey]:
    """Return the trusted key, and those that it and its successors signed."""
    keys = log_keys(connection)
    places = [number for number, found in enumerate(keys) if found.public.fingerprint == key.fingerprint]
    if not places:
        return [key]
    trusted = [keys[places[0]].public]
    for found in keys[places[0] + 1 :]:
        if not found.vouched:
            break
        trusted.append(found.public)
    return trusted


def _notes(walk: _Walk, notes: Sequence[SignedNote], *, can_check: bool) -> Iterator[str]:
    before = walk.begun.get("before") or {}
    if any(before.values()):
        yield (
            f"the log proves something from {str(walk.begun['at'])[:19]}Z on: what was there before entered it then "
            f"({before.get('version', 0)} versions, {before.get('visit', 0)} visits)"
        )
    size = max((note.head.size for note in notes), default=0)
    has_key = any(entry.kind == Kind.KEY for entry in walk.statements)
    if has_key and not can_check:
        yield "signatures were not checked: that needs another package; pip install 'pagestrata[proof]'"
    if has_key and size < len(walk.leaves):
        yield f"{len(walk.leaves) - size} entries of the log are not signed yet"


_UPDATE = "UPDATE log_entry SET nodes = ? WHERE place = ?"


def repair_log(connection: sql.Connection, *, rule: str, now: datetime) -> list[str]:
    """Make the log hold together again inside a transaction; return a sentence for each thing done."""
    log_entries.wait_for_the_end(connection)
    if pending := log_entries.announced(connection):
        log_entries.enter(connection, pending)
    done = _make_hashes_again(connection)
    problems = [p for p in check_log(connection).problems if p.number]
    for kind in OF_ROWS:
        found = [problem for problem in problems if problem.kind == kind.called]
        if found:
            _enter_again(connection, kind, found, rule, now)
            done.append(f"entered {len(found)} {kind.called}s in the log as they are now")
    return done


def _enter_again(connection: sql.Connection, kind: Kind, problems: list[LogProblem], rule: str, now: datetime) -> None:
    numbers = sorted({problem.number for problem in problems})
    there = _numbers(connection, kind)
    gone = [number for number in numbers if number not in there]
    if gone:
        entering.enter_removed(connection, kind, gone, rule=rule, now=now)
    entering.enter(connection, kind, [number for number in numbers if number in there])


def _make_hashes_again(connection: sql.Connection) -> list[str]:
    tree, changed = GrowingTree(), []
    rows = log_entries.every_entry(connection)
    if rows and rows[-1].place != len(rows) - 1:  # entries are missing: those behind move up
        connection.exec_driver_sql("DELETE FROM log_entry")
        tell(
            connection,
            log_entries.INSERT,
            [(n, r.kind, r.subject, r.nodes, r.statement_json) for n, r in enumerate(rows)],
        )
    for place, entry in enumerate(rows):
        text = entry.statement_json if _is_statement(entry.statement_json) else None
        leaf = leaf_hash(text.encode()) if text is not None else entry.leaf.ljust(HASH_BYTES, b"\0")
        nodes = b"".join(tree.add(leaf))
        if nodes != entry.nodes:
            changed.append((nodes, place))
    tell(connection, _UPDATE, changed)
    return [f"recomputed the hashes of {len(changed)} log entries"] if changed else []


def _is_statement(text: str | None) -> bool:
    try:
        return text is not None and isinstance(json.loads(text), dict)
    except ValueError:
        return False
