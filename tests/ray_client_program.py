"""A program outside of a Ray cluster that works through `ray://`, with a cluster of its own on loopback.

    python tests/ray_client_program.py FOLDER

What came back is printed as JSON. No test runs this in its own process: Ray's client leaves threads and files behind.
"""

from __future__ import annotations

import json
import os
import socket
import sys
import time
from pathlib import Path
from typing import Any

from engine_work import NotedWork
from pagestrata.engine.dispatch import dispatch
from pagestrata.engine.on_ray import BROWSER, RayEngine

PATIENCE_SECONDS = 600
ATTEMPTS = 5


def wait_for_answer(port: int) -> None:
    """Until somebody listens: a head starts its server for clients behind everything else."""
    end = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=60).close()
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)
        else:
            return


def started_cluster() -> tuple[Any, int]:
    """A cluster, and the port of its server for clients. Ray gives up a head that takes longer than half a minute."""
    from ray.cluster_utils import Cluster

    for attempt in range(1, ATTEMPTS + 1):
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        head = {"num_cpus": 1, "resources": {BROWSER: 1}, "ray_client_server_port": port}
        cluster = Cluster()
        try:
            cluster.add_node(node_ip_address="127.0.0.1", **head)
        except Exception:
            cluster.shutdown()
            if attempt == ATTEMPTS:
                raise
        else:
            return cluster, port
    raise AssertionError


def main(folder: Path) -> None:
    os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"
    cluster, port = started_cluster()
    try:
        wait_for_answer(port)
        with RayEngine(f"ray://127.0.0.1:{port}") as engine:
            work = NotedWork(folder)
            places = sorted((done.item, done.result) for done in dispatch(engine, work, [1, 2, 3]))
            print(json.dumps({"places": places, "task": engine.task(work)(21)}))
    finally:
        cluster.shutdown()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
