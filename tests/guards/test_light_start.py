"""Asking whether a page has changed loads nothing that reads pages: most visits end there, and loading takes longest."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from benchmark_modules import benchmark_module
from captures import capture, visit_of
from pagestrata.app.watches import watch_for
from pagestrata.store.archive import open_archive
from servers import serving

SOURCE = Path(__file__).parents[2] / "src"
HEAVY = {
    *("numpy", "scipy", "cv2", "PIL", "lxml", "selectolax", "rapidfuzz", "re2", "cssselect", "charset_normalizer"),
    *("fastapi", "starlette", "jinja2", "playwright", "httpx", "rich", "alembic", "feedparser", "apprise"),
    "sqlalchemy.dialects.postgresql",
    *(
        "pagestrata.segmenting",
        "pagestrata.comparing",
        "pagestrata.store.history.writing",
        "pagestrata.store.history.contents",
    ),
    *(
        "pagestrata.store.upkeep",
        "pagestrata.judging.findings",
        "pagestrata.app.planning.planning",
        "pagestrata.web",
    ),
}
READS_PAGES = {
    *("sqlalchemy", "pagestrata.store.catalog.schema"),
    *("pagestrata.model.blocks", "pagestrata.model.deltas", "pagestrata.model.snapshot", "pagestrata.model.weights"),
    *("pagestrata.deciding.sides", "pagestrata.visit.long_texts", "pagestrata.visit.examine"),
    *("statistics", "difflib"),
}
"""What a visit has no use for that ends with the server's answer: together more than half of what it took."""
PARTS_OF_PAGES = {
    *(
        "pagestrata.model.blocks",
        "pagestrata.model.deltas",
        "pagestrata.model.snapshot",
        "pagestrata.model.visit_result",
    ),
    *("pagestrata.store.people", "pagestrata.store.history.page_memory", "pagestrata.query.first_and_last_said"),
    *("statistics", "difflib"),
}
"""Records, tables and modules that a list of versions has no use for; defining their classes takes a tenth of `log`."""
PROGRAM = """
import json, sys
from pagestrata.cli.main import main
try:
    main(sys.argv[1:])
finally:
    print(json.dumps(sorted(sys.modules)), file=sys.stderr)
"""


def loaded_by(*arguments: str, among: set[str] = HEAVY) -> tuple[str, set[str]]:
    """What a command answers, and which of these modules it loaded."""
    ended = subprocess.run([sys.executable, "-c", PROGRAM, *arguments], capture_output=True, text=True, check=True)
    return ended.stdout, among & set(json.loads(ended.stderr.splitlines()[-1]))


@pytest.mark.parametrize("watched", [False, True])
def test_a_visit_that_finds_a_page_unchanged_loads_nothing_that_reads_pages(tmp_path: Path, watched: bool) -> None:
    with serving(b"HTTP/1.1 304 Not Modified\r\n\r\n") as server:
        with open_archive(tmp_path) as archive:
            taken, tree = capture(["A page"], url=server.url)
            archive.append(taken, tree, None, visit=visit_of(taken))
            if watched:
                watch_for(archive, server.url)
        command = ("visit", server.url, "--archive", str(tmp_path), "--allow-private", "--json")
        loaded_by(*command)  # notes the files of a version that no visit of this program rendered
        said, heavy = loaded_by(*command, among=HEAVY | READS_PAGES)
    assert json.loads(said)["stage"] == "unchanged"
    assert heavy == set()


def test_a_visit_that_finds_a_page_unchanged_takes_little_more_than_loading_what_it_asks_with(tmp_path: Path) -> None:
    """Ratios in one run: a loaded machine takes longer for both."""
    start = benchmark_module("speed/start")
    with serving(b"HTTP/1.1 304 Not Modified\r\n\r\n") as server:
        with open_archive(tmp_path) as archive:
            taken, tree = capture(["A page"], url=server.url)
            archive.append(taken, tree, None, visit=visit_of(taken))
        found = start.processor_seconds(start.visit_commands(str(tmp_path), server.url), runs=5)
    assert found["visit URL"] < 3.5 * found[start.LEAST]


@pytest.mark.parametrize("which", [[], ["URL"], ["URL", "--visits"], ["URL", "--since", "2020", "--json"]])
def test_listing_versions_loads_no_database_library_and_nothing_that_reads_pages(
    tmp_path: Path, which: list[str]
) -> None:
    with open_archive(tmp_path) as archive:
        taken, tree = capture(["A page"])
        archive.append(taken, tree, None, visit=visit_of(taken))
    asked = [taken.url if word == "URL" else word for word in which]
    among = HEAVY | PARTS_OF_PAGES | {"sqlalchemy", "pagestrata.store.catalog.schema"}
    among -= {"statistics"} if "--visits" in which else set()  # of what visits took
    said, heavy = loaded_by("log", *asked, "--archive", str(tmp_path), among=among)
    assert taken.url in said or "A page" in said
    assert heavy == set()


@pytest.mark.parametrize("form", ["text", "html", "raw"])
def test_showing_a_version_as_text_loads_nothing_that_reads_pictures(tmp_path: Path, form: str) -> None:
    with open_archive(tmp_path) as archive:
        taken, tree = capture(["A page"])
        archive.append(taken, tree, None, visit=visit_of(taken))
    pictures = {"numpy", "PIL", "pagestrata.store.screenshots", "pagestrata.formats.recordings.warc_writer"}
    said, heavy = loaded_by("show", taken.url, "--format", form, "--archive", str(tmp_path), among=pictures)
    assert "A page" in said
    assert heavy == set()


def test_listing_versions_takes_half_of_what_loading_the_database_library_takes(tmp_path: Path) -> None:
    """Ratios in one run: a loaded machine takes longer for both."""
    with open_archive(tmp_path) as archive:
        taken, tree = capture(["A page"])
        archive.append(taken, tree, None, visit=visit_of(taken))
    start = benchmark_module("speed/start")
    programs = start.commands(str(tmp_path), taken.url)
    found = start.processor_seconds({name: programs[name] for name in ("import sqlalchemy", "log URL")}, runs=3)
    assert found["log URL"] < 0.6 * found["import sqlalchemy"]


@pytest.mark.parametrize("name", ["scipy", "cv2"])
def test_large_libraries_are_for_tests_alone(name: str) -> None:
    """SciPy has 143 MB, OpenCV 153: together two fifths of what was installed, for few functions of either."""
    importing = re.compile(rf"^\s*(import|from) {name}\b", re.MULTILINE)
    users = [path for path in SOURCE.rglob("*.py") if importing.search(path.read_text())]
    assert users == []
