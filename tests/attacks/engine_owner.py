"""A program that leads a cluster on this machine: prints where its nodes listen and keep
their files, and waits until its input ends.

    python tests/attacks/engine_owner.py

No test runs this in its own process: Ray remembers the first token that it saw.
"""

from __future__ import annotations

import sys


def main() -> None:
    from pagestrata.engine.on_ray import RayEngine

    with RayEngine("local", workers=1, needs_browser=False):
        import ray

        folder = ray._private.worker._global_node.get_session_dir_path()
        print(ray.get_runtime_context().gcs_address, folder, flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
