"""Asking whether a page has changed loads nothing that reads pages: most visits end there, and loading takes longest."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

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
        "pagestrata.weighing.noise.noisy_texts",
        "pagestrata.app.planning.planning",
        "pagestrata.web",
    ),
}
PARTS_OF_PAGES = {
    *("pagestrata.model.blocks", "pagestrata.model.deltas", "pagestrata.model.snapshot", "pagestrata.model.findings"),
    *("pagestrata.store.people", "pagestrata.store.history.page_memory", "pagestrata.query.first_and_last_said"),
}
"""Our own records and tables that a list of versions has no use for; defining their classes takes a tenth of `log`."""
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
        said, heavy = loaded_by("visit", server.url, "--archive", str(tmp_path), "--allow-private", "--json")
    assert json.loads(said)["stage"] == "unchanged"
    assert heavy == set()


def test_listing_versions_loads_nothing_that_reads_pages(tmp_path: Path) -> None:
    with open_archive(tmp_path) as archive:
        taken, tree = capture(["A page"])
        archive.append(taken, tree, None, visit=visit_of(taken))
    said, heavy = loaded_by("log", taken.url, "--archive", str(tmp_path), among=HEAVY | PARTS_OF_PAGES)
    assert "first version" in said
    assert heavy == set()


@pytest.mark.parametrize("name", ["scipy", "cv2"])
def test_large_libraries_are_for_tests_alone(name: str) -> None:
    """SciPy has 143 MB, OpenCV 153: together two fifths of what was installed, for few functions of either."""
    importing = re.compile(rf"^\s*(import|from) {name}\b", re.MULTILINE)
    users = [path for path in SOURCE.rglob("*.py") if importing.search(path.read_text())]
    assert users == []
