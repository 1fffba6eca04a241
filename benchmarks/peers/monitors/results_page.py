"""The page of results: what each rival did on each history, with versions and date; where a rival is better, it says so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from html import escape
from statistics import median

from benchmarks.peers.monitors.rival import Check, Row

OURS = "Pagestrata"
COLOURS = ("#0b5c8c", "#d98c1f", "#4f8a5b", "#8a4f7d", "#8a8f98", "#b5483a")
"""One for each site; they come again where there are more."""
LEFT, WIDE, BAR, GAP, TOP = 230, 520, 11, 10, 34


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What was run: the installed versions, when, how, where, and which rivals raise alarms."""

    versions: Mapping[str, str]
    made_at: datetime
    command: str
    machine: str
    monitors: tuple[str, ...]
    is_tried: bool = True


def results_page(rows: Sequence[Row], run: Run, *, picture: str) -> str:
    """The page as Markdown."""
    names, sites = list(dict.fromkeys(row.rival for row in rows)), list(dict.fromkeys(row.site for row in rows))
    parts = [
        _head(run),
        "## All histories together\n\n" + _table(_HEADS, [_line(name, _of(rows, name)) for name in run.monitors]),
        f"![Processor seconds of a check, by program and page]({picture})",
        "## Where a rival is better\n\n" + _better(rows, run.monitors),
        *(f"## {site}\n\n" + _table(_HEADS, [_line(n, _of(rows, n, site)) for n in run.monitors]) for site in sites),
        "## Room on the disk\n\n" + _ROOM + _table(["", *sites], [_disk(name, rows, sites) for name in names]),
    ]
    failed = [f"- {row.rival} on {row.site}, check {len(row.checks) + 1}: {row.failure}" for row in rows if row.failure]
    if failed:
        parts.append("## What failed\n\n" + "\n".join(failed))
    return "\n\n".join(part.strip() for part in parts) + "\n"


def plot(rows: Sequence[Row], monitors: Sequence[str]) -> str:
    """The mean processor seconds of a check as bars in SVG; who failed has none."""
    sites = list(dict.fromkeys(row.site for row in rows))
    means = {(row.rival, row.site): _mean(row.checks[1:], lambda check: check.cpu_seconds) for row in rows}
    failed = {(row.rival, row.site) for row in rows if row.failure}
    most, step = max([*means.values(), 0.001]), len(sites) * BAR + GAP
    parts = []
    for number, site in enumerate(sites):
        x, colour = LEFT + 175 * number, COLOURS[number % len(COLOURS)]
        parts.append(
            f'<rect x="{x}" y="8" width="11" height="11" fill="{colour}"/><text x="{x + 16}" y="18">{site}</text>'
        )
    for place, name in enumerate(monitors):
        top = TOP + place * step
        middle = top + len(sites) * BAR / 2 + 4
        parts.append(f'<text x="{LEFT - 8}" y="{middle:g}" text-anchor="end">{escape(name)}</text>')
        for number, site in enumerate(sites):
            value, y = means.get((name, site), 0.0), top + number * BAR
            length, said = WIDE * value / most, f"{value:.2f} s"
            if (name, site) in failed:
                length, said = 0.0, "failed"
            colour = COLOURS[number % len(COLOURS)]
            parts.append(f'<rect x="{LEFT}" y="{y}" width="{length:.1f}" height="{BAR - 1}" fill="{colour}"/>')
            parts.append(f'<text x="{LEFT + length + 4:.1f}" y="{y + 9}" font-size="9">{said}</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDE + 60} {TOP + len(monitors) * step}" '
        f'font-family="sans-serif" font-size="13"><rect width="100%" height="100%" fill="#fff"/>{"".join(parts)}</svg>\n'
    )


_HEADS = [
    "", "alarms on facts", "alarms on noise", "alarms on the rest", "processor s a check", "median check",
    "KB a check", "MB at rest", "MB at work", "s to the alarm", "characters to read",
]  # fmt: skip
_ROOM = (
    "KB a version. Pagestrata keeps pictures, documents, blocks and a search index of the versions that matter; the other"
    " monitors keep texts (changedetection.io also the last source and picture); warcio, `wacz` and pywb keep the source of"
    " every version.\n\n"
)


_TRIED = (
    "Before it is measured, every program passes a trial on a slow server: a check that ends before the page was sent,"
    " a false alarm or a missed one fail it."
)
_NOT_TRIED = "The trial of every program on a slow server was left out in this run (`--no-trial`)."


def _head(run: Run) -> str:
    listed = ", ".join(f"{name} {version}" for name, version in run.versions.items())
    return f"""# Side by side with other monitors

Made by `{run.command}` on {run.made_at:%Y-%m-%d %H:%M} UTC, on {run.machine}. Nothing on this page is written by hand.

{listed}.

Every program watches the same recorded pages on loopback, version by version, without any other network, one program after
the other in one run. Each is driven by its own command or server, set up as its documentation has it: where a monitor has
a filter that turns pages into text, it is used. Nothing is drawn by lot, so there are no seeds.
{_TRIED if run.is_tried else _NOT_TRIED}

The first check of a page raises no alarm and is left out. *Facts* and *noise* are the labels of the pairs in the data
(dissimilar and similar); the rest has none. Processor time counts every process that a check needs, browsers included;
memory is that of all of them. A server is given time to come to rest before its first check. Pagestrata is called as a
command at each check, which starts Python and a browser every time, and is measured once more as a server that
keeps them, as changedetection.io does."""


def _of(rows: Iterable[Row], name: str, site: str | None = None) -> list[Row]:
    return [row for row in rows if row.rival == name and site in {None, row.site}]


def _line(name: str, rows: Sequence[Row]) -> list[str]:
    if not rows:
        return [name, "not run yet", *([""] * (len(_HEADS) - 2))]
    checks = [check for row in rows for check in row.checks]
    later = [check for row in rows for check in row.checks[1:]]
    if any(row.failure for row in rows):
        return [name, "**failed**", *([""] * (len(_HEADS) - 2))]
    alarms = [check for check in later if check.alarmed]
    return [
        name,
        *(_share(check.alarmed for check in later if check.label == label) for label in ("fact", "noise", "")),
        f"{_mean(later, lambda check: check.cpu_seconds):.2f}",
        f"{median(check.cpu_seconds for check in later):.2f}" if later else "",
        f"{_mean(later, lambda check: check.received_bytes) / 1000:.0f}",
        f"{max(row.rest_bytes for row in rows) / 1e6:.0f}",
        f"{max(check.peak_bytes for check in checks) / 1e6:.0f}",
        f"{_mean(alarms, lambda check: check.seconds):.1f}" if alarms else "",
        f"{median(check.read_characters for check in alarms):.0f}" if alarms else "",
    ]


def _mean(checks: Sequence[Check], value: Callable[[Check], float]) -> float:
    return sum(value(check) for check in checks) / max(1, len(checks))


def _share(found: Iterable[bool]) -> str:
    listed = list(found)
    return f"{sum(listed)} of {len(listed)}" if listed else ""


def _disk(name: str, rows: Sequence[Row], sites: Sequence[str]) -> list[str]:
    cells = []
    for site in sites:
        row = next((row for row in rows if row.rival == name and row.site == site), None)
        if row is None:
            cells.append("not run yet")
        else:
            cells.append("**failed**" if row.failure else f"{row.disk_bytes / len(row.checks) / 1000:.0f}")
    return [name, *cells]


def _better(rows: Sequence[Row], monitors: Sequence[str]) -> str:
    """Every measure in which a rival is ahead of Pagestrata as a command or as a server, on all histories together."""
    ran = {n: [c for row in _of(rows, n) for c in row.checks[1:]] for n in monitors if not _failed(rows, n)}
    ran = {name: found for name, found in ran.items() if found}
    own_names = [name for name in monitors if name.startswith(OURS)]
    unfinished = [f"{name} did not run through." for name in own_names if name not in ran]
    lines = []
    for what, measure in _MEASURES.items():
        values = {name: measure(found) for name, found in ran.items()}
        for own in (name for name in own_names if name in ran):
            ahead = [
                f"{name} ({values[name]:,.3g})"
                for name in sorted(values, key=values.__getitem__)
                if name not in own_names and values[name] < values[own]
            ]
            if ahead:
                lines.append([what, f"{own}: {values[own]:,.3g}", ", ".join(ahead)])
    table = _table(["less is better", "Pagestrata", "ahead of it"], lines) if lines else "In no measure of this page."
    return "\n\n".join([*unfinished, table])


_MEASURES: dict[str, Callable[[list[Check]], float]] = {
    "alarms on noise": lambda found: sum(check.alarmed for check in found if check.label == "noise"),
    "facts missed": lambda found: sum(not check.alarmed for check in found if check.label == "fact"),
    "processor s a check": lambda found: _mean(found, lambda check: check.cpu_seconds),
    "KB a check": lambda found: _mean(found, lambda check: check.received_bytes) / 1000,
    "MB at work": lambda found: max(check.peak_bytes for check in found) / 1e6,
    "s a check": lambda found: _mean(found, lambda check: check.seconds),
    "characters to read at an alarm": lambda found: median(
        [check.read_characters for check in found if check.alarmed] or [0]
    ),
}


def _failed(rows: Sequence[Row], name: str) -> bool:
    return any(row.failure for row in _of(rows, name))


def _table(heads: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    listed = [heads, ["---"] * len(heads), *lines]
    return "\n".join(f"| {' | '.join(line)} |" for line in listed)
