from datetime import UTC, datetime

import pytest

from pagestrata.capturing.browser.pool import BrowserPool
from pagestrata.capturing.options import CaptureOptions
from pagestrata.capturing.recorded.fixed_time import fixed_time_script
from pagestrata.model.snapshot import Response, Snapshot

WHEN = datetime(2019, 3, 4, 5, 6, 7, tzinfo=UTC)
PAGE = b"""<!doctype html><p id=a></p><p id=b></p><iframe srcdoc="<p id=c></p><script>
c.textContent = new Date().getUTCFullYear()</script>"></iframe><script>
const now = new Date(), copy = new Date(now), child = new (class extends Date {})();
a.textContent = [now.toISOString().slice(0, 16), Date.now() - now < 60000, Date().includes('2019'), now instanceof Date,
  new Date(0).getTime(), Date.UTC(2020, 0), +copy === +now, child.getUTCFullYear(), new now.constructor().getUTCFullYear(),
  Date.parse('2020-01-01T00:00:00Z')].join(' ');
b.textContent = [Math.random(), Math.random()].join(' ');</script>"""


def texts(snapshot: Snapshot) -> list[str]:
    assert snapshot.nodes is not None
    return [text for text in snapshot.nodes.text if text]


@pytest.mark.browser
def test_scripts_meet_the_time_of_the_recording_and_the_same_chance() -> None:
    def respond(method: str, url: str) -> Response | None:
        return Response(url=url, status=200, headers=(("Content-Type", "text/html"),), body=PAGE)

    with BrowserPool() as pool:
        first, second = (
            pool.capture("http://recorded.invalid/", CaptureOptions(), responder=respond, captured_at=WHEN)
            for _ in "12"
        )
    told, chance, framed = texts(first)
    assert told == "2019-03-04T05:06 true true true 0 1577836800000 true 2019 2019 1577836800000"
    assert len(set(chance.split())) == 2
    assert framed == "2019"
    assert texts(second)[1] == chance


def test_the_script_starts_at_the_millisecond() -> None:
    assert "start = 1551675967250," in fixed_time_script(WHEN.replace(microsecond=250_000))
