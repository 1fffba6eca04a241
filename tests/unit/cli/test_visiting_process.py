import multiprocessing
import os
import signal
import time
from datetime import UTC, datetime

from pagestrata.app.planning.planning import Planner
from pagestrata.app.watches import watch_for
from pagestrata.capturing.options import CaptureOptions
from pagestrata.cli.settings import Settings
from pagestrata.cli.visiting_process import visiting
from pagestrata.store.archive import open_archive


def test_watched_pages_are_visited_beside_the_program_until_it_ends(tmp_path):
    url = "http://127.0.0.1:9/"  # private: refused before any request, which is a visit too
    with open_archive(tmp_path) as archive:
        watch_for(archive, url, {"robots": "ignore"})
        begun = datetime.now(UTC)
        with visiting(Settings(archive=str(tmp_path)), CaptureOptions(), Planner()):
            while not archive.visits.of(url):
                time.sleep(0.1)  # another process writes
        (visit, *_) = archive.visits.of(url)
    assert visit.error is not None
    assert visit.visited_at >= begun


def test_an_interrupt_while_it_starts_is_left_to_the_program(tmp_path, capfd):
    open_archive(tmp_path).close()
    before = signal.getsignal(signal.SIGINT)  # who runs behind a shell may be deaf to it
    with visiting(Settings(archive=str(tmp_path)), CaptureOptions(), Planner()):
        (process,) = [child for child in multiprocessing.active_children() if child.name == "pagestrata-run"]
        for _ in range(5):
            os.kill(process.pid, signal.SIGINT)
            time.sleep(0.05)
    assert process.exitcode == 0
    assert "Traceback" not in capfd.readouterr().err
    assert signal.getsignal(signal.SIGINT) is before
