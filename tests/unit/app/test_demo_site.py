import threading

import pytest

from pagestrata.app.demo_site import TAG, watch_demo
from pagestrata.app.session import Session


class Stopping(threading.Event):
    """Is set after a number of looks."""

    def __init__(self, looks: int) -> None:
        super().__init__()
        self._left = looks

    def is_set(self) -> bool:
        self._left -= 1
        return self._left < 0


@pytest.mark.browser
def test_the_demo_is_watched_until_somebody_stops_it(tmp_path):
    with Session(archive=tmp_path, allow_private=True) as session:
        assert watch_demo(session, stop=Stopping(2), pause_seconds=0) == 2
        (watch,) = session.archive.watches.all()
        assert watch.settings.paused
        assert watch.settings.tags == (TAG,)
        assert len(session.archive.visits.of(watch.url)) == 2
        (trail,) = session.archive.trails.of(watch.url)
        assert trail.origin["name"] == "Ferry ticket"
