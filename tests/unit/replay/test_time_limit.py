import threading

import pytest

from pagestrata.replay.time_limit import TimeLimit


def test_work_in_time_is_as_if_called() -> None:
    limited = TimeLimit(60, most_at_once=1)
    assert limited(lambda: 7) == 7
    with pytest.raises(ZeroDivisionError):
        limited(lambda: 1 // 0)
    assert limited(lambda: 8) == 8


def test_overdue_work_is_not_waited_for_and_keeps_its_place() -> None:
    release, ended = threading.Event(), threading.Event()

    def wait() -> int:
        release.wait(60)
        ended.set()
        return 1

    limited = TimeLimit(0.05, most_at_once=1)
    assert limited(wait) is None
    assert limited(lambda: 2) is None  # for want of a place
    release.set()
    assert ended.wait(60)
    deadline = threading.Event()
    while limited(lambda: 3) is None:  # the place is free a moment after the work has ended
        assert not deadline.wait(0.01)
