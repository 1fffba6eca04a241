from __future__ import annotations

import pytest

from pagestrata.cli.engine_options import open_engine
from pagestrata.errors import UsageError


def test_an_address_without_ray_is_refused() -> None:
    with pytest.raises(UsageError, match="give --engine ray"), open_engine("local", "auto", None):
        pass


def test_processes_here_are_as_many_as_asked_for() -> None:
    with open_engine("local", None, 3) as engine:
        assert engine.capacity() == 3
