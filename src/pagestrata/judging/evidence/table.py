"""All evidence about the edits of a page as one table: a row an edit, a column a number with a name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pagestrata.judging.context import Context
from pagestrata.judging.edits import Edit
from pagestrata.judging.evidence import form, history, lists, place, running_text, siblings, time, words
from pagestrata.judging.values import Value, value_of

NAMES = (
    *form.NAMES, *place.NAMES, *words.NAMES, *time.NAMES, *siblings.NAMES, *lists.NAMES, *running_text.NAMES,
    *history.NAMES,
)  # fmt: skip
Floats = npt.NDArray[np.float64]


class Evidence(NamedTuple):
    """The edits with their values, and the table."""

    edits: list[tuple[Edit, Value, Value]]
    rows: Floats


def evidence_of(edits: Sequence[Edit], context: Context) -> Evidence:
    typed = [(edit, *_values(edit)) for edit in edits]
    beside, motion = siblings.Siblings(typed, context), lists.Lists(edits, context)
    texts, turned_back = running_text.RunningTexts(context), history.turned_back(edits, context)
    rows = [
        (
            *form.form(edit, old, new),
            *place.place(edit, context),
            *words.words(edit, old, new, context),
            *time.time(edit, old, new, context),
            *beside.of(edit, old, new),
            *motion.of(edit, moved=context.texts.has_moved(edit)),
            *texts.of(edit),
            *history.history(edit, context, turned_back=turned_back),
        )
        for edit, old, new in typed
    ]
    return Evidence(typed, np.array(rows, float).reshape(len(rows), len(NAMES)))


def _values(edit: Edit) -> tuple[Value, Value]:
    return (
        value_of(edit.old_line, edit.old_start, edit.old_start + len(edit.old)),
        value_of(edit.new_line, edit.new_start, edit.new_start + len(edit.new)),
    )
