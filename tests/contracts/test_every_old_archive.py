"""An archive of every program that main ever had opens with this one: nothing is lost, and every byte verifies."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

import pytest

from captures import capture, pixels, visit_of
from pagestrata.model.snapshot import Response
from pagestrata.store.archive import Archive, open_archive
from pagestrata.store.catalog.migrate import HEAD, REVISIONS, revision

FOLDER = Path(__file__).parent / "data" / "archives"
URL = "http://site.test/"
TEXTS = ("rain today", "sun today", "rain again")
MADE = sorted(re.findall(r"\d{4}", " ".join(path.name for path in FOLDER.glob("*.zip"))))
NEVER_NEWEST = {"0001", "0008", "0014"}
"""Revisions that came to main together with the next one: no program left an archive of them."""
WITH_WATCHES, WITH_USERS = "0003", "0012"


@pytest.fixture(params=MADE)
def old(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, Path]:
    with zipfile.ZipFile(FOLDER / f"archive_{request.param}.zip") as packed:
        packed.extractall(tmp_path)
    return request.param, tmp_path


def test_every_revision_has_its_archive() -> None:
    missing = set(REVISIONS) - set(MADE) - NEVER_NEWEST - {HEAD}
    assert not missing, f"tests/contracts/data/archives has no archive of {missing}; make one before the next revision"


def style(hour: int) -> Response:
    return Response(
        url=f"{URL}style.css",
        status=200,
        headers=(("content-type", "text/css"),),
        body=(b"p{color:red}" if hour < 2 else b"p{color:blue}") * 9,
        resource_type="stylesheet",
    )


def check_versions(archive: Archive) -> None:
    for hour, (version, text) in enumerate(zip(archive.versions.of(URL), TEXTS, strict=True)):
        taken, tree = capture([text, "the weather"], hours=hour, picture=hour == 0, resources=(style(hour),))
        assert version.captured_at == taken.captured_at
        assert archive.contents.response(version) == taken.responses[0]
        assert archive.contents.response(version, f"{URL}style.css") == style(hour)
        assert archive.contents.dom(version) == taken.dom
        assert archive.contents.tree(version) == tree
        assert (archive.contents.delta(version) is None) == (hour == 0)
        if hour == 0:
            assert pixels(archive.contents.screenshot(version)) == pixels(taken.screenshot_png)
    assert [visit.seconds["fetch"] for visit in archive.visits.of(URL)] == [0.5] * 3
    assert [stay.text for stay in archive.queries.search('"rain again"')] == ["rain again"]


def check_people(archive: Archive, made: str) -> None:
    trail = archive.trails.of()[0]
    assert (trail.id, trail.url, trail.origin, trail.state) == ("t1", URL, {"select": "p", "name": "Weather"}, {"a": 1})
    if made >= WITH_WATCHES:
        (watch,) = archive.watches.all()
        assert (watch.url, watch.settings.title, watch.settings.threshold) == (URL, "The weather", 0.2)
        (rule,) = archive.outbox.rules()
        assert (rule.subject, rule.channel) == ("t1", "terminal")
    assert archive.accounts.are_there() == (made >= WITH_USERS)


def test_nothing_of_it_is_lost_and_every_byte_verifies(old: tuple[str, Path]) -> None:
    made, folder = old
    with open_archive(folder) as archive:
        assert revision(archive._catalog) == HEAD
        check_versions(archive)
        check_people(archive, made)
        assert archive.upkeep.verify().is_sound
        archive.upkeep.gc()
        check_versions(archive)
        taken, tree = capture(["rain for ever", "the weather"], hours=3)
        added = archive.append(taken, tree, None, visit=visit_of(taken))
        assert archive.contents.dom(added) == taken.dom
        assert archive.upkeep.verify().is_sound
