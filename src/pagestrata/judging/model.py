"""The table of evidence, one linear model over it, and a few guards.

The log odds that a person wants to know of an edit are a weighted sum of its evidence. Figures, times and words share weights
and have weights of their own, because the same evidence means different things for them: a word for 'updated' silences a date,
not a sentence. Weights start from common-sense values (a time that moved as far as the visits are apart is no news) and are
learned by `benchmarks/training/train_judging.py`.

Guards: wording and place never silence money, percentages, scores and the few words that reverse a sentence. Only four things
do: a second look that shows a different line, a block whose figures all change, a place in the page's frame that changes at
every visit (quotes in a footer) or alternates (languages of a menu), or a box that shows something else each time. A price in
the content that goes back and forth is news each time.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pagestrata.errors import InputError
from pagestrata.judging.context import Context
from pagestrata.judging.edits import Edit
from pagestrata.judging.evidence import around_the_edit as around
from pagestrata.judging.evidence import edit_itself
from pagestrata.judging.values import Value, value_of
from pagestrata.model.page_state import LEAST_VISITS

FILE = "evidence.json"
FORMAT = 3
Floats = npt.NDArray[np.float64]
NAMES = (
    *edit_itself.FORM_NAMES, *around.PLACE_NAMES, *edit_itself.WORD_NAMES, *edit_itself.TIME_NAMES,
    *around.SIBLING_NAMES, *around.LIST_NAMES, *around.RUNNING_TEXT_NAMES, *around.HISTORY_NAMES,
)  # fmt: skip
"""The columns of the table of evidence."""
AT = {name: number for number, name in enumerate(NAMES)}
FIGURES = tuple(AT[f"is {kind}"] for kind in ("count", "measure", "code", "version", "score", "percent", "money"))
TIMES = tuple(AT[f"is {kind}"] for kind in ("date", "clock", "span"))
GUARDED = tuple(AT[name] for name in ("is money", "is percent", "is score"))
FRAME = tuple(
    AT[name]
    for name in ("in header", "in menu", "in footer", "in sidebar", "in ad", "in link list", "beside the content")
)
EXPLAINED_BY = (
    "time is explained", "stamp alone", "machine alone", "is an age", "is a copyright year", "day is over", "moved",
    "is spelling", "in ad",
)  # fmt: skip
EXPLAINED = tuple(AT[name] for name in EXPLAINED_BY)
"""Evidence that explains an edit away by itself."""
SAME_TO_A_READER = tuple(AT[name] for name in ("moved", "is spelling"))
"""Evidence that lifts the guard."""
COUNTED = tuple(AT[name] for name in ("is count", "is measure"))
MOST_OF_LINE = 0.6
"""A line that differs by at least this share at a second look shows something else each time."""
SILENT = -3.0
"""Maximum log odds of a silenced edit."""
KEEPS_CHANGING = 2.5
"""Value of a slot that changed at each of the last two visits."""
CHANGES_EACH_TIME = 3.5
"""Value of a slot that changed at each of the last three visits."""
ROTATES_AT = 0.75
"""Share of the visits, after the prior, at which a box that rotates showed something else: each of three, for example."""
FEW_WORDS = math.log1p(3)
"""Maximum number of changed words (log) that reverse a sentence; more are another sentence."""
WHOLE = 0.99
FEWEST_FIGURES = 3
GUARD = 0.5
"""Minimum log odds of a guarded edit, above the threshold."""


class Evidence(NamedTuple):
    """The edits with their values, and the table."""

    edits: list[tuple[Edit, Value, Value]]
    rows: Floats


def evidence_of(edits: Sequence[Edit], context: Context) -> Evidence:
    typed = [(edit, *_values(edit)) for edit in edits]
    beside, motion = around.Siblings(typed, context), around.Lists(edits, context)
    turned_back, second_look = around.turned_back(edits, context), around.SecondLookOfEdits(edits, context)
    rows = [
        (
            *edit_itself.form_evidence(edit, old, new),
            *around.place_evidence(edit, context),
            *edit_itself.word_evidence(edit, old, new, context),
            *edit_itself.time_evidence(edit, old, new, context),
            *beside.of(edit, old, new),
            *motion.of(edit, moved=context.texts.has_moved(edit)),
            *around.running_text_evidence(edit, context),
            *around.history_evidence(edit, context, turned_back=turned_back, second_look=second_look),
        )
        for edit, old, new in typed
    ]
    return Evidence(typed, np.array(rows, float).reshape(len(rows), len(NAMES)))


def _values(edit: Edit) -> tuple[Value, Value]:
    return (
        value_of(edit.old_line, edit.old_start, edit.old_start + len(edit.old)),
        value_of(edit.new_line, edit.new_start, edit.new_start + len(edit.new)),
    )


class Weights(NamedTuple):
    """The weights of the expanded evidence, and the bias."""

    of: Floats
    bias: float


@dataclass(frozen=True, kw_only=True, eq=False)
class EvidenceModel:
    """Weights of the evidence. Log odds of 0 are the default threshold.

    Pages with a history have separate weights, because it is known what keeps changing there.
    """

    first_visits: Weights
    later_visits: Weights

    def log_odds(self, rows: Floats) -> Floats:
        """Return the log odds that a person wants to know of each edit."""
        if not len(rows):
            return np.zeros(0)
        counted = expanded(without_excused_looks(rows))
        odds = np.where(
            has_history(rows), *(counted @ one.of + one.bias for one in (self.later_visits, self.first_visits))
        )
        odds = np.where(is_silenced(rows), np.minimum(odds, SILENT), odds)
        return np.asarray(np.where(is_guarded(rows), np.maximum(odds, GUARD), odds))

    def look_odds(self, numbers: Sequence[float], visits: int) -> float:
        """Return what the evidence of a link or picture (`LOOK_NAMES`) adds to its log odds.

        It is weighed as for words that came or went: what a link leads to, or a picture shows, is another thing altogether.
        """
        weights = (self.later_visits if visits >= LEAST_VISITS else self.first_visits).of
        of_class = (1 + CLASSES.index("words that came or went")) * len(NAMES)
        columns = np.array([AT[name] for name in around.LOOK_NAMES])
        return float(np.array(numbers, float) @ (weights[columns] + weights[of_class + columns]))

    def shares(self, row: Floats) -> dict[str, float]:
        """Return what each evidence adds to the log odds of one edit."""
        weights = self.later_visits if has_history(row[None, :])[0] else self.first_visits
        parts = (expanded(without_excused_looks(row[None, :]))[0] * weights.of)[: (len(CLASSES) + 1) * len(NAMES)]
        return dict(zip(NAMES, parts.reshape(-1, len(NAMES)).sum(axis=0).tolist(), strict=True))


CLASSES = ("figures", "times", "words that changed", "words that came or went")


def expanded(rows: Floats) -> Floats:
    """Return the evidence once for all edits and once per class of edits, 0 for edits of another class."""
    figures, times = rows[:, FIGURES].max(axis=1), rows[:, TIMES].max(axis=1)
    words = 1.0 - np.maximum(figures, times)
    changed = 1.0 - rows[:, AT["is new"]] - rows[:, AT["is gone"]]
    classes = (figures, times, words * changed, words * (1.0 - changed))
    return np.hstack([rows, *(rows * one[:, None] for one in classes), np.stack(classes[:3], axis=1)])


def has_history(rows: Floats) -> npt.NDArray[np.bool_]:
    """Return which edits are of pages with enough visits to know their habits."""
    return np.asarray(rows[:, AT["visits known"]] >= math.log1p(LEAST_VISITS) - 1e-9)


def is_silenced(rows: Floats) -> npt.NDArray[np.bool_]:
    """Return which edits are noise whatever else speaks for them: explained, of a habit, or different seconds later."""
    own_count = (rows[:, AT["called counts"]] > 0) & (rows[:, AT["is count"]] > 0)
    explained = (rows[:, EXPLAINED].max(axis=1) > 0) | own_count
    return np.asarray(
        explained | _is_habit(rows) | _turns_at_each_look(rows) | (_is_labelled(rows) & ~has_history(rows))
    )


def _is_habit(rows: Floats) -> npt.NDArray[np.bool_]:
    """Return which edits are words of a place that says something else each time, or in a box beside the content that does."""
    is_word = (rows[:, FIGURES].max(axis=1) <= 0) & (rows[:, TIMES].max(axis=1) <= 0)
    return np.asarray((is_word & (rows[:, AT["slot keeps changing"]] >= CHANGES_EACH_TIME)) | _is_rotating_box(rows))


def _is_rotating_box(rows: Floats) -> npt.NDArray[np.bool_]:
    return np.asarray((rows[:, AT["beside the content"]] > 0) & (rows[:, AT["place turns"]] >= ROTATES_AT))


def _is_labelled(rows: Floats) -> npt.NDArray[np.bool_]:
    """Return which edits are words in a box whose label says that it rotates: 'Most read today', 'Advertisement'."""
    return np.asarray((rows[:, AT["under turns"]] > 0) & (rows[:, AT["is words"]] > 0))


def _turns_at_each_look(rows: Floats) -> npt.NDArray[np.bool_]:
    """Return which edits differed again seconds later and are noise for it."""
    return np.asarray((rows[:, AT["second look differs"]] > 0) & ~_may_turn(rows))


def _may_turn(rows: Floats) -> npt.NDArray[np.bool_]:
    """Return which edits may differ seconds later and still be news: prices, and facts that are counted."""
    named = (rows[:, COUNTED].max(axis=1) > 0) & (rows[:, AT["beside fact"]] > 0)
    figure = (rows[:, GUARDED].max(axis=1) > 0) | named
    is_rewritten = rows[:, AT["second look differs"]] >= around.IS_REWRITTEN
    return np.asarray(figure & ~is_rewritten & (rows[:, AT["share of the line"]] < MOST_OF_LINE))


def without_excused_looks(rows: Floats) -> Floats:
    """Return the evidence with second looks erased where a difference means nothing."""
    rows = rows.copy()
    rows[_may_turn(rows), AT["second look differs"]] = 0.0
    return rows


def is_guarded(rows: Floats) -> npt.NDArray[np.bool_]:
    """Return which edits wording and place cannot silence."""
    turned = (rows[:, AT["says status"]] > 0) & (rows[:, AT["words changed"]] <= FEW_WORDS) & ~_is_labelled(rows)
    guarded = (rows[:, GUARDED].max(axis=1) > 0) | turned
    turns = (rows[:, AT["figures of the block changed"]] >= WHOLE) & (
        rows[:, AT["siblings changed"]] >= math.log1p(FEWEST_FIGURES - 1)
    )
    in_turn = (rows[:, AT["slot keeps changing"]] >= KEEPS_CHANGING) | (rows[:, AT["comes and goes"]] > 0)
    habit = (rows[:, FRAME].max(axis=1) > 0) & in_turn
    other = (
        habit
        | _is_rotating_box(rows)
        | _turns_at_each_look(rows)
        | (rows[:, SAME_TO_A_READER].max(axis=1) > 0)
        | (rows[:, AT["is a whole line"]] > 0)
    )
    return np.asarray(guarded & ~turns & ~other)


def write_model(model: EvidenceModel, card: Mapping[str, object]) -> str:
    written = {
        name: {"bias": round(one.bias, 4), "weights": [round(float(weight), 4) for weight in one.of]}
        for name, one in (("first_visits", model.first_visits), ("later_visits", model.later_visits))
    }
    return json.dumps({"format": FORMAT, "names": NAMES, **written, "card": card}, indent=0)


def read_model(text: str) -> EvidenceModel:
    """Raises InputError for a model of other evidence."""
    try:
        data = json.loads(text)
        if data["format"] != FORMAT or tuple(data["names"]) != NAMES:
            raise InputError("evidence model: made for other evidence; train it again")
        return EvidenceModel(
            first_visits=_read_weights(data["first_visits"]), later_visits=_read_weights(data["later_visits"])
        )
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"evidence model: not readable ({error}); train it again") from error


def _read_weights(data: Mapping[str, Any]) -> Weights:
    weights = np.array(data["weights"], float)
    if weights.shape != (expanded(np.zeros((1, len(NAMES)))).shape[1],):
        raise InputError("evidence model: wrong number of weights; train it again")
    return Weights(weights, float(data["bias"]))


@cache
def default_model() -> EvidenceModel:
    """The shipped model."""
    file = resources.files("pagestrata.judging").joinpath("data", FILE)
    try:
        return read_model(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError("evidence model: the shipped file is missing; install the package again") from error
