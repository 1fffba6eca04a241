"""The page of results: what each program did and took, with versions and dates; where a rival is better, it says so."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

from benchmarks.peers.monitors import results_words as words
from benchmarks.peers.monitors.results_better import OURS, archived_sites, better
from benchmarks.peers.monitors.results_figures import (
    Figures,
    characters,
    figures_of,
    listed,
    seconds,
    share,
    size,
)
from benchmarks.peers.monitors.results_file import Followed, Results

FAILED = "**failed**"


def results_page(results: Results, *, raw: str, pictures: Sequence[str]) -> str:
    """The page as Markdown; `raw` is the file with the figures, `pictures` are files in the folder of pictures."""
    every, results = results, results.finished()
    monitors = [figures_of(results, name) for name in results.monitors]
    parts = [
        _head(results),
        "## In short\n\n"
        + _summary(monitors)
        + _table(_SHORT_HEADS, [_short(one) for one in monitors])
        + _unfinished(monitors),
        *_drawn(pictures, "alarms", "Share of changes that matter and of noise that raised an alarm, by program"),
        "## Where another program is better\n\n" + better(results, monitors),
        "## What a check costs\n\n" + words.COSTS + "\n\n" + _table(_COST_HEADS, [_cost(one) for one in monitors]),
        *_drawn(pictures, "processor", "Processor time of a check, by program"),
        *_archives(results, pictures),
        *_following(results.following),
        "## History by history\n\n" + _histories(results, monitors),
        "## How it was measured\n\n" + _method(results, raw),
        *_failures(every, results),
    ]
    return "\n\n".join(_wrapped(part.strip()) for part in parts) + "\n"


def _wrapped(text: str) -> str:
    """With lines of one width; headings, tables, lists, commands and pictures stay as they are."""
    paragraphs = text.split("\n\n")
    return "\n\n".join(one if one.startswith(_AS_IS) else fill(one) for one in paragraphs)


def fill(text: str) -> str:
    return textwrap.fill(text, LINE, break_long_words=False, break_on_hyphens=False)


LINE = 120
_AS_IS = ("#", "|", "- ", "    ", "![")


def _head(results: Results) -> str:
    days = sorted({row.began[:10] for row in results.rows if row.began})
    facts, noise = (sum(getattr(site, name) for site in results.sites) for name in ("facts", "noise"))
    return f"""# Side by side with other programs

Pagestrata and other monitors watched the same {len(results.sites)} recorded pages, version by version, on one machine, on
{listed(days) or "a day to come"}. Of the changes between the versions, {facts} matter and {noise} are noise, such as
counters, clocks and rotating teasers; the labels come with the recordings. A good monitor reports the former and is silent
about the latter. The program that measured wrote this page; [how](#how-it-was-measured).

{words.LABELS_WERE_SEEN}"""


_SHORT_HEADS = [
    "",
    "changes that matter, reported",
    "noise reported",
    "processor time of a check",
    "disk for a version",
]


def _short(one: Figures) -> list[str]:
    if not one.rows:
        return [_name(one), FAILED if one.asked else "not run", "", "", ""]
    return [
        _name(one),
        share(one.alarmed("fact")),
        share(one.alarmed("noise")),
        seconds(one.cpu_seconds),
        size(one.disk_bytes),
    ]


def _name(one: Figures) -> str:
    """The program, marked where it did not watch every history to the end."""
    return words.shown(one.name) + (" †" if one.failed and one.rows else "")


def _unfinished(every: Iterable[Figures]) -> str:
    cut = [f"{words.shown(one.name)} on {one.failed} of {one.asked}" for one in every if one.failed and one.rows]
    if not cut:
        return ""
    return f"\n\n† [Failed](#what-failed): {listed(cut)} histories. The figures are of the others."


def _summary(monitors: Sequence[Figures]) -> str:
    """A sentence on the alarms of those that watched everything."""
    whole = [one for one in monitors if one.rows and not one.failed and one.checks]
    own = [one for one in whole if one.name.startswith(OURS)]
    others = [one for one in whole if one not in own]
    if not own or not others:
        return ""
    said = []
    for label, what in (("fact", "changes that matter"), ("noise", "changes that are noise")):
        total = own[0].alarmed(label)[1]
        if total:
            counts = [sorted({one.alarmed(label)[0] for one in group}) for group in (own, others)]
            ours, theirs = (f"{found[0]}" if len(found) == 1 else f"{found[0]} to {found[-1]}" for found in counts)
            said.append(f"Of {total} {what}, Pagestrata reported {ours} and the others {theirs}.")
    if any(one.failed for one in monitors):
        said.append("Programs that failed on a page are not among the others.")
    return " ".join(said) + "\n\n"


_COST_HEADS = [
    "", "processor time", "processor time, median", "received", "memory at rest", "memory at work", "until the alarm, median",
    "to read, median characters", "alarms on changes without a label",
]  # fmt: skip


def _cost(one: Figures) -> list[str]:
    if not one.rows:
        return [_name(one), FAILED if one.asked else "not run", *([""] * (len(_COST_HEADS) - 2))]
    return [
        _name(one),
        seconds(one.cpu_seconds),
        seconds(one.cpu_median),
        size(one.received_bytes),
        size(one.rest_bytes),
        _memory(one),
        seconds(one.alarm_seconds) if one.alarm_seconds is not None else "–",
        characters(one.characters) if one.characters is not None else "–",
        share(one.alarmed("")),
    ]


def _memory(one: Figures) -> str:
    return "too short to look" if one.peak_bytes is None else size(one.peak_bytes)


def _archives(results: Results, pictures: Sequence[str]) -> list[str]:
    sites = archived_sites(results)
    if not sites:
        return []
    names = [name for name in results.programs if name.startswith(OURS) or name in results.archives]
    lines = []
    for one in (figures_of(results, name, sites) for name in names):
        if one.rows:
            lines.append([_name(one), seconds(one.cpu_seconds), _memory(one), size(one.disk_bytes)])
        else:
            lines.append([_name(one), FAILED if one.asked else "not run", "", ""])
    table = _table(["", "processor time of a version", "memory at work", "disk for a version"], lines)
    return [
        f"## Archives\n\nOn {len(sites)} of the histories: {listed(sites)}.\n\n{table}\n\n{words.KEPT}",
        *_drawn(pictures, "disk", "Disk for a version, by program"),
    ]


def _following(found: Sequence[Followed]) -> list[str]:
    if not found:
        return []
    lines = []
    for one in found:
        if one.failure:
            lines.append([one.name, FAILED, "", ""])
        else:
            missing = one.pairs - one.right - one.wrong
            lines.append(
                [one.name, *(f"{count} ({100 * count / one.pairs:.1f} %)" for count in (one.right, one.wrong, missing))]
            )
    about = f"{max(one.pairs for one in found)} elements of popular sites were looked for in a version of their page years later:"
    table = _table(["", "the right element", "a wrong element", "not found"], lines)
    return [f"## Finding an element again\n\n{about} the pairs of {words.SIMILO}.\n\n{table}\n\n{words.FOLLOWED}"]


def _histories(results: Results, monitors: Sequence[Figures]) -> str:
    names = [one.name for one in monitors]
    served = [
        [site.name, str(site.versions), f"{site.page_kb:.0f} KB", str(site.facts), str(site.noise), str(site.rest)]
        for site in results.sites
    ]
    alarms, times = [], []
    for site in results.sites:
        found = [figures_of(results, name, [site.name]) for name in names]
        alarms.append(
            [site.name, *(_cell(one, f"{one.alarmed('fact')[0]} / {one.alarmed('noise')[0]}") for one in found)]
        )
        times.append([site.name, *(_cell(one, seconds(one.cpu_seconds) if one.rows else "") for one in found)])
    return "\n\n".join(
        [
            _table(["", "versions", "source of a version", "changes that matter", "noise", "without a label"], served),
            "Alarms on changes that matter / on noise:",
            _table(["", *map(words.shown, names)], alarms),
            "Processor time of a check:",
            _table(["", *map(words.shown, names)], times),
        ]
    )


def _cell(one: Figures, text: str) -> str:
    if one.rows:
        return text
    return FAILED if one.failed else "not run"


def _method(results: Results, raw: str) -> str:
    versions = ", ".join(f"{name} {version}" for name, version in results.versions.items())
    commands = "\n".join(f"    {command}" for command in results.commands)
    loads = [row.load for row in results.rows if row.began]
    load = f" Its load average was {min(loads):.0f} to {max(loads):.0f}." if loads else ""
    again = words.SEVERAL_COMMANDS if len(results.commands) > 1 else ""
    return f"""{versions}.

{commands}

{again}Every figure is in [{raw}]({raw}). The machine has {results.machine}.{load} Processor time hardly depends on that; seconds
until the alarm do. Nothing is drawn at random, so there are no seeds.

The pages are {results.rule}. Of each, {_span(results)} neighbouring versions are served, where most changes are labelled.
{words.METHOD}

{words.TRIED if results.is_tried else words.NOT_TRIED}

{words.ELSEWHERE}"""


def _span(results: Results) -> str:
    counts = sorted({site.versions for site in results.sites})
    return "no" if not counts else str(counts[0]) if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"


def _one_line(text: str) -> str:
    return textwrap.shorten(text, 200, placeholder=" …")


def _failures(every: Results, finished: Results) -> list[str]:
    parts = []
    rows = [
        f"- {words.shown(row.rival)} on {row.site}, check {len(row.checks) + 1}: {_one_line(row.failure)}"
        for row in finished.rows
        if row.failure
    ]
    rows += [
        f"- {one.name}, finding an element again: {_one_line(one.failure)}" for one in every.following if one.failure
    ]
    if rows:
        parts.append("## What failed\n\n" + "\n".join(rows))
    cut = [site.name for site in every.sites if site not in finished.sites]
    if cut:
        parts.append(f"## What was not finished\n\nThe run ended before every program had watched {listed(cut)}.")
    return parts


def _drawn(pictures: Sequence[str], name: str, title: str) -> list[str]:
    return [f"![{title}](../pictures/{picture})" for picture in pictures if picture.endswith(f"-{name}.svg")]


def _table(heads: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    rows = [heads, ["---"] * len(heads), *lines]
    return "\n".join(f"| {' | '.join(line)} |" for line in rows)
