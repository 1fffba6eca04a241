"""The options of commands whose work may be spread over processes or machines."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from pagestrata.cli.options import Function, option_group
from pagestrata.cli.output import complain
from pagestrata.errors import UsageError

if TYPE_CHECKING:
    from pagestrata.engine.on_ray import RayEngine
    from pagestrata.interfaces import Engine

# Imports inside functions: help, and commands that need less, start without them (tests/guards/test_light_start.py).


def engine_options(function: Function) -> Function:
    """Adds --engine, --address and --workers, which `open_engine` takes."""
    return option_group(
        click.option(
            "--engine", type=click.Choice(["local", "ray"]), default="local",
            help="Run in local processes or on a Ray cluster.",
        ),
        click.option(
            "--address", metavar="ADDRESS", default=None,
            help="Address of the Ray cluster: auto, local or ray://HOST:PORT.", show_default="auto",
        ),
        click.option("--workers", type=click.IntRange(1, 10_000), metavar="N", help="Maximum number of parallel tasks."),
    )(function)  # fmt: skip


def refuse_address(address: str | None) -> None:
    """Raises UsageError for a cluster address without --engine ray."""
    if address is not None:
        raise UsageError("--address is the address of a Ray cluster; add --engine ray")


def check_reach(engine: str, archive: str) -> None:
    """Raises UsageError for a cluster and an archive that only this machine can reach."""
    if engine == "ray" and not archive.startswith("postgres"):
        raise UsageError(
            "the nodes of a cluster cannot share a folder; give --archive postgresql://… with --engine ray"
        )


@contextmanager
def open_engine(engine: str, address: str | None, workers: int | None) -> Iterator[Engine]:
    """Open the engine that the options name."""
    if engine == "local":
        refuse_address(address)
        from pagestrata.engine.local import LocalEngine

        yield LocalEngine(workers or os.cpu_count() or 1)
        return
    with open_cluster(address, workers) as cluster:
        yield cluster


@contextmanager
def open_cluster(address: str | None, workers: int | None) -> Iterator[RayEngine]:
    """The Ray cluster at an address. Nodes without a browser, which get no pages, are reported."""
    from pagestrata.engine.on_ray import RayEngine

    with RayEngine(address or "auto", workers=workers) as cluster:
        for name in cluster.nodes_without_browser():
            complain(f"the node {name} has no browser (ray start --resources '{{\"browser\": N}}'); it gets no pages")
        yield cluster
