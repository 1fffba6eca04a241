from __future__ import annotations

import urllib.error
import urllib.request

import pytest

from captures import START
from pagestrata.app.daemon.metrics import Metrics, MetricsServer
from pagestrata.model.records import Visit

VISIT = Visit(
    url="http://site.test/", visited_at=START, stage="render", version=None, kept=True, seconds={"render": 1.5}
)


def test_visits_are_counted_by_stage_and_outcome() -> None:
    metrics = Metrics()
    metrics.visited(VISIT)
    metrics.visited(VISIT)
    metrics.set("pagestrata_pages", 7)
    lines = metrics.text().splitlines()
    assert 'pagestrata_visits_total{outcome="kept",stage="render"} 2' in lines
    assert 'pagestrata_visit_seconds_total{step="render"} 3' in lines
    assert "pagestrata_pages 7" in lines
    assert "# TYPE pagestrata_visits_total counter" in lines


def test_a_daemon_whose_loop_stands_still_is_not_healthy() -> None:
    now = [0.0]
    metrics = Metrics(seconds=lambda: now[0])
    with MetricsServer(metrics, port=0) as server:
        now[0] = 299.0
        with urllib.request.urlopen(f"{server.address}/health") as answer:
            assert answer.status == 200
        now[0] = 301.0
        with pytest.raises(urllib.error.HTTPError) as told:
            urllib.request.urlopen(f"{server.address}/health")
        assert (told.value.code, told.value.read()) == (503, b'{"alive": false}\n')
        told.value.close()
        metrics.turned()
        assert metrics.is_alive


def test_they_are_served_on_the_loopback_address() -> None:
    metrics = Metrics()
    metrics.set("pagestrata_pages", 3)
    with MetricsServer(metrics, port=0) as server:
        assert server.address.startswith("http://127.0.0.1:")
        with urllib.request.urlopen(f"{server.address}/metrics") as answer:
            assert b"pagestrata_pages 3\n" in answer.read()
        with urllib.request.urlopen(f"{server.address}/health") as answer:
            assert answer.read() == b'{"alive": true}\n'
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(f"{server.address}/other")
        refused.value.close()


def test_visits_of_a_cluster_are_counted_by_node() -> None:
    metrics = Metrics()
    metrics.visited_on("n1", VISIT)
    metrics.visited_on("n1", VISIT)
    metrics.visited_on("n2", VISIT)
    lines = metrics.text().splitlines()
    assert 'pagestrata_node_visits_total{node="n1",stage="render"} 2' in lines
    assert 'pagestrata_node_visit_seconds_total{node="n2"} 1.5' in lines
