"""The tables of the catalog, after paper 3 (Fig. 8): page, version, layout, block, label and how they belong together.

Where this departs from the paper:

- Bytes live in bundles outside the catalog; `object` says where and how each is stored (see `objects`). A block's
  mark-up and its picture are objects, shared between versions and pages by their digest.
- Relations are kept in two forms. A version lists its parts as packed numbers (`varints`), a few bytes each, so that
  an unchanged block costs almost nothing. For questions over time, `presence` has one row per block and stay on a
  page, not one per version: only blocks that come or go cost a row.
  `holding` is the same for resources: which page held which resource from when to when.
- Times are microseconds since 1970, UTC. `seal` columns are checksums over the row, for `verify`; `ledger` has counts
  and checksums of all tables.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
    false,
)
from sqlalchemy.engine import Dialect
from sqlalchemy.schema import SchemaItem

metadata = MetaData()
# SQLite numbers rows by itself only for columns of the plain INTEGER type.
Number = BigInteger().with_variant(Integer(), "sqlite")


UNCHECKED = {"body_id", "responses_id", "layout_id", "recipe_id", "tree_id", "delta_id", "picture_id", "anchor_id"}
"""Foreign keys that only SQLite checks."""
KINDS = ("html", "resource", "dom", "screenshot", "tree")
CODECS = ("raw", "zstd", "part", "crop")


class Initial(TypeDecorator[str]):
    """One of a few names, of which the first letter is stored: there are more objects than anything else."""

    impl = Text
    cache_ok = True

    def __init__(self, names: tuple[str, ...] = ()) -> None:
        super().__init__()
        self.names = names

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        return value and value[0]

    def process_result_value(self, value: str | None, dialect: Dialect) -> str | None:
        return next((name for name in self.names if name[0] == value), value)


def _key() -> Column[int]:
    return Column("id", Number, primary_key=True, autoincrement=True)


def _new_table(name: str, *parts: SchemaItem) -> Table:
    return Table(name, metadata, *parts)


def _capture_columns() -> tuple[Column[Any], ...]:
    """Return the columns that versions and skipped visits share."""
    return (
        Column("digest", LargeBinary, nullable=False),  # SHA-256 of the raw body
        Column("etag", Text),
        Column("last_modified", Text),
        Column("facts", Text, nullable=False),  # the paper's VersionMetaData, JSON
        Column("body_id", ForeignKey("object.id")),
        Column("responses_id", ForeignKey("object.id")),
        Column("layout_id", ForeignKey("layout.id")),
        Column("recipe_id", ForeignKey("object.id")),  # where the pieces of the screenshot go
        Column("tree_id", ForeignKey("object.id")),
        Column("delta_id", ForeignKey("object.id")),
    )


page = _new_table(
    "page",
    _key(),
    Column("url_key", LargeBinary, nullable=False, unique=True),  # hash of the URL, which may be 100 KB long
    Column("url", Text, nullable=False),
    Column("first_at", BigInteger, nullable=False),
    Column("facts", Text, nullable=False, default="{}"),  # the paper's URLMetaData, JSON
)

bundle = _new_table(
    "bundle",
    _key(),
    Column("digest", LargeBinary, nullable=False, unique=True),
    Column("size", BigInteger, nullable=False),
    Column("loose", Boolean, nullable=False),  # small: to be joined with others
    Index("bundle_loose", "loose"),
)

object_ = _new_table(
    "object",
    _key(),
    Column("digest", LargeBinary, nullable=False, unique=True),  # of the content, not of its stored form
    Column("kind", Initial(KINDS), nullable=False),  # what it is for
    Column("codec", Initial(CODECS), nullable=False),  # part: a range of the base, crop: a rectangle of a sheet
    Column("size", BigInteger, nullable=False),
    Column("bundle_id", ForeignKey("bundle.id")),
    Column("start", BigInteger, nullable=False),  # in the bundle; for a part, in the base
    Column("stored", BigInteger, nullable=False),
    Column("base_id", ForeignKey("object.id"), index=True),
    Column("ordinal", Integer, nullable=False),  # place in its chain
)
# Parts and crops, most objects, are in the bundle of their base.
_IN_BUNDLE = object_.c.bundle_id.is_not(None)
_object_bundle = Index("object_bundle", object_.c.bundle_id, sqlite_where=_IN_BUNDLE)

layout = _new_table("layout", _key(), Column("object_id", ForeignKey("object.id"), nullable=False, unique=True))

label = _new_table("label", _key(), Column("name", Text, nullable=False, unique=True))

block = _new_table(
    "block",
    _key(),
    Column("content_id", LargeBinary, nullable=False, unique=True),
    Column("topic", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("seal", BigInteger, nullable=False),
    Column("packed", BigInteger),  # the place of topic and text, see `packs`
)

version = _new_table(
    "version",
    _key(),
    Column("page_id", ForeignKey("page.id"), nullable=False),
    Column("captured_at", BigInteger, nullable=False),
    Column("status", Integer, nullable=False),
    Column("title", Text, nullable=False),
    Column("importance", Float),  # E, see `weighing`
    Column("changes", Integer, nullable=False),
    *_capture_columns(),
    Column("blocks", LargeBinary, nullable=False),  # packed: block ids, in the order of the tree's leaves
    Column("slices", LargeBinary, nullable=False),  # packed: objects that fill the layout
    Column("pieces", LargeBinary, nullable=False),  # packed: objects that fill the recipe
    Column("resources", LargeBinary, nullable=False),  # packed: resource contents
    Column("seal", LargeBinary, nullable=False),
    Column("probability", Float),  # that a person would keep it
    UniqueConstraint("page_id", "captured_at"),
    Index("version_time", "captured_at"),
)

presence = _new_table(
    "presence",
    _key(),
    Column("page_id", ForeignKey("page.id"), nullable=False),
    Column("block_id", ForeignKey("block.id"), nullable=False),
    Column("label_id", ForeignKey("label.id"), nullable=False),
    Column("ref", Text, nullable=False),  # where it was when it came
    Column("first_at", BigInteger, nullable=False),
    Column("gone_at", BigInteger, nullable=False),
    Index("presence_page", "page_id", "gone_at", "first_at"),
    Index("presence_block", "block_id", "first_at"),
)

resource = _new_table(
    "resource",
    _key(),
    Column("url_key", LargeBinary, nullable=False),
    Column("object_id", ForeignKey("object.id"), nullable=False, index=True),
    Column("url", Text, nullable=False),
    UniqueConstraint("url_key", "object_id"),
)

holding = _new_table(
    "holding",
    _key(),
    Column("page_id", ForeignKey("page.id"), nullable=False),
    Column("resource_id", ForeignKey("resource.id"), nullable=False),
    Column("first_at", BigInteger, nullable=False),
    Column("gone_at", BigInteger, nullable=False),
    Index("holding_page", "page_id", "gone_at"),
    Index("holding_resource", "resource_id", "first_at"),
)

change = _new_table(
    "change",
    Column("version_id", ForeignKey("version.id"), primary_key=True, autoincrement=False),
    Column("data", LargeBinary, nullable=False),  # see `packs`; the exact delta is the version's Vi-Delta
)

pack = _new_table(
    "pack",
    _key(),
    Column("page_id", ForeignKey("page.id"), nullable=False, index=True),
    Column("data", LargeBinary, nullable=False),  # what blocks, changes and visits of the page said, see `packs`
)

visit = _new_table(
    "visit",
    _key(),
    Column("page_id", ForeignKey("page.id"), nullable=False),
    Column("visited_at", BigInteger, nullable=False),
    Column("stage", Text, nullable=False),
    Column("version_id", ForeignKey("version.id"), index=True),
    Column("kept", Boolean, nullable=False),
    Column("importance", Float),
    Column("score", Float),
    Column("changes", Integer, nullable=False),
    Column("facts", Text, nullable=False),  # seconds, reasons, error and blocks, JSON; or their place, see `packs`
    Column("anchor_id", ForeignKey("visit.id")),  # the visit whose blocks these are the differences to
    Column("seal", BigInteger, nullable=False),
    Index("visit_page", "page_id", "visited_at"),
)

skipped = _new_table(
    "skipped",
    Column("id", ForeignKey("visit.id"), primary_key=True, autoincrement=False),  # of the visit that was skipped
    Column("page_id", ForeignKey("page.id"), nullable=False),
    Column("captured_at", BigInteger, nullable=False),
    Column("keep_until", BigInteger, nullable=False),
    Column("status", Integer, nullable=False),
    Column("title", Text, nullable=False),
    Column("importance", Float),
    Column("probability", Float),
    Column("changes", Integer, nullable=False),
    *_capture_columns(),
    Column("slices", LargeBinary, nullable=False),
    Column("pieces", LargeBinary, nullable=False),
    Column("resources", LargeBinary, nullable=False),
    Column("stored", BigInteger, nullable=False),  # bytes that were written for it
    Column("texts", LargeBinary, nullable=False),  # what the changed blocks said: JSON, compressed
    Index("skipped_page", "page_id", "captured_at"),
)

setting = _new_table("setting", Column("name", Text, primary_key=True), Column("value", Text, nullable=False))

learned_model = _new_table(
    "learned_model",
    Column("id", Text, primary_key=True),
    Column("data", LargeBinary, nullable=False),
)

trail = _new_table(
    "trail",
    Column("id", Text, primary_key=True),
    Column("page_id", ForeignKey("page.id"), nullable=False, index=True),
    Column("origin", Text, nullable=False),  # how a person pointed at the block, JSON
    Column("state", Text, nullable=False),  # what the follower learnt, JSON
)

trail_entry = _new_table(
    "trail_entry",
    _key(),
    Column("trail_id", ForeignKey("trail.id"), nullable=False),
    Column("version_id", ForeignKey("version.id"), index=True),
    Column("found_at", BigInteger, nullable=False),
    Column("facts", Text, nullable=False),  # state, confidence, path, box, text, change, JSON
    Column("picture_id", ForeignKey("object.id")),
    Index("trail_entry_trail", "trail_id", "found_at"),
)

watch = _new_table(
    "watch",
    Column("id", Text, primary_key=True),
    Column("url", Text, nullable=False),
    Column("facts", Text, nullable=False),
)
Index("watch_url", watch.c.url)

due = _new_table(
    "due",
    Column("watch_id", Text, primary_key=True),
    Column("host", Text, nullable=False),
    Column("due_at", BigInteger, nullable=False),
    Column("last_at", BigInteger),  # of the last visit; None: there was none
    Column("rate", Float, nullable=False),  # changes worth keeping per hour
    Column("weight", Float, nullable=False),  # what they are worth
    Column("cost", Float, nullable=False),  # seconds of a visit
    Column("holder", Text),  # who visits it now
    Column("held_until", BigInteger, nullable=False),  # unless the holder says again that it is alive
    Column("facts", Text, nullable=False),  # what its visits showed, JSON
    Column("special", Boolean, nullable=False, server_default=false()),  # a plan must read its facts
    Index("due_next", "due_at", "watch_id"),
)
"""When each watched page is visited next. Missing rows are computed from the visits, so the ledger does not cover them."""
_IS_HELD = due.c.holder.is_not(None)
_due_holder = Index("due_holder", due.c.holder, sqlite_where=_IS_HELD)

host_turn = _new_table(
    "host_turn",
    Column("host", Text, primary_key=True),
    Column("holder", Text),  # who visits a page of it now
    Column("since", BigInteger, nullable=False),  # when that began, or the last visit ended
    Column("until", BigInteger, nullable=False),  # no one else requests it before
)
"""The program that may visit each host now, by the shared clock. Rows expire within a day, so the ledger omits them."""

site_page = _new_table(
    "site_page",
    Column("id", Text, primary_key=True),  # of its entry in `due`
    Column("site", Text, nullable=False),  # the watch
    Column("url", Text, nullable=False),
    Column("depth", Integer, nullable=False),
    Column("shape", Text, nullable=False),
    Column("found_at", BigInteger, nullable=False),
    Column("modified_at", BigInteger),
    Index("site_page_shape", "site", "shape"),
    Index("site_page_url", "url"),
)
"""Pages found on sites that are watched as a whole. Missing ones are found again, so the ledger does not cover them."""

page_host = _new_table(
    "page_host",
    Column("page_id", ForeignKey("page.id"), primary_key=True, autoincrement=False),
    Column("host", Text, nullable=False),
    Index("page_host_host", "host", "page_id"),
)
"""The pages of each host, which learn from each other."""

page_memory = _new_table(
    "page_memory",
    Column("page_id", ForeignKey("page.id"), primary_key=True, autoincrement=False),
    Column("data", LargeBinary, nullable=False),
)

feedback = _new_table(
    "feedback",
    _key(),
    Column("old_version", Text, nullable=False),
    Column("new_version", Text, nullable=False),
    Column("verdict", Text, nullable=False),
    Column("given_at", BigInteger, nullable=False),
    Column("facts", Text, nullable=False),
    UniqueConstraint("old_version", "new_version"),
)

account = _new_table(
    "account",
    Column("name", Text, primary_key=True),
    Column("role", Integer, nullable=False),
    Column("password", Text, nullable=False),  # hashed by argon2
    Column("created_at", BigInteger, nullable=False),
)
"""Users of the web application. Their sessions, which end by themselves, are not in the ledger."""

login_session = _new_table(
    "login_session",
    Column("digest", Text, primary_key=True),  # of the name in the cookie
    Column("account", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
)

api_token = _new_table(
    "api_token",
    Column("id", Text, primary_key=True),
    Column("digest", Text, nullable=False, unique=True),
    Column("account", Text, nullable=False),
    Column("label", Text, nullable=False),
    Column("role", Integer, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger),
)

audit = _new_table(
    "audit",
    _key(),
    Column("happened_at", BigInteger, nullable=False),
    Column("who", Text, nullable=False),
    Column("action", Text, nullable=False),
    Column("subject", Text, nullable=False),
)

notice_rule = _new_table(
    "notice_rule",
    Column("id", Text, primary_key=True),
    Column("kind", Text, nullable=False),  # watch or trail
    Column("subject", Text, nullable=False),
    Column("channel", Text, nullable=False),  # may hold a password
    Column("created_at", BigInteger, nullable=False),
    Column("facts", Text, nullable=False),  # conditions, timing, template, JSON
    Index("notice_rule_subject", "subject"),
)

delivery = _new_table(
    "delivery",
    _key(),
    Column("key", Text, nullable=False, unique=True),  # rule, subject and version
    Column("rule_id", Text, nullable=False, index=True),  # stays when the rule is removed
    Column("place", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("release_at", BigInteger, nullable=False),
    Column("due_at", BigInteger, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("in_digest", Boolean, nullable=False),
    Column("problem", Text),
    Column("facts", Text, nullable=False),  # title, body and form of the message, JSON
    Column("picture", LargeBinary),  # until the message is out
    Index("delivery_due", "status", "due_at"),
)

log_entry = _new_table(
    "log_entry",
    Column("place", Number, primary_key=True, autoincrement=False),  # in the tree, from 0
    Column(
        "subject", BigInteger, nullable=False
    ),  # number of the version, visit or audit line; of a removal the page; else 0
    Column("kind", SmallInteger, nullable=False),  # see `log_entries.Kind`; behind the wide columns, for PostgreSQL
    Column("nodes", LargeBinary, nullable=False),  # hashes of the subtrees that this leaf completes, its own first
    Column("said", Text),  # the statement, for entries that no other row contains
)
"""The append-only log of `pagestrata.proof`. Its own hashes guard it, so it is not in the ledger."""
_IS_VERSION, _IS_TOLD = log_entry.c.kind == 1, log_entry.c.said.is_not(None)
_log_version = Index("log_version", log_entry.c.subject, sqlite_where=_IS_VERSION)
_log_told = Index("log_told", log_entry.c.kind, sqlite_where=_IS_TOLD)

log_head = _new_table(
    "log_head",
    Column("size", Number, primary_key=True, autoincrement=False),
    Column("signed_at", BigInteger, nullable=False),
    Column("note", Text, nullable=False),  # a signed note, see `proof.signed_note`
    Column("kept", Boolean, nullable=False),  # stamped or published: it stays when the next head is signed
)

log_stamp = _new_table(
    "log_stamp",
    _key(),
    Column("size", BigInteger, nullable=False, index=True),  # of the head
    Column("authority", Text, nullable=False),
    Column("stamped_at", BigInteger, nullable=False),
    Column("token", LargeBinary, nullable=False),  # the answer of the authority (RFC 3161), or an OpenTimestamps file
    Column("certificates", Text, nullable=False),  # PEM: those it is checked with
)

ledger = Table(
    "ledger",
    metadata,
    Column("name", Text, primary_key=True),  # of a table
    Column("key", Text, primary_key=True),  # of a group of its rows
    Column("writer", BigInteger, primary_key=True, autoincrement=False),  # PostgreSQL: the transaction; else 0
    Column("rows", BigInteger, nullable=False),
    Column("total", BigInteger, nullable=False),  # of the hashes of the rows
    sqlite_with_rowid=False,
)


def _keep_to_sqlite(constraint: ForeignKeyConstraint) -> None:
    """Leave out a foreign key on PostgreSQL, which reads a whole table for each deleted row if the key has no index.

    Nothing is lost: garbage collection looks references up before it deletes, while no other program writes, a version is
    written in the transaction that finds or stores its objects, and `verify` reports dangling references on both databases.
    """
    constraint.ddl_if(dialect="sqlite")


for _table in (version, skipped, trail_entry, visit):
    for _constraint in _table.foreign_key_constraints:
        if {column.name for column in _constraint.columns} & UNCHECKED:
            _keep_to_sqlite(_constraint)

# Visits and stays come in the order of their times, so that a few bytes for each stretch of the table find a span of time,
# and the last block that came until a moment (`search.times`).
_stretches = [
    Index("visit_time", visit.c.visited_at),
    Index("presence_stretch", presence.c.first_at, presence.c.block_id),
]
for _index in _stretches:
    _index.ddl_if(dialect="postgresql")


def adapt_to_postgresql() -> None:
    """Add options for PostgreSQL to indexes. Only called for such archives: loading the dialect takes long."""
    _object_bundle.dialect_options["postgresql"]["where"] = _IN_BUNDLE
    _due_holder.dialect_options["postgresql"]["where"] = _IS_HELD
    _log_version.dialect_options["postgresql"]["where"] = _IS_VERSION
    _log_told.dialect_options["postgresql"]["where"] = _IS_TOLD
    for index in _stretches:
        index.dialect_options["postgresql"]["using"] = "brin"
