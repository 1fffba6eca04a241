"""Where another program is better: each measure in which one is ahead of Pagestrata as a command or as a server."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from benchmarks.peers.monitors import results_words as words
from benchmarks.peers.monitors.results_figures import MEASURES, Figures, Measure, figures_of, listed
from benchmarks.peers.monitors.results_file import Followed, Results

OURS = "Pagestrata"


def better(results: Results, monitors: Sequence[Figures]) -> str:
    """Every measure in which another program is ahead of Pagestrata as a command or as a server."""
    own = [one for one in monitors if one.name.startswith(OURS) and one.rows]
    others = [one for one in monitors if not one.name.startswith(OURS) and one.rows and not one.failed]
    unfinished = [words.shown(one.name) for one in monitors if one.failed]
    lines = [line for measure in MEASURES if (line := _ahead(measure, own, others))]
    lines += _quieter(results, own)
    lines += _better_archives(results) + _better_followers(results.following)
    parts = ["\n".join(f"- {line}" for line in lines) if lines else "In no measure of this page."]
    if unfinished:
        parts.append(f"Not compared here, as not every history was watched to the end: {listed(unfinished)}.")
    parts.append(words.WITHOUT_BROWSER)
    return "\n\n".join(parts)


def _ahead(measure: Measure, own: Sequence[Figures], others: Sequence[Figures]) -> str:
    """The line of a measure, or '' where no other program is ahead."""
    ours = [(value, one.name) for one in own if (value := measure.value(one)) is not None]
    theirs = sorted((value, one.name) for one in others if (value := measure.value(one)) is not None)
    ahead = [(value, name) for value, name in theirs if ours and value < max(ours)[0]]
    if not ahead:
        return ""

    def said(found: Sequence[tuple[float, str]]) -> str:
        return listed([f"{words.shown(name)} {measure.written(value)}" for value, name in found])

    of_all = [one for one in ahead if one[0] < min(ours)[0]]
    of_one = [one for one in ahead if one not in of_all]
    less = [f"Less: {said(of_all)}."] if of_all else []
    less += [f"Less than {words.shown(max(ours)[1])}: {said(of_one)}."] if of_one else []
    return " ".join([f"**{measure.name}**: {said(ours)}.", *less])


def _quieter(results: Results, own: Sequence[Figures]) -> list[str]:
    """The pages on which another monitor missed nothing and raised fewer alarms on noise than each of ours."""
    found = []
    for site in results.sites:
        ours = [figures_of(results, one.name, [site.name]).alarmed("noise")[0] for one in own]
        others = [
            figures_of(results, name, [site.name]) for name in results.monitors if not name.startswith(OURS) and ours
        ]
        quiet = [one for one in others if one.rows and one.alarmed("noise")[0] < min(ours)]
        said = [
            f"{words.shown(one.name)} {one.alarmed('noise')[0]}"
            for one in quiet
            if one.alarmed("fact")[0] == one.alarmed("fact")[1]
        ]
        if said:
            found.append(
                f"**Alarms on noise, {site.name} alone**: Pagestrata {min(ours)} of {site.noise}. Fewer: {listed(said)}."
            )
    return found


def _better_archives(results: Results) -> list[str]:
    sites = archived_sites(results)
    own = [
        one
        for one in (figures_of(results, name, sites) for name in results.programs if name.startswith(OURS))
        if one.rows
    ]
    others = [
        one for one in (figures_of(results, name, sites) for name in results.archives) if one.rows and not one.failed
    ]
    named = {
        "Processor time of a check": "Processor time of a version, archives",
        "Disk for a version": "Disk for a version, archives",
    }
    measures = [replace(measure, name=named[measure.name]) for measure in MEASURES if measure.name in named]
    return [line for measure in measures if (line := _ahead(measure, own, others))]


def _better_followers(found: Sequence[Followed]) -> list[str]:
    own = next((one for one in found if one.name == OURS and not one.failure), None)
    if own is None:
        return []
    others = [one for one in found if one is not own and not one.failure]
    more = listed([f"{one.name} {one.right}" for one in others if one.right > own.right])
    fewer = listed([f"{one.name} {one.wrong}" for one in others if one.wrong < own.wrong])
    return [
        *([f"**Elements found again**, of {own.pairs}: Pagestrata {own.right}. More: {more}."] if more else []),
        *([f"**Wrong elements named**, of {own.pairs}: Pagestrata {own.wrong}. Fewer: {fewer}."] if fewer else []),
    ]


def archived_sites(results: Results) -> list[str]:
    """The histories that archives ran on."""
    found = {row.site for row in results.rows if row.rival in results.archives}
    return [site.name for site in results.sites if site.name in found]
