"""The log of an archive as the rest of the program sees it: its head, its keys, and proofs for versions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

import sqlalchemy as sql

from pagestrata.errors import ArchiveError, NotFoundError, UsageError
from pagestrata.model.records import Version
from pagestrata.proof.keys import ALGORITHMS, Algorithm, PublicKey, Signer, check_name, create_key, find_key
from pagestrata.proof.merkle import canonical, consistency_proof, inclusion_proof
from pagestrata.proof.pinned_head import write_pinned
from pagestrata.proof.signed_note import Head, SignedNote
from pagestrata.store.catalog import log_entries
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.log_entries import Kind, Subtrees
from pagestrata.store.catalog.names import version_number
from pagestrata.store.merkle_log import heads, stamps
from pagestrata.store.merkle_log.entering import leaf_of
from pagestrata.store.merkle_log.log_keys import (
    LogKey,
    current_key,
    key_entry,
    key_file,
    log_keys,
    log_name,
    signer_of,
)
from pagestrata.store.merkle_log.row_statements import version_statements
from pagestrata.store.merkle_log.stamps import KeptStamp


@dataclass(frozen=True, slots=True, kw_only=True)
class Inclusion:
    """The proof that a version is in the log: its statement, the place of its entry, and the path from there to the root."""

    statement: bytes
    place: int
    size: int
    path: tuple[bytes, ...]


class ProofLog:
    """The append-only log of an archive."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog

    def head(self, *, now: datetime) -> Head:
        """Return the head of the log as it is now, unsigned."""
        with self._catalog.reading() as connection:
            return heads.current_head(connection, now=now)

    def signed_head(self) -> SignedNote | None:
        """Return the newest signed head, None where no head was signed."""
        with self._catalog.reading() as connection:
            return heads.newest_note(connection)

    def kept_heads(self) -> Sequence[SignedNote]:
        """Return the signed heads that others know, because they were published or stamped, the smallest first."""
        with self._catalog.reading() as connection:
            return heads.kept_notes(connection)

    def name(self) -> str:
        """Return the name of the log, '' where it has not begun."""
        with self._catalog.reading() as connection:
            return log_name(connection)

    def keys(self) -> Sequence[LogKey]:
        """Return all keys that ever signed for the log, the first first."""
        with self._catalog.reading() as connection:
            return log_keys(connection)

    def signer(self) -> Signer | None:
        """Return the signer of the archive, None without a key. Raises if the key cannot be used."""
        with self._catalog.reading() as connection:
            key = current_key(log_keys(connection))
            return signer_of(log_name(connection), key.public) if key is not None else None

    def create_key(
        self, *, now: datetime, algorithm: Algorithm = "ed25519", name: str = "", public_pem: str | None = None
    ) -> LogKey:
        """Make the first key of the log, or one after the last was revoked, and sign the head with it.

        `public_pem`: the public part of a key that another program keeps; no file is written then.
        """
        if algorithm not in ALGORITHMS:
            raise UsageError(f"{algorithm!r} is not a kind of key; choose {' or '.join(ALGORITHMS)}")
        if current_key(self.keys()) is not None:
            raise UsageError("the archive already has a key; replace it with `pagestrata key rotate`")
        self._begin()
        called = check_name(name or self.name())
        return self._add_key("create", self._made(algorithm, called, public_pem), now=now, by=None)

    def rotate_key(
        self,
        *,
        now: datetime,
        algorithm: Algorithm | None = None,
        lost: bool = False,
        public_pem: str | None = None,
    ) -> LogKey:
        """Replace the key. The old one signs the new one, unless it is lost; its file is kept under another name."""
        key, log = current_key(self.keys()), self.name()
        if key is None:
            raise UsageError("the archive has no key; create one with `pagestrata key create`")
        by = None if lost else signer_of(log, key.public)
        public = self._made(algorithm or key.public.algorithm, key.public.name, public_pem)
        return self._add_key("rotate", public, now=now, by=by)

    def _made(self, algorithm: Algorithm, name: str, public_pem: str | None) -> PublicKey:
        if public_pem is not None:
            return PublicKey(name=name, pem=public_pem)
        path, keys = key_file(self.name()), self.keys()
        if keys and path.exists():  # of the key before, which may be needed once more
            path.rename(path.with_name(f"{path.stem}-{keys[-1].public.fingerprint[:12]}.old{path.suffix}"))
        return PublicKey(name=name, pem=create_key(path, algorithm))

    def _add_key(self, action: str, public: PublicKey, *, now: datetime, by: Signer | None) -> LogKey:
        self._announce(key_entry(action, public, now=now, by=by))
        return self.keys()[-1]

    def revoke_key(self, *, now: datetime, reason: str) -> LogKey:
        """Revoke the key: it is not trusted from now on, and its earlier signatures stay valid."""
        with self._catalog.reading() as connection:
            key, log = current_key(log_keys(connection)), log_name(connection)
        if key is None:
            raise UsageError("the archive has no key to revoke; `pagestrata key show` lists its keys")
        try:
            by: Signer | None = signer_of(log, key.public)
        except (NotFoundError, UsageError):
            by = None  # lost: the entry has no signature
        self._announce(key_entry("revoke", key.public, now=now, by=by, reason=reason), last_signer=by)
        return self.keys()[-1]

    def _begin(self) -> None:
        with self._catalog.writing() as connection:
            log_entries.wait_for_the_end(connection)
            if not log_entries.log_size(connection):
                log_entries.enter(connection, [log_entries.beginning()])

    def _announce(self, entry: log_entries.NewEntry, *, last_signer: Signer | None = None) -> None:
        with self._catalog.writing() as connection:
            if last_signer is not None:  # a revoked key signs its own revocation, and nothing after it
                log_entries.wait_for_the_end(connection)
                log_entries.enter(connection, [entry])
                heads.sign_head(connection, last_signer)
            else:
                log_entries.announce(connection, [entry])

    def pinned(self, *, now: datetime) -> str:
        """Return the head as a file for a second party, signed where the archive has a key; the head is kept for good."""
        with self._catalog.writing() as connection:
            log_entries.wait_for_the_end(connection)
            key = current_key(log_keys(connection))
            note = heads.sign_head(connection, signer_of(log_name(connection), key.public)) if key is not None else None
            head = note.head if note is not None else heads.current_head(connection, now=now)
            if note is not None:
                heads.keep_head(connection, note)
            entries = list(log_entries.entries_between(connection, 0, head.size))
            leaves = [entry.leaf for entry in entries]
            items = [f"{Kind(entry.kind).letter}{entry.subject}" for entry in entries]
            public = key.public if key is not None else None
            return write_pinned(head, note=note, key=public, leaves=leaves, items=items)

    def inclusion(self, version: Version, *, size: int | None = None) -> Inclusion:
        """Return the proof that a version is in the log of this size, or of the newest signed head."""
        with self._catalog.reading() as connection:
            found = self._statement(connection, version)
            entries = log_entries.entries_of(connection, Kind.VERSION, [_number(version)])
            if not entries:
                raise ArchiveError(f"version {version.id} is not in the log; run `pagestrata verify`")
            entry = entries[-1]
            if leaf_of(found) != entry.leaf:
                raise ArchiveError(f"version {version.id} differs from its log entry; run `pagestrata verify`")
            newest = heads.newest_note(connection)
            length = size or (newest.head.size if newest is not None else log_entries.log_size(connection))
            if entry.place >= length:
                raise ArchiveError(
                    f"version {version.id} entered the log after the last signed head; "
                    "sign a new one with `pagestrata prove --head`"
                )
            path = Subtrees(connection).all_at_once(partial(inclusion_proof, entry.place, length))
        return Inclusion(statement=canonical(found), place=entry.place, size=length, path=tuple(path))

    def _statement(self, connection: sql.Connection, version: Version) -> dict[str, object]:
        found = version_statements(connection, [_number(version)])
        if not found:
            raise NotFoundError(f"version {version.id} of {version.url[:200]} is no longer in the archive")
        return dict(next(iter(found.values())))

    def consistency(self, old_size: int, size: int) -> list[bytes]:
        """Return the hashes that prove that the log of an older head is the beginning of the log of a newer one."""
        with self._catalog.reading() as connection:
            return Subtrees(connection).all_at_once(partial(consistency_proof, old_size, size))

    def proving_head(self, versions: Sequence[Version]) -> SignedNote | None:
        """Return the head that proves most for versions: the first stamped one that has them all, else the newest.

        A stamp that says a time goes before an OpenTimestamps file, and one in a block before a promise. The head is signed
        by the key of now: one that another key signed is not taken.
        """
        places = [self.place_of(version) for version in versions]
        with self._catalog.reading() as connection:
            key = current_key(log_keys(connection))
            worth = _worth_of_heads(connection)
            own = [key.public] if key is not None else []
            found: list[SignedNote] = []
            for note in heads.all_notes(connection):
                has_all = all(place is not None and place < note.head.size for place in places)
                is_own = any(find_key(own, signature) is not None for signature in note.signatures)
                if has_all and is_own and note.head.size in worth:
                    found.append(note)
            best = max(found, key=lambda note: worth[note.head.size], default=None)  # the first of several
            return best or heads.newest_note(connection)

    def stamps(self, size: int) -> Sequence[KeptStamp]:
        """Return the time stamps of the head of this size, the first first."""
        with self._catalog.reading() as connection:
            return stamps.stamps_of(connection, size)

    def add_stamp(self, stamp: KeptStamp, note: SignedNote) -> None:
        """Keep a time stamp of a head, and the head with it."""
        with self._catalog.writing() as connection:
            heads.keep_head(connection, note)
            stamps.add(connection, stamp)

    def waiting_stamps(self) -> Sequence[KeptStamp]:
        """Return the OpenTimestamps files that name no block of Bitcoin yet."""
        with self._catalog.reading() as connection:
            return [stamp for stamp in stamps.all_files(connection) if stamp.is_waiting]

    def complete_stamp(self, stamp: KeptStamp) -> None:
        """Replace an OpenTimestamps file by its newer form."""
        with self._catalog.writing() as connection:
            stamps.complete(connection, stamp)

    def last_stamp(self, authority: str) -> KeptStamp | None:
        """Return the newest time stamp of an authority, None without one."""
        with self._catalog.reading() as connection:
            return stamps.last_of(connection, authority)

    def stamp_times(self, versions: Sequence[Version]) -> dict[str, datetime]:
        """Return the earliest time by which each version provably existed, by name; versions without a stamp are omitted."""
        found: dict[str, datetime] = {}
        with self._catalog.reading() as connection:
            kept = stamps.all_times(connection)
            numbers = [n for version in versions if (n := version_number(version.id)) is not None]
            entries = {e.subject: e.place for e in log_entries.entries_of(connection, Kind.VERSION, numbers)}
        for version in versions:
            place = entries.get(version_number(version.id) or -1)
            times = [at for size, at in kept if place is not None and size > place]
            if times:
                found[version.id] = min(times)
        return found

    def open_timestamp(self, place: int) -> str:
        """Return the state of the OpenTimestamps file that proves most about an entry, in words; '' without one."""
        with self._catalog.reading() as connection:
            found = stamps.first_files(connection, place)
        return min(found, key=lambda stamp: stamp.is_waiting).state if found else ""

    def place_of(self, version: Version) -> int | None:
        """Return where a version is in the log, None where it is not."""
        with self._catalog.reading() as connection:
            entries = log_entries.entries_of(connection, Kind.VERSION, [_number(version)])
        return entries[-1].place if entries else None


def _worth_of_heads(connection: sql.Connection) -> dict[int, int]:
    """Return how much the stamps of heads prove, by size: 1 nothing yet, 2 a block to look up, 3 a time."""
    files = sorted(stamps.all_files(connection), key=lambda stamp: not stamp.is_waiting)
    return {stamp.size: 1 if stamp.is_waiting else 2 for stamp in files} | {
        size: 3 for size, _ in stamps.all_times(connection)
    }


def _number(version: Version) -> int:
    number = version_number(version.id)
    if number is None:
        raise UsageError(f"{version.id} is not a version; `pagestrata log URL` lists the versions")
    return number
