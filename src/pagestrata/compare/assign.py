"""Who belongs to whom: the best one-to-one assignment among scored candidates.

Candidates fall into connected components (blocks that compete with each other); each is solved optimally with the
Hungarian method, unless it is so large that the cubic step would show: then pairs are taken greedily, best first.
"""

from __future__ import annotations

from collections.abc import Iterator

LARGEST_OPTIMAL = 200
"""Blocks per side and component that are assigned optimally; takes about 10 ms."""

Scored = tuple[float, int, int]


def assign(candidates: list[Scored]) -> list[Scored]:
    """The chosen (score, old, new), each old and each new at most once."""
    chosen: list[Scored] = []
    for component in _components(candidates):
        olds = {old for _, old, _ in component}
        news = {new for _, _, new in component}
        if len(olds) == 1 or len(news) == 1:
            chosen.append(max(component, key=lambda scored: (scored[0], -scored[1], -scored[2])))
        elif max(len(olds), len(news)) > LARGEST_OPTIMAL:
            chosen.extend(_greedy(component))
        else:
            chosen.extend(_optimal(component, sorted(olds), sorted(news)))
    return chosen


def _components(candidates: list[Scored]) -> Iterator[list[Scored]]:
    """Union-find over the two kinds of block numbers; new ones are told apart as negative."""
    leader: dict[int, int] = {}

    def find(member: int) -> int:
        root = member
        while leader.setdefault(root, root) != root:
            root = leader[root]
        while leader[member] != root:
            leader[member], member = root, leader[member]
        return root

    for _, old, new in candidates:
        leader[find(old)] = find(-new - 1)
    groups: dict[int, list[Scored]] = {}
    for scored in candidates:
        groups.setdefault(find(scored[1]), []).append(scored)
    return iter(groups.values())


def _greedy(component: list[Scored]) -> list[Scored]:
    taken_old: set[int] = set()
    taken_new: set[int] = set()
    chosen = []
    for scored in sorted(component, key=lambda scored: (-scored[0], scored[1], scored[2])):
        _, old, new = scored
        if old not in taken_old and new not in taken_new:
            taken_old.add(old)
            taken_new.add(new)
            chosen.append(scored)
    return chosen


def _optimal(component: list[Scored], olds: list[int], news: list[int]) -> list[Scored]:
    import numpy as np
    from scipy.optimize import linear_sum_assignment

    rows = {old: i for i, old in enumerate(olds)}
    columns = {new: j for j, new in enumerate(news)}
    scores = np.zeros((len(olds), len(news)))
    for score, old, new in component:
        scores[rows[old], columns[new]] = score
    return [
        (float(scores[i, j]), olds[i], news[j])
        for i, j in zip(*linear_sum_assignment(scores, maximize=True), strict=True)
        if scores[i, j] > 0
    ]
