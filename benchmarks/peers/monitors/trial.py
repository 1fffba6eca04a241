"""A trial before anything is measured: does the benchmark understand this rival?

Every rival first watches a page whose server thinks for three seconds: the same page twice, then another text. A check that ends
before the page was sent, no alarm at the new text, or one at the same page mean that the benchmark reads the rival wrongly, or
that the rival changed its interface. Its figures would say nothing, so it fails.
"""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.peers.monitors.rival import Row
from benchmarks.peers.monitors.served_versions import Answer, AnswerAt

DELAY_SECONDS = 3.0
PRICES = ("129", "129", "134")
_PAGE = """<!doctype html><html lang="en"><head><title>Ferry tickets</title></head><body><main><h1>Ferry tickets</h1>
<p>The ferry to the island leaves at nine o'clock in the morning and comes back at six.</p>
<p>A ticket for one person and one bicycle costs {price} euros.</p></main></body></html>"""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialPage:
    """Three versions of a made page on a slow server; only the third says something new."""

    delay_seconds: float = DELAY_SECONDS
    site: str = "trial"
    path: str = "/tickets.html"
    count: int = len(PRICES)

    def label(self, number: int) -> str:
        return "fact" if number == self.count - 1 else ""

    def answers(self) -> AnswerAt:
        def answer(path: str, number: int) -> Answer:
            if path != self.path:
                return Answer(404, "text/plain", b"")
            return Answer(200, "text/html; charset=utf-8", _PAGE.format(price=PRICES[number]).encode())

        return answer


def why_it_failed(row: Row, page: TrialPage, *, raises_alarms: bool) -> str:
    """What a trial found wrong, or ''."""
    if row.failure:
        return f"trial page, check {len(row.checks) + 1}: {row.failure}"
    shortest = min(check.seconds for check in row.checks)
    if shortest < page.delay_seconds:
        return f"trial page: a check counted as done after {shortest:.1f} s, before the page was sent"
    alarms = [check.alarmed for check in row.checks]
    if raises_alarms and alarms != [False, False, True]:
        return f"trial page: alarms at checks {[n + 1 for n, alarmed in enumerate(alarms) if alarmed]}, not at the third alone"
    return ""
