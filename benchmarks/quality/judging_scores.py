"""Scores of verdicts that people labelled: how many facts were kept, how much noise was silent. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

FOURTH_VISIT = 4
"""From this visit on a monitor has a history to judge by."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """One labelled case and what the product decided about it."""

    group: str  # the written set or the site
    fact: bool  # what a person says: it matters
    alarm: bool  # what the product says
    name: str
    why: str = ""  # the product's first reason
    label: str = ""  # the person's reason
    probability: float | None = None
    kinds: tuple[str, ...] = ()  # of noise in the case
    visit: int = 0  # of a sequence, the first is 1; 0 for a pair by itself

    @property
    def right(self) -> bool:
        return self.fact == self.alarm


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """How many of the facts were kept and how many of the noisy cases were silent."""

    facts: int
    facts_kept: int
    noises: int
    noises_silent: int

    @property
    def recall(self) -> float:
        """The share of facts that were kept; 1 where there was none."""
        return self.facts_kept / self.facts if self.facts else 1.0

    @property
    def silence(self) -> float:
        """The share of noise that was silent; 1 where there was none."""
        return self.noises_silent / self.noises if self.noises else 1.0

    @property
    def accuracy(self) -> float:
        return (self.facts_kept + self.noises_silent) / max(1, self.facts + self.noises)


def score(cases: Iterable[Judged]) -> Score:
    found = list(cases)
    return Score(
        facts=sum(case.fact for case in found),
        facts_kept=sum(case.fact and case.alarm for case in found),
        noises=sum(not case.fact for case in found),
        noises_silent=sum(not case.fact and not case.alarm for case in found),
    )


def by_group(cases: Sequence[Judged]) -> dict[str, Score]:
    """The score of each set or site, in the order of their first cases."""
    groups = dict.fromkeys(case.group for case in cases)
    return {group: score(case for case in cases if case.group == group) for group in groups}


def by_kind_of_noise(cases: Sequence[Judged]) -> dict[str, Score]:
    """The score of noisy cases that show a kind of noise, the most frequent kind first; a case counts for each of its kinds."""
    noisy = [case for case in cases if not case.fact]
    kinds = {kind: score(case for case in noisy if kind in case.kinds) for case in noisy for kind in case.kinds}
    return dict(sorted(kinds.items(), key=lambda item: -item[1].noises))


def with_history(cases: Iterable[Judged]) -> list[Judged]:
    """The cases from the fourth visit on."""
    return [case for case in cases if case.visit >= FOURTH_VISIT]


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One visit of a sequence: whether it alarmed, and what a person says of it and the visit before (None: nobody said)."""

    alarm: bool
    fact: bool | None


def judgeable(steps: Sequence[Step]) -> list[bool]:
    """For each visit that was compared with the last kept version, whether its label says what was right.

    A label speaks of two visits in a row. Where visits between were skipped, the comparison also covers what changed
    between them: a label 'noise' then says what is right only if all of that was labelled noise, too. A fact must alarm
    whatever came before it.
    """
    found, only_noise = [], True
    for step in steps:
        found.append(step.fact is True or (step.fact is False and only_noise))
        only_noise = step.alarm or (only_noise and step.fact is False)
    return found


def figures(parts: Mapping[str, Sequence[Judged]]) -> dict[str, float]:
    """The figures of each part, by name, as floors hold them: higher is better."""
    found: dict[str, float] = {}
    for part, cases in parts.items():
        found |= _figures_of(part, score(cases))
        later = with_history(cases)
        if later:
            found |= _figures_of(f"{part}, from the fourth visit on", score(later))
    return found


def _figures_of(part: str, all_cases: Score) -> dict[str, float]:
    return {
        f"{part}: facts kept": all_cases.recall,
        f"{part}: noise silent": all_cases.silence,
        f"{part}: accuracy": all_cases.accuracy,
    }


def table(title: str, rows: Mapping[str, Score]) -> str:
    """One line per row: counts, then shares."""
    lines = [f"{title:44} facts kept         noise silent       accuracy"]
    for name, one in rows.items():
        facts = f"{one.facts_kept:4} of {one.facts:4} {_share(one.recall, one.facts)}"
        noise = f"{one.noises_silent:4} of {one.noises:4} {_share(one.silence, one.noises)}"
        lines.append(f"  {name:42} {facts} {noise}    {_share(one.accuracy, one.facts + one.noises)}")
    return "\n".join(lines)


def _share(value: float, of: int) -> str:
    return f"{value:.3f}" if of else "    -"


def wrong_cases(cases: Iterable[Judged], *, line: Callable[[Judged], str] | None = None) -> str:
    """One paragraph per wrong verdict: the case, the person's reason and the product's."""
    return "\n".join((line or _wrong)(case) for case in cases if not case.right)


def _wrong(case: Judged) -> str:
    what = "MISSED" if case.fact else "FALSE "
    chance = "" if case.probability is None else f" ({case.probability:.2f})"
    seen = f" [{', '.join(case.kinds)}]" if case.kinds else ""
    label = f"\n         a person: {case.label}{seen}" if case.label or seen else ""
    return f"  {what} {case.group}, {case.name}{label}\n         verdict{chance}: {case.why}"
