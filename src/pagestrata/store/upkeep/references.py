"""References of versions, which keep objects, blocks and resources alive."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

import sqlalchemy as sql

from pagestrata.store.catalog.driver_statements import ask
from pagestrata.store.catalog.schema import layout, resource, skipped, trail_entry, version
from pagestrata.store.catalog.varints import unpack


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """The objects of one version by what they are to it, and its blocks and resources."""

    version_id: int
    objects: Mapping[str, frozenset[int]]
    blocks: frozenset[int]
    resources: frozenset[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Relations:
    """The object that contains each layout and each resource."""

    layouts: Mapping[int, int]
    resources: Mapping[int, int]

    @classmethod
    def load(cls, connection: sql.Connection) -> Self:
        layouts = connection.execute(sql.select(layout.c.id, layout.c.object_id))
        resources = connection.execute(sql.select(resource.c.id, resource.c.object_id))
        return cls(
            layouts={row.id: row.object_id for row in layouts}, resources={row.id: row.object_id for row in resources}
        )

    def parts(self, row: Any) -> Parts:
        """Return the parts of a version row; dangling ids become -1. Raises ArchiveError for damaged lists."""
        resources = frozenset(unpack(row.resources))
        outline = self.layouts.get(row.layout_id, -1) if row.layout_id is not None else None
        objects = {
            "body": _some(row.body_id),
            "responses": _some(row.responses_id),
            "resources": frozenset(self.resources.get(number, -1) for number in resources),
            "layout": _some(outline),
            "slices": frozenset(unpack(row.slices)),
            "recipe": _some(row.recipe_id),
            "pieces": frozenset(unpack(row.pieces)),
            "tree": _some(row.tree_id),
            "delta": _some(row.delta_id),
        }
        return Parts(version_id=row.id, objects=objects, blocks=frozenset(unpack(row.blocks)), resources=resources)


def _some(number: int | None) -> frozenset[int]:
    return frozenset() if number is None else frozenset((number,))


@dataclass(frozen=True, slots=True, kw_only=True)
class Live:
    """Everything that versions, trails and skipped visits need."""

    objects: frozenset[int]
    blocks: frozenset[int]
    resources: frozenset[int]
    layouts: frozenset[int]


def live(connection: sql.Connection) -> Live:
    """Return everything in use, bases included."""
    found = _named(connection)
    return replace(found, objects=frozenset(with_bases(found.objects, bases(connection))))


def named(connection: sql.Connection) -> frozenset[int]:
    """Return the objects that versions and trails name themselves, without their bases."""
    return _named(connection).objects


def _named(connection: sql.Connection) -> Live:
    objects: set[int] = set()
    blocks: set[int] = set()
    resources: set[int] = set()
    rows = [*connection.execute(sql.select(version)), *skipped_rows(connection)]
    relations = Relations.load(connection)
    for parts in map(relations.parts, rows):
        objects.update(*parts.objects.values())
        blocks |= parts.blocks
        resources |= parts.resources
    pictures = sql.select(trail_entry.c.picture_id).where(trail_entry.c.picture_id.is_not(None))
    objects.update(connection.execute(pictures).scalars())
    return Live(
        objects=frozenset(objects),
        blocks=frozenset(blocks),
        resources=frozenset(resources),
        layouts=frozenset(row.layout_id for row in rows if row.layout_id is not None),
    )


def skipped_rows(connection: sql.Connection) -> list[Any]:
    """Return the results of skipped visits as version rows; they have no list of blocks."""
    return list(connection.execute(sql.select(skipped, sql.literal(b"", sql.LargeBinary).label("blocks"))))


def bases(connection: sql.Connection) -> dict[int, int | None]:
    """Return the base of each object."""
    return dict(map(tuple, ask(connection, "SELECT id, base_id FROM object")))


def with_bases(numbers: Iterable[int], base_of: Mapping[int, int | None]) -> set[int]:
    """Return the objects and all their bases."""
    found: set[int] = set()
    for start in numbers:
        number: int | None = start
        while number is not None and number not in found:
            found.add(number)
            number = base_of.get(number)
    return found
