"""The figures of one program over all histories that it watched to the end, and how they are written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import mean, median

from benchmarks.peers.monitors.results_file import Results
from benchmarks.peers.monitors.rival import Check, Row


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What a program did and took; `rows` are of the histories that it watched to the end, `asked` counts all of them."""

    name: str
    rows: tuple[Row, ...]
    asked: int

    @property
    def failed(self) -> int:
        return self.asked - len(self.rows)

    @property
    def checks(self) -> list[Check]:
        """All but the first of each history, which raises no alarm."""
        return [check for row in self.rows for check in row.checks[1:]]

    @property
    def alarms(self) -> list[Check]:
        return [check for check in self.checks if check.alarmed]

    def alarmed(self, label: str) -> tuple[int, int]:
        """How many of the changes with a label raised an alarm, and how many there were."""
        listed = [check.alarmed for check in self.checks if check.label == label]
        return sum(listed), len(listed)

    @property
    def cpu_seconds(self) -> float:
        return mean(check.cpu_seconds for check in self.checks)

    @property
    def cpu_median(self) -> float:
        return median(check.cpu_seconds for check in self.checks)

    @property
    def received_bytes(self) -> float:
        return mean(check.received_bytes for check in self.checks)

    @property
    def rest_bytes(self) -> float:
        return median(row.rest_bytes for row in self.rows)

    @property
    def peak_bytes(self) -> float | None:
        """None for a program whose checks are too short to look at its memory."""
        return max(check.peak_bytes for row in self.rows for check in row.checks) or None

    @property
    def disk_bytes(self) -> float:
        """Of one version: what is kept, divided by the versions served."""
        return sum(row.disk_bytes for row in self.rows) / sum(len(row.checks) for row in self.rows)

    @property
    def alarm_seconds(self) -> float | None:
        """From the start of a check to its alarm; None without any."""
        return median(check.seconds for check in self.alarms) if self.alarms else None

    @property
    def characters(self) -> float | None:
        """To read at an alarm; None without any."""
        return median(check.read_characters for check in self.alarms) if self.alarms else None


def figures_of(results: Results, name: str, sites: Iterable[str] | None = None) -> Figures:
    """The figures of a program on these sites, or on all it ran on."""
    wanted = None if sites is None else set(sites)
    rows = [row for row in results.rows if row.rival == name and (wanted is None or row.site in wanted)]
    done = tuple(row for row in rows if not row.failure and len(row.checks) > 1)
    return Figures(name=name, rows=done, asked=len(rows))


def seconds(value: float) -> str:
    return f"{value:.2f} s" if value < 0.995 else f"{value:.1f} s" if value < 9.95 else f"{value:.0f} s"


def size(value: float) -> str:
    """Bytes as KB or MB of a thousand each, to two or three digits."""
    if not value:
        return "none"
    if value < 9_950:
        return f"{value / 1e3:.1f} KB"
    if value < 999_500:
        return f"{value / 1e3:.0f} KB"
    return f"{value / 1e6:.1f} MB" if value < 9.95e6 else f"{value / 1e6:.0f} MB"


def characters(value: float) -> str:
    return f"{value:.0f}" if value < 1000 else f"{round(value, -2):,.0f}"


def share(found: tuple[int, int]) -> str:
    return f"{found[0]} of {found[1]}" if found[1] else "–"


def listed(parts: Sequence[str]) -> str:
    """'a, b and c'."""
    return f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else "".join(parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """Something of which less is better; `value` is None where a program has none."""

    name: str
    value: Callable[[Figures], float | None]
    written: Callable[[float], str]


def _count(value: float) -> str:
    return f"{value:.0f}"


MEASURES = (
    Measure(name="Alarms on noise", value=lambda one: one.alarmed("noise")[0], written=_count),
    Measure(name="Facts missed", value=lambda one: one.alarmed("fact")[1] - one.alarmed("fact")[0], written=_count),
    Measure(name="Processor time of a check", value=lambda one: one.cpu_seconds, written=seconds),
    Measure(name="Received in a check", value=lambda one: one.received_bytes, written=size),
    Measure(name="Memory at rest", value=lambda one: one.rest_bytes, written=size),
    Measure(name="Memory at work", value=lambda one: one.peak_bytes, written=size),
    Measure(name="Time until the alarm", value=lambda one: one.alarm_seconds, written=seconds),
    Measure(name="Characters to read at an alarm", value=lambda one: one.characters, written=characters),
    Measure(name="Disk for a version", value=lambda one: one.disk_bytes, written=size),
)
