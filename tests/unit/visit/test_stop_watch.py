from __future__ import annotations

import pytest

from pagestrata.visit.stop_watch import StopWatch


def test_a_stop_watch_adds_up_what_each_step_took() -> None:
    watch = StopWatch()
    assert watch.timed("a", lambda x: x + 1, 1) == 2
    with pytest.raises(ZeroDivisionError):
        watch.timed("b", lambda: 1 // 0)
    first = watch.seconds["a"]
    watch.timed("a", sum, [1, 2])
    assert watch.seconds["a"] >= first
    assert watch.seconds.keys() == {"a", "b"}
