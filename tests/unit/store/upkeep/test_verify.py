import pytest
import sqlalchemy as sql

from archives import MemoryBlobs, keep
from pagestrata.store.archive import Archive
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.schema import block, object_, page, version
from pagestrata.store.upkeep.verify import check


def test_an_empty_archive_is_sound(catalog: Catalog, blobs: MemoryBlobs) -> None:
    report, findings = check(catalog, blobs)
    assert report.is_sound
    assert (report.versions, report.objects, report.bundles, report.notes) == (0, 0, 0, ())
    assert not findings.objects


def test_a_check_changes_nothing(archive: Archive, catalog: Catalog, blobs: MemoryBlobs) -> None:
    keep(archive, "one", "two")
    (name,) = blobs.kept
    blobs.kept[name] = blobs.kept[name][:-1]
    before = dict(blobs.kept)
    first, _ = check(catalog, blobs)
    assert not first.is_sound
    assert blobs.kept == before
    assert check(catalog, blobs)[0] == first


def test_a_missing_blob_names_bundle_objects_and_versions(
    archive: Archive, catalog: Catalog, blobs: MemoryBlobs
) -> None:
    first = keep(archive, "one")
    known = set(blobs.kept)
    second = keep(archive, "two", hours=1)
    (lost,) = blobs.kept.keys() - known
    del blobs.kept[lost]
    report, findings = check(catalog, blobs)
    named = {problem.kind: problem for problem in report.problems}
    assert (named["bundle"].name, named["bundle"].versions) == (lost, (second.id,))
    assert named["version"].name == second.id
    assert len(findings.bundles) == 1
    assert first.id not in {name for problem in report.problems for name in problem.versions}


def test_an_object_stored_against_itself_is_found(archive: Archive, catalog: Catalog, blobs: MemoryBlobs) -> None:
    kept = keep(archive, "one")
    with catalog.writing() as connection:
        connection.execute(sql.update(object_).where(object_.c.kind == "html").values(base_id=object_.c.id))
    report, findings = check(catalog, blobs)
    assert "it is stored against itself" in findings.objects.values()
    assert all(problem.versions == (kept.id,) for problem in report.problems)


@pytest.mark.parametrize(
    ("statement", "kind"),
    [
        (sql.update(page).values(url="http://forged.test/"), "page"),
        (sql.update(version).values(resources=b"\x80"), "version"),
        (sql.update(block).values(topic="forged"), "block"),
    ],
)
def test_forged_rows_are_told_by_kind(
    archive: Archive, catalog: Catalog, blobs: MemoryBlobs, statement: sql.Update, kind: str
) -> None:
    keep(archive, "one")
    with catalog.writing() as connection:
        connection.execute(statement)
    assert kind in {problem.kind for problem in check(catalog, blobs)[0].problems}


def test_blobs_nobody_knows_are_a_note_and_no_damage(archive: Archive, catalog: Catalog, blobs: MemoryBlobs) -> None:
    keep(archive, "one")
    blobs.put("ab" * 32, b"left over")
    report, findings = check(catalog, blobs)
    assert report.is_sound
    assert report.notes == ("1 blobs no version knows; `pagestrata gc` removes them",)
    assert findings.orphans == ["ab" * 32]
