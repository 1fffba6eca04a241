"""The history of the schema: one function per revision, run in order when an older archive is opened for writing.

A migration keeps its own picture of the tables, since it must not change when the schema does. Most can run again over what
they have made already.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import sqlalchemy as sql
from alembic.operations import Operations
from sqlalchemy import BigInteger, Boolean, Column, Float, ForeignKey, Index, Integer, LargeBinary, Text

from pagestrata.store.catalog.names import FOREVER, host_of
from pagestrata.store.catalog.schema import UNCHECKED
from pagestrata.store.catalog.varints import unpack
from pagestrata.store.search import full_text, word_pairs

_NUMBER = BigInteger().with_variant(Integer(), "sqlite")
_CHANGE_COLUMNS = ("op", "element", "block", "to_block", "old", "new", "importance")
_IS_HELD, _IN_BUNDLE = sql.text("holder IS NOT NULL"), sql.text("bundle_id IS NOT NULL")
_HOSTS_AT_ONCE = 5_000


def _id() -> Column[int]:
    return Column("id", _NUMBER, primary_key=True, autoincrement=True)


def _name(name: str) -> Column[str]:
    """A column with the text that names the row."""
    return Column(name, Text, primary_key=True)


def _row(name: str, table: str) -> Column[int]:
    """A column with the number of a row of another table, which may be missing."""
    return Column(name, _NUMBER, ForeignKey(f"{table}.id"))


def _row_always(name: str, table: str, **options: Any) -> Column[int]:
    """A column with the number of a row of another table."""
    return Column(name, _NUMBER, ForeignKey(f"{table}.id"), nullable=False, **options)


def _always(of_type: type[sql.types.TypeEngine[Any]], *names: str) -> Iterator[Column[Any]]:
    """Columns of a type that are never empty."""
    return (Column(name, of_type, nullable=False) for name in names)


def _has_column(op: Operations, table: str, name: str) -> bool:
    return name in {column["name"] for column in sql.inspect(op.get_bind()).get_columns(table)}


def _to_0001(op: Operations) -> None:
    """The archive of paper 3: pages, versions, layouts, blocks, labels, their relations; changes, visits, resources."""
    op.create_table(
        "page",
        _id(),
        Column("url_key", LargeBinary, nullable=False, unique=True),
        *_always(Text, "url"),
        *_always(BigInteger, "first_at"),
        *_always(Text, "facts"),
    )
    op.create_table(
        "bundle",
        _id(),
        Column("digest", LargeBinary, nullable=False, unique=True),
        *_always(BigInteger, "size"),
        *_always(Boolean, "loose"),
        Index("bundle_loose", "loose"),
    )
    op.create_table(
        "object",
        _id(),
        Column("digest", LargeBinary, nullable=False, unique=True),
        *_always(Text, "kind", "codec"),
        *_always(BigInteger, "size"),
        Column("bundle_id", _NUMBER, ForeignKey("bundle.id"), index=True),
        *_always(BigInteger, "start", "stored"),
        Column("base_id", _NUMBER, ForeignKey("object.id"), index=True),
        *_always(Integer, "ordinal"),
    )
    op.create_table("layout", _id(), _row_always("object_id", "object", unique=True))
    op.create_table("label", _id(), Column("name", Text, nullable=False, unique=True))
    op.create_table(
        "block",
        _id(),
        Column("content_id", LargeBinary, nullable=False, unique=True),
        *_always(Text, "topic", "text"),
        *_always(BigInteger, "seal"),
    )
    op.create_table(
        "version",
        _id(),
        _row_always("page_id", "page"),
        *_always(BigInteger, "captured_at"),
        *_always(Integer, "status"),
        *_always(Text, "title"),
        Column("importance", Float),
        *_always(Integer, "changes"),
        *_of_capture(),
        *_always(LargeBinary, "blocks", "slices", "pieces", "resources", "seal"),
        sql.UniqueConstraint("page_id", "captured_at"),
    )
    op.create_table(
        "presence",
        _id(),
        _row_always("page_id", "page"),
        _row_always("block_id", "block"),
        _row_always("label_id", "label"),
        *_always(Text, "ref"),
        *_always(BigInteger, "first_at", "gone_at"),
        Index("presence_page", "page_id", "gone_at", "first_at"),
        Index("presence_block", "block_id", "first_at"),
    )
    op.create_table(
        "resource",
        _id(),
        *_always(LargeBinary, "url_key"),
        _row_always("object_id", "object", index=True),
        *_always(Text, "url"),
        sql.UniqueConstraint("url_key", "object_id"),
    )
    op.create_table(
        "change",
        Column("version_id", _NUMBER, ForeignKey("version.id"), primary_key=True),
        Column("number", Integer, primary_key=True),
        *_always(Text, "op", "element", "block"),
        *(Column(name, Text) for name in ("to_block", "old", "new")),
        Column("importance", Float),
    )
    op.create_table(
        "visit",
        _id(),
        _row_always("page_id", "page"),
        *_always(BigInteger, "visited_at"),
        *_always(Text, "stage"),
        Column("version_id", _NUMBER, ForeignKey("version.id"), index=True),
        *_always(Boolean, "kept"),
        Column("importance", Float),
        Column("score", Float),
        *_always(Integer, "changes"),
        *_always(Text, "facts"),
        _row("anchor_id", "visit"),
        *_always(BigInteger, "seal"),
        Index("visit_page", "page_id", "visited_at"),
    )
    full_text.create(op.get_bind())


def _of_capture() -> list[Column[Any]]:
    """The columns that versions and skipped visits share."""
    return [
        *_always(LargeBinary, "digest"),
        Column("etag", Text),
        Column("last_modified", Text),
        *_always(Text, "facts"),
        _row("body_id", "object"),
        _row("responses_id", "object"),
        _row("layout_id", "layout"),
        *(_row(name, "object") for name in ("recipe_id", "tree_id", "delta_id")),
    ]


def _to_0002(op: Operations) -> None:
    """Trails, watches, feedback and notifications sent."""
    op.create_table("trail", _name("id"), _row_always("page_id", "page", index=True), *_always(Text, "origin", "state"))
    op.create_table(
        "trail_entry",
        _id(),
        Column("trail_id", Text, ForeignKey("trail.id"), nullable=False),
        Column("version_id", _NUMBER, ForeignKey("version.id"), index=True),
        *_always(BigInteger, "found_at"),
        *_always(Text, "facts"),
        _row("picture_id", "object"),
        Index("trail_entry_trail", "trail_id", "found_at"),
    )
    op.create_table("watch", _name("id"), *_always(Text, "url", "facts"))
    op.create_table(
        "feedback",
        _id(),
        *_always(Text, "old_version", "new_version", "verdict"),
        *_always(BigInteger, "given_at"),
        *_always(Text, "facts"),
        sql.UniqueConstraint("old_version", "new_version"),
    )
    op.create_table("notification", _name("key"), *_always(BigInteger, "claimed_at"))


def _to_0003(op: Operations) -> None:
    """Rules for notifications and the messages on their way; claimed keys go, since a delivery has a key of its own."""
    op.create_table(
        "notice_rule",
        _name("id"),
        *_always(Text, "kind", "subject", "channel"),
        *_always(BigInteger, "created_at"),
        *_always(Text, "facts"),
    )
    op.create_table("notice_position", _name("log"), *_always(BigInteger, "position"))
    op.create_table(
        "delivery",
        _id(),
        Column("key", Text, nullable=False, unique=True),
        Column("rule_id", Text, nullable=False, index=True),
        *_always(Text, "place", "status"),
        *_always(BigInteger, "created_at", "release_at", "due_at"),
        *_always(Integer, "attempts"),
        *_always(Boolean, "in_digest"),
        Column("problem", Text),
        *_always(Text, "facts"),
        Column("picture", LargeBinary),
        Index("delivery_due", "status", "due_at"),
    )
    op.drop_table("notification")


def _to_0004(op: Operations) -> None:
    """Which page held which resource from when to when."""
    connection = op.get_bind()
    holding = op.create_table(
        "holding",
        _id(),
        _row_always("page_id", "page"),
        _row_always("resource_id", "resource"),
        *_always(BigInteger, "first_at", "gone_at"),
        Index("holding_page", "page_id", "gone_at"),
        Index("holding_resource", "resource_id", "first_at"),
    )
    known = set(connection.execute(sql.text("SELECT id FROM resource")).scalars())
    listed = "SELECT page_id, captured_at, resources FROM version ORDER BY page_id, captured_at"
    rows: list[dict[str, int]] = []
    staying: dict[tuple[int, int], dict[str, int]] = {}  # of the page at hand, by page and resource
    for page_id, moment, packed in connection.execute(sql.text(listed)).all():
        current = {(page_id, number) for number in unpack(packed) if number in known}
        for key in [key for key in staying if key not in current]:
            stay = staying.pop(key)
            stay["gone_at"] = moment if key[0] == page_id else FOREVER
        for key in sorted(current - staying.keys()):
            stay = {"page_id": page_id, "resource_id": key[1], "first_at": moment, "gone_at": FOREVER}
            staying[key] = stay
            rows.append(stay)
    if rows:
        connection.execute(sql.insert(holding), rows)


def _to_0005(op: Operations) -> None:
    """Shorter rows: kinds and codecs of objects by their first letter, seals of versions of eight bytes.

    From here on, lists of responses omit the page's body, which the version names, and facts omit defaults. Lists
    and facts that are there stay as they are and are read as before.
    """
    op.execute("UPDATE object SET kind = substr(kind, 1, 1), codec = substr(codec, 1, 1)")
    op.execute("UPDATE version SET seal = substr(seal, 1, 8)")


def _to_0006(op: Operations) -> None:
    """What a page has shown so far (names of blocks, what keeps changing), and watches found by their address."""
    op.create_index("watch_url", "watch", ["url"], if_not_exists=True)
    op.create_table("page_memory", _page_of_row(), *_always(LargeBinary, "data"), if_not_exists=True)
    op.drop_table("notice_position", if_exists=True)  # messages are queued with what they report


def _page_of_row() -> Column[int]:
    """A column with the page that a row belongs to, of a table with one row per page."""
    return Column("page_id", _NUMBER, ForeignKey("page.id"), primary_key=True, autoincrement=False)


def _to_0007(op: Operations) -> None:
    """A count and a checksum over the rows of every table; what is there is sealed when the migrations are through."""
    op.create_table(
        "ledger",
        _name("name"),
        _name("key"),
        Column("writer", BigInteger, primary_key=True, autoincrement=False),
        *_always(BigInteger, "rows", "total"),
        if_not_exists=True,
        sqlite_with_rowid=False,
    )


def _to_0008(op: Operations) -> None:
    """What skipped visits found, for some days; settings of the archive; trained models; the probability of a version."""
    if not _has_column(op, "version", "probability"):
        op.add_column("version", Column("probability", Float))
    op.create_table(
        "skipped",
        Column("id", _NUMBER, ForeignKey("visit.id"), primary_key=True, autoincrement=False),
        _row_always("page_id", "page"),
        *_always(BigInteger, "captured_at", "keep_until"),
        *_always(Integer, "status"),
        *_always(Text, "title"),
        Column("importance", Float),
        Column("probability", Float),
        *_always(Integer, "changes"),
        *_of_capture(),
        *_always(LargeBinary, "slices", "pieces", "resources"),
        *_always(BigInteger, "stored"),
        *_always(LargeBinary, "texts"),
        if_not_exists=True,
    )
    op.create_index("skipped_page", "skipped", ["page_id", "captured_at"], if_not_exists=True)
    op.create_table("setting", _name("name"), *_always(Text, "value"), if_not_exists=True)
    op.create_table("learned_model", _name("id"), *_always(LargeBinary, "data"), if_not_exists=True)


def _to_0009(op: Operations) -> None:
    """When each watched page is visited next, and who is visiting it."""
    op.create_table(
        "due",
        _name("watch_id"),
        *_always(Text, "host"),
        *_always(BigInteger, "due_at"),
        Column("last_at", BigInteger),
        *_always(Float, "rate", "weight", "cost"),
        Column("holder", Text),
        *_always(BigInteger, "held_until"),
        *_always(Text, "facts"),
        if_not_exists=True,
    )
    op.create_index("due_next", "due", ["due_at"], if_not_exists=True)


def _to_0010(op: Operations) -> None:
    """The operations of a version packed into one row, and an index over bundles only of the objects that are in one.

    The archive is smaller from the next `gc` on, which gives the space back.
    """
    if not _has_column(op, "change", "data"):
        _pack_changes(op)
    op.drop_index("ix_object_bundle_id", table_name="object", if_exists=True)
    _create_partial_index(op, "object_bundle", "object", "bundle_id", _IN_BUNDLE)


def _create_partial_index(op: Operations, name: str, table: str, column: str, where: sql.TextClause) -> None:
    op.create_index(name, table, [column], if_not_exists=True, sqlite_where=where, postgresql_where=where)


def _pack_changes(op: Operations) -> None:
    connection = op.get_bind()
    number = Column("version_id", _NUMBER, ForeignKey("version.id"), primary_key=True, autoincrement=False)
    op.create_table("packed_change", number, *_always(LargeBinary, "data"))
    insert = sql.text("INSERT INTO packed_change (version_id, data) VALUES (:version, :data)")
    listed = ", ".join(f'"{name}"' for name in _CHANGE_COLUMNS)
    query = sql.text(f"SELECT {listed} FROM change WHERE version_id = :version ORDER BY number")  # noqa: S608 - no input
    for version in connection.execute(sql.text("SELECT DISTINCT version_id FROM change")).scalars().all():
        rows = connection.execute(query, {"version": version}).all()
        columns = [list(column) for column in zip(*rows, strict=True)]
        data = zlib.compress(json.dumps(columns, ensure_ascii=False, separators=(",", ":")).encode(), 9)
        connection.execute(insert, {"version": version, "data": data})
    op.drop_table("change")
    op.rename_table("packed_change", "change")


def _to_0011(op: Operations) -> None:
    """The pages found on sites that are watched as a whole."""
    op.create_table(
        "site_page",
        _name("id"),
        *_always(Text, "site", "url"),
        *_always(Integer, "depth"),
        *_always(Text, "shape"),
        *_always(BigInteger, "found_at"),
        Column("modified_at", BigInteger),
        if_not_exists=True,
    )
    op.create_index("site_page_shape", "site_page", ["site", "shape"], if_not_exists=True)
    op.create_index("site_page_url", "site_page", ["url"], if_not_exists=True)


def _to_0012(op: Operations) -> None:
    """Who may use the web application: users, their sessions and tokens, and a log of what they did."""
    op.create_table(
        "account",
        _name("name"),
        *_always(Integer, "role"),
        *_always(Text, "password"),
        *_always(BigInteger, "created_at"),
        if_not_exists=True,
    )
    op.create_table(
        "login_session",
        _name("digest"),
        *_always(Text, "account"),
        *_always(BigInteger, "created_at", "expires_at"),
        if_not_exists=True,
    )
    op.create_table(
        "api_token",
        _name("id"),
        Column("digest", Text, nullable=False, unique=True),
        *_always(Text, "account", "label"),
        *_always(Integer, "role"),
        *_always(BigInteger, "created_at"),
        Column("expires_at", BigInteger),
        if_not_exists=True,
    )
    op.create_table(
        "audit",
        _id(),
        *_always(BigInteger, "happened_at"),
        *_always(Text, "who", "action", "subject"),
        if_not_exists=True,
    )


def _to_0013(op: Operations) -> None:
    """Packs of what blocks, changes and visits say; the next `gc` fills them, and the archive is smaller from then on."""
    if not sql.inspect(op.get_bind()).has_table("pack"):
        op.create_table("pack", _id(), _row_always("page_id", "page", index=True), *_always(LargeBinary, "data"))
    if not _has_column(op, "block", "packed"):
        op.add_column("block", Column("packed", BigInteger))


def _to_0014(op: Operations) -> None:
    """The next visits are read from an index in their order, and a plan knows which pages it must look at one by one."""
    if not _has_column(op, "due", "special"):
        op.add_column("due", Column("special", Boolean, nullable=False, server_default=sql.false()))
    facts = sql.column("facts", Text)
    fails = facts.contains('"failures":') & ~facts.contains('"failures":0')
    is_special = fails | facts.contains('"signalled_at"') | facts.contains('"week"')
    due = sql.table("due", facts, sql.column("special", Boolean))
    op.execute(sql.update(due).where(is_special).values(special=True))
    op.drop_index("due_next", "due", if_exists=True)
    op.create_index("due_next", "due", ["due_at", "watch_id"])


def _to_0015(op: Operations) -> None:
    """Whose turn it is at each host, so that all programs on an archive keep one pause."""
    op.create_table(
        "host_turn",
        _name("host"),
        Column("holder", Text),
        *_always(BigInteger, "since", "until"),
        if_not_exists=True,
    )


def _to_0016(op: Operations) -> None:
    """Indexes for what every visit asks, and references that PostgreSQL checks no longer: see `schema.UNCHECKED`."""
    op.create_index("version_time", "version", ["captured_at"], if_not_exists=True)
    op.create_index("notice_rule_subject", "notice_rule", ["subject"], if_not_exists=True)
    _create_partial_index(op, "due_holder", "due", "holder", _IS_HELD)
    if op.get_bind().dialect.name == "postgresql":
        op.create_index("visit_time", "visit", ["visited_at"], postgresql_using="brin", if_not_exists=True)
        op.create_index("presence_time", "presence", ["first_at"], postgresql_using="brin", if_not_exists=True)
        inspector = sql.inspect(op.get_bind())
        for table in ("version", "skipped", "trail_entry", "visit"):
            for key in inspector.get_foreign_keys(table):
                if set(key["constrained_columns"]) & UNCHECKED:
                    op.drop_constraint(str(key["name"]), table, type_="foreignkey")


def _to_0017(op: Operations) -> None:
    """Times and blocks of stays together in PostgreSQL's index by stretches: see `search.full_text`."""
    if op.get_bind().dialect.name == "postgresql":
        columns = ["first_at", "block_id"]
        op.create_index("presence_stretch", "presence", columns, postgresql_using="brin", if_not_exists=True)
        op.drop_index("presence_time", "presence", if_exists=True)


def _to_0018(op: Operations) -> None:
    """PostgreSQL's index of pairs of words: see `search.word_pairs`."""
    if op.get_bind().dialect.name == "postgresql":
        word_pairs.create(op.get_bind())


def _to_0019(op: Operations) -> None:
    """The log that proves what an archive held when. Older archives begin theirs when opened (`merkle_log.at_opening`)."""
    op.create_table(
        "log_entry",
        Column("place", _NUMBER, primary_key=True, autoincrement=False),
        *_always(BigInteger, "subject"),
        *_always(sql.SmallInteger, "kind"),
        *_always(LargeBinary, "nodes"),
        Column("said", Text),
        if_not_exists=True,
    )
    _create_partial_index(op, "log_version", "log_entry", "subject", sql.text("kind = 1"))
    _create_partial_index(op, "log_told", "log_entry", "kind", sql.text("said IS NOT NULL"))
    op.create_table(
        "log_head",
        Column("size", _NUMBER, primary_key=True, autoincrement=False),
        *_always(BigInteger, "signed_at"),
        *_always(Text, "note"),
        *_always(Boolean, "kept"),
        if_not_exists=True,
    )
    op.create_table(
        "log_stamp",
        _id(),
        *_always(BigInteger, "size"),
        *_always(Text, "authority"),
        *_always(BigInteger, "stamped_at"),
        *_always(LargeBinary, "token"),
        *_always(Text, "certificates"),
        if_not_exists=True,
    )
    op.create_index("ix_log_stamp_size", "log_stamp", ["size"], if_not_exists=True)


def _to_0020(op: Operations) -> None:
    """The pages of each host, which a page's first visits learn from."""
    op.create_table("page_host", _page_of_row(), *_always(Text, "host"), if_not_exists=True)
    op.create_index("page_host_host", "page_host", ["host", "page_id"], if_not_exists=True)
    connection, last = op.get_bind(), 0
    query = sql.text("SELECT id, url FROM page WHERE id > :last ORDER BY id LIMIT :most")
    insert = sql.text("INSERT INTO page_host (page_id, host) VALUES (:page_id, :host) ON CONFLICT (page_id) DO NOTHING")
    while rows := connection.execute(query, {"last": last, "most": _HOSTS_AT_ONCE}).all():
        connection.execute(insert, [{"page_id": number, "host": host_of(url)} for number, url in rows])
        last = rows[-1][0]


MIGRATIONS: Mapping[str, Callable[[Operations], None]] = {
    "0001": _to_0001, "0002": _to_0002, "0003": _to_0003, "0004": _to_0004, "0005": _to_0005,
    "0006": _to_0006, "0007": _to_0007, "0008": _to_0008, "0009": _to_0009, "0010": _to_0010,
    "0011": _to_0011, "0012": _to_0012, "0013": _to_0013, "0014": _to_0014, "0015": _to_0015,
    "0016": _to_0016, "0017": _to_0017, "0018": _to_0018, "0019": _to_0019, "0020": _to_0020,
}  # fmt: skip
"""The migration to each revision from the one before it, in order."""
