"""How the slot and the place of an edit behaved at earlier visits, here and on the other pages of the site."""

from __future__ import annotations

import math
from collections.abc import Sequence

from pagestrata.judging.context import Context
from pagestrata.judging.edits import Edit
from pagestrata.judging.evidence.lists import is_item
from pagestrata.judging.page_history import UNKNOWN, Rate, place_of, slot_of
from pagestrata.judging.words import FRAME, key_of

NAMES = (
    "visits known", "slot changes", "slot keeps changing", "place turns", "short items turn", "items turn", "frame turns",
    "was here before", "was here for long", "came lately", "comes and goes", "page turns back", "site changes",
    "second look differs", "second look is the same",
)  # fmt: skip
PRIOR_CHANGES, PRIOR_VISITS = 0.2, 1.0
"""What is assumed of a slot before its first visit."""
NOISE, FACTS = (2.0, 1.0), (0.5, 4.0)
"""How often slots of noise and of facts change, as beta distributions."""
MOST_ODDS = 7.0
SHORT_ITEM_WORDS = 4
FEW_VISITS = 2
"""What was there at so few visits, of more, came lately."""


def history(edit: Edit, context: Context, *, turned_back: float) -> tuple[float, ...]:
    """One number for each of `NAMES`; `turned_back` is that of all edits of the page."""
    known = context.known.history
    block, line = edit.old_block or edit.block, edit.old_line or edit.new_line
    slot = slot_of(block, line)
    rate = known.rate_of(slot) if edit.op == "update" else UNKNOWN  # whole lines have no figure that keeps changing
    place = known.rate_of_place(place_of(block))
    churn = known.churn_of_place(place_of(block))
    site = context.known.site.rate_of(slot) if edit.op == "update" else UNKNOWN
    stay = known.stay_of(edit.old_line) if edit.old_line else 0
    return (
        math.log1p(known.visits),
        share_of(rate),
        keeps_changing(rate),
        share_of(place),
        *_turns(edit, keeps_changing(churn), in_frame=block.role in FRAME),
        _came_back(edit, context),
        stay / (known.visits + 1),
        0 < stay <= FEW_VISITS < known.visits,
        _comes_and_goes(edit, context),
        turned_back,
        share_of(site) if site.visits else 0.0,
        *_second_look(edit, context),
    )


def turned_back(edits: Sequence[Edit], context: Context) -> float:
    """The share of a page's edits that earlier visits saw: 1 where the page only shows one of its variants again."""
    if not edits:
        return 0.0
    return sum(_turns_back(edit, context) for edit in edits) / len(edits)


def _turns_back(edit: Edit, context: Context) -> bool:
    """Whether a line is back from an earlier visit, in the place of nothing or of one that comes and goes."""
    if edit.op == "insert":
        return _came_back(edit, context)
    return _comes_and_goes(edit, context) and (edit.op == "delete" or _came_back(edit, context))


def _comes_and_goes(edit: Edit, context: Context) -> bool:
    return bool(edit.old_line) and context.known.history.has_returned(edit.old_line)


def _turns(edit: Edit, churn: float, *, in_frame: bool) -> tuple[float, float, float]:
    """How much the place of an item that came or went keeps changing: for short items, for all, and for those of the frame."""
    is_short = is_item(edit) and len(edit.words) <= SHORT_ITEM_WORDS
    came_or_went = edit.op != "update"
    return churn * is_short, churn * came_or_went, churn * (came_or_went and in_frame)


def _came_back(edit: Edit, context: Context) -> bool:
    """Whether an earlier visit saw the line that the old version had not."""
    came = bool(edit.new_line) and edit.op != "delete"
    return came and context.known.history.was_here(edit.new_line) and key_of(edit.new_line) not in context.old_lines


def share_of(rate: Rate) -> float:
    """The share of visits at which something changed, drawn to the prior where few visits speak."""
    return (rate.changes + PRIOR_CHANGES) / (rate.visits + PRIOR_VISITS)


def keeps_changing(rate: Rate) -> float:
    """How much likelier these visits are for a slot of noise than for one of facts, as a logarithm; 0 for no visits."""
    odds = _log_beta_binomial(rate, *NOISE) - _log_beta_binomial(rate, *FACTS)
    return min(MOST_ODDS, max(-MOST_ODDS, odds))


def _log_beta_binomial(rate: Rate, changed: float, stayed: float) -> float:
    def log_beta(first: float, second: float) -> float:
        return math.lgamma(first) + math.lgamma(second) - math.lgamma(first + second)

    return log_beta(rate.changes + changed, rate.visits - rate.changes + stayed) - log_beta(changed, stayed)


def _second_look(edit: Edit, context: Context) -> tuple[float, float]:
    look = context.known.second_look
    if look is None:
        return 0.0, 0.0
    if edit.op == "delete":
        differs = look.says(edit.before, edit.old_words, edit.after)
    else:
        differs = not look.says(edit.before, edit.new_words, edit.after)
    return float(differs), float(not differs)
