import json
from dataclasses import replace
from datetime import timedelta

import sqlalchemy as sql

from archives import keep
from captures import START
from pagestrata.model.records import Visit
from pagestrata.store.archive import Archive
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.schema import visit
from pagestrata.store.history.visits import Visits, seal

URL = "http://site.test/"
BLOCKS = {f"1.{number}": f"{number:032x}" for number in range(10)}


def made(hours: float = 0, **fields: object) -> Visit:
    values = {"url": URL, "visited_at": START + timedelta(hours=hours), "stage": "render", "version": None}
    return Visit(**{**values, "kept": False, **fields})  # type: ignore[arg-type]


def facts(catalog: Catalog) -> list[dict[str, object]]:
    with catalog.reading() as connection:
        return [
            json.loads(found) for found in connection.execute(sql.select(visit.c.facts).order_by(visit.c.id)).scalars()
        ]


def test_a_visit_comes_back_with_all_it_says(archive: Archive, catalog: Catalog) -> None:
    record = made(
        importance=0.25, score=-1.5, changes=3, seconds={"fetch": 0.1}, reasons=("nothing \ud800 new",),
        error="it failed", block_ids=BLOCKS, stage="quick", level=3,
    )  # fmt: skip
    archive.record_visit(record)
    assert Visits(catalog).of("HTTP://SITE.test/#part") == [record]


def test_only_what_differs_from_the_anchor_is_written(archive: Archive, catalog: Catalog) -> None:
    second = {**BLOCKS, "1.0": "f" * 32}
    third = {ref: name for ref, name in BLOCKS.items() if ref != "1.9"}
    for hours, blocks in enumerate([BLOCKS, second, third]):
        archive.record_visit(made(hours, block_ids=blocks))
    assert [found["blocks"] for found in facts(catalog)] == [BLOCKS, {"1.0": "f" * 32}, {"1.9": None}]
    assert [found.block_ids for found in Visits(catalog).of(URL)] == [third, second, BLOCKS]


def test_a_page_made_new_is_an_anchor_of_its_own(archive: Archive, catalog: Catalog) -> None:
    other = {f"2.{number}": f"{number + 50:032x}" for number in range(10)}
    near = {**other, "2.0": "e" * 32}
    for hours, blocks in enumerate([BLOCKS, other, near]):
        archive.record_visit(made(hours, block_ids=blocks))
    assert [found["blocks"] for found in facts(catalog)] == [BLOCKS, other, {"2.0": "e" * 32}]
    assert Visits(catalog).of(URL, limit=1)[0].block_ids == near


def test_visits_without_blocks_do_not_come_between(archive: Archive, catalog: Catalog) -> None:
    archive.record_visit(made(block_ids=BLOCKS))
    archive.record_visit(made(1, stage="unchanged", reasons=('it says "blocks"',)))
    archive.record_visit(made(2, block_ids=BLOCKS))
    assert facts(catalog)[2]["blocks"] == {}
    assert [len(found.block_ids) for found in Visits(catalog).of(URL)] == [10, 0, 10]


def test_the_newest_come_first_and_name_their_version(archive: Archive, catalog: Catalog) -> None:
    kept = keep(archive, "one")
    archive.record_visit(made(-5))
    archive.record_visit(made(5))
    assert [found.version for found in Visits(catalog).of(URL)] == [None, kept.id, None]
    assert len(Visits(catalog).of(URL, limit=2)) == 2
    assert Visits(catalog).of("http://never.test/") == []


def test_a_seal_covers_every_column_that_says_something(archive: Archive, catalog: Catalog) -> None:
    archive.record_visit(made(score=0.5))
    with catalog.reading() as connection:
        row = dict(connection.execute(sql.select(visit)).one()._mapping)
    assert seal(row) == row["seal"]
    for name, other in {"score": 0.75, "kept": True, "stage": "quick", "facts": "{ }", "visited_at": 0}.items():
        assert seal({**row, name: other}) != row["seal"], name
    assert replace(made(), score=0.5) == Visits(catalog).of(URL, limit=1)[0]
