from __future__ import annotations

import pytest

from pagestrata.visit.step_timer import StepTimer


def test_the_seconds_of_each_step_add_up() -> None:
    timer = StepTimer()
    with timer.step("a"):
        pass
    with pytest.raises(ZeroDivisionError), timer.step("b"):
        _ = 1 // 0
    first = timer.seconds["a"]
    with timer.step("a"):
        sum(range(1000))
    assert timer.seconds["a"] >= first
    assert timer.seconds.keys() == {"a", "b"}
