"""The raw figures of a run in a JSON file beside the page of results, so that the page can be written again without measuring."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from benchmarks.peers.monitors.rival import NOT_RUN, Check, Row
from benchmarks.peers.monitors.served_versions import Versions


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """What was served of a site: how many versions, and how many changes of each label."""

    name: str
    versions: int
    facts: int
    noise: int
    rest: int
    page_kb: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Followed:
    """How well a program found single elements in a later version of their page."""

    name: str
    pairs: int = 0
    right: int = 0
    wrong: int = 0
    failure: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """Everything that the page of results is written from."""

    rows: tuple[Row, ...] = ()
    sites: tuple[Site, ...] = ()
    following: tuple[Followed, ...] = ()
    versions: dict[str, str] = field(default_factory=dict)  # installed, by package
    programs: tuple[str, ...] = ()
    archives: tuple[str, ...] = ()  # of these programs: they raise no alarms
    commands: tuple[str, ...] = ()
    machine: str = ""
    rule: str = ""  # how the sites were chosen
    is_tried: bool = True

    @property
    def monitors(self) -> tuple[str, ...]:
        return tuple(name for name in self.programs if name not in self.archives)

    def finished(self) -> Results:
        """With the sites alone that every monitor has been run on, so that all figures are of the same pages."""
        run = {(row.rival, row.site) for row in self.rows if not row.failure.startswith(NOT_RUN)}
        sites = tuple(site for site in self.sites if all((name, site.name) in run for name in self.monitors))
        names = {site.name for site in sites}
        return replace(self, sites=sites, rows=tuple(row for row in self.rows if row.site in names))

    def with_rows(self, rows: Sequence[Row]) -> Results:
        """These rows in the place of older ones of the same program and site."""
        new = {(row.rival, row.site): row for row in rows}
        kept = {(row.rival, row.site): row for row in self.rows}
        return replace(self, rows=tuple((kept | new).values()))

    def merged(self, other: Results) -> Results:
        """With the rows, sites and commands of another run; its rows count where both have one that did not fail."""
        have = {(row.rival, row.site): row for row in self.rows}
        rows = [row for row in other.rows if not row.failure or (row.rival, row.site) not in have]
        return replace(
            self.with_rows(rows),
            sites=tuple(sorted({*self.sites, *other.sites}, key=lambda site: site.name)),
            following=self.following or other.following,
            commands=tuple(dict.fromkeys((*self.commands, *other.commands))),
        )

    def of_sites(self, sites: Collection[Site]) -> Results:
        """What is known of these sites, served as they are listed here; rows that failed are not known."""
        known = {site.name for site in self.sites if site in sites}
        rows = tuple(row for row in self.rows if row.site in known and not row.failure)
        return replace(self, rows=rows, sites=tuple(site for site in self.sites if site.name in known))


def site_of(history: Versions) -> Site:
    labels = [history.label(number) for number in range(1, history.count)]
    answer = history.answers()
    sizes = [len(answer(history.path, number).body) for number in range(history.count)]
    return Site(
        name=history.site,
        versions=history.count,
        facts=labels.count("fact"),
        noise=labels.count("noise"),
        rest=labels.count(""),
        page_kb=round(sum(sizes) / len(sizes) / 1000, 1),
    )


def read_results(path: Path) -> Results:
    """The results in a file; empty ones where there is none. Raises ValueError for a file of another make."""
    if not path.is_file():
        return Results()
    found: dict[str, Any] = json.loads(path.read_text())
    known = {one.name for one in fields(Results)}
    if set(found) - known:
        raise ValueError(f"{path} has fields that are not known: {sorted(set(found) - known)}; measure again")
    rows = tuple(Row(**{**row, "checks": [Check(**check) for check in row["checks"]]}) for row in found.pop("rows"))
    sites = tuple(Site(**site) for site in found.pop("sites"))
    following = tuple(Followed(**one) for one in found.pop("following"))
    listed: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in found.items()}
    return Results(rows=rows, sites=sites, following=following, **listed)


def write_results(results: Results, path: Path) -> None:
    """One line for each row, site and other field; floats to a thousandth."""
    lines = []
    for name, value in asdict(results).items():
        if name in {"rows", "sites", "following"}:
            listed = ",\n".join(json.dumps(_rounded(one)) for one in value)
            lines.append(f"{json.dumps(name)}: [\n{listed}\n]" if value else f"{json.dumps(name)}: []")
        else:
            lines.append(f"{json.dumps(name)}: {json.dumps(value)}")
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n")


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 3)
    if isinstance(value, dict):
        return {name: _rounded(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(one) for one in value]
    return value
