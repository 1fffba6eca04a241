"""A Ray cluster of several nodes on this machine, none of whose ports is open to others."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pagestrata.engine.on_ray import BROWSER

ROOT = Path(__file__).parents[2]


def prepare_environment() -> None:
    """Before Ray is imported: bound to loopback, reporting to nobody, with this folder on the path of all workers."""
    os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    # Else 15: whatever runs beside the benchmark would go first.
    os.environ["RAY_worker_niceness"] = "0"  # noqa: SIM112 - Ray spells it so
    paths = [str(ROOT / "src"), str(ROOT), str(ROOT / "tests"), os.environ.get("PYTHONPATH", "")]
    os.environ["PYTHONPATH"] = os.pathsep.join(dict.fromkeys(filter(None, paths)))


@contextmanager
def loopback_cluster(nodes: int) -> Iterator[tuple[Any, list[Any]]]:
    """The cluster, whose head does no work itself, and its nodes of one processor each."""
    prepare_environment()
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
    try:
        yield cluster, [cluster.add_node(num_cpus=1, resources={BROWSER: 1}) for _ in range(nodes)]
    finally:
        cluster.shutdown()
