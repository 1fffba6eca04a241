"""When to notify: conditions per watch, trail and tag.

All conditions on a change (threshold, operations, words, numbers) must hold; a rule without any is met by every change.
'above' and 'below' report a number that crosses the limit, not each visit beyond it. Losing a block and finding it again are
reported regardless of these conditions, and so is a page that keeps failing or works again; each can be turned off. If reports of
finding are off, the changes in the meantime are reported.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from pagestrata.errors import UsageError
from pagestrata.model.notices import NoticeRule, RuleKind
from pagestrata.model.plain_numbers import likelihood, number_as_written, percent, plain_number
from pagestrata.model.records import Watch
from pagestrata.model.slots import dataclass

if TYPE_CHECKING:
    from pagestrata.model.events import Event


IT_CHANGED, ITS_PICTURE = "it changed", "its picture changed"
UNCONDITIONAL = frozenset({IT_CHANGED, ITS_PICTURE})  # reasons of rules without conditions; what changed says more
OPERATIONS = {
    "insert": "added", "delete": "removed", "update": "changed", "move": "moved", "split": "split", "merge": "joined",
}  # fmt: skip
"""Operations on the blocks of a page, and how messages and conditions call each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """Conditions; None or empty means 'does not matter'."""

    threshold: float | None = None  # least probability that a person would keep it
    operations: tuple[str, ...] = ()  # at least one of these
    words: tuple[str, ...] = ()  # at least one of these appeared or disappeared
    above: float | None = None
    below: float | None = None
    changed_by: float | None = None  # at least this much, up or down
    changed_by_percent: float | None = None
    lost: bool = True
    found: bool = True
    faults: bool = True  # a page that keeps failing, and that is back


def rule_from(settings: Mapping[str, Any]) -> Rule:
    """The rule in a watch's settings. Raises UsageError with the allowed values of an invalid setting."""
    known = {entry.name for entry in fields(Rule)}
    unknown = sorted(set(settings) - known)
    if unknown:
        raise UsageError(f"unknown condition {unknown[0]!r}; conditions are {', '.join(sorted(known))}")
    values: dict[str, Any] = {}
    for name, value in settings.items():
        if value is not None:
            values[name] = _checked(name, value)
    return Rule(**values)


NUMBERS = ("above", "below", "changed_by", "changed_by_percent")


def check_subject(rule: Rule, kind: RuleKind) -> None:
    """Raises UsageError for conditions that a whole page can never meet."""
    for name in NUMBERS:
        if kind != "trail" and getattr(rule, name) is not None:
            raise UsageError(
                f"the rule {name!r} needs one number, and a page has many; follow the block with the number "
                "(`pagestrata follow add URL --select CSS`) and give the rule to that"
            )


def subjects_of(watch: Watch) -> set[tuple[RuleKind, str]]:
    """The subjects of rules that report on a page: the watch itself and its tags."""
    return {("watch", watch.id), *(("tag", tag) for tag in watch.settings.tags)}


def subjects_of_event(event: Event) -> set[tuple[RuleKind, str]]:
    """The subjects of rules that apply to an event: its own, and the current tags of its page."""
    tags = event.tags if event.kind == "watch" else ()
    return {(event.kind, event.subject), *(("tag", tag) for tag in tags)}


def is_about(rule: NoticeRule, event: Event) -> bool:
    """Whether the rule applies to this event."""
    return (rule.kind, rule.subject) in subjects_of_event(event)


def _checked(name: str, value: Any) -> Any:
    if name in {"lost", "found", "faults"}:
        return _must(name, value, lambda v: isinstance(v, bool), "true or false")
    if name in {"operations", "words"}:
        listed = (value,) if isinstance(value, str) else tuple(value) if isinstance(value, list | tuple) else ()
        good = bool(listed) and all(isinstance(part, str) and part.strip() for part in listed)
        if name == "operations":
            _must(name, value, lambda _: good and set(listed) <= set(OPERATIONS), f"some of {', '.join(OPERATIONS)}")
        return _must(name, value, lambda _: good, "a list of words") and listed
    number = _must(name, value, _is_number, "a number")
    if name == "threshold":
        _must(name, value, lambda v: 0 <= v <= 1, "a number from 0 to 1")
    if name.startswith("changed_by"):
        _must(name, value, lambda v: v > 0, "a number above 0")
    return float(number)


def _must(name: str, value: Any, test: Callable[[Any], bool], wanted: str) -> Any:
    if not test(value):
        raise UsageError(f"the rule {name!r} cannot be {value!r}; give {wanted}")
    return value


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def degree_of(event: Event) -> str:
    """How much an event matters, in words: for a page its probability, for a block the share that changed."""
    if event.kind == "trail":
        return f"{percent(event.probability)} of it changed"
    return f"{likelihood(event.probability)} matters ({percent(event.probability)})"


def reasons_to_notify(rule: Rule, event: Event) -> tuple[str, ...]:
    """Why to notify, in words; empty if not to notify."""
    if event.availability is not None:
        return (AVAILABILITY[event.availability],) if rule.faults else ()
    return _reasons_of_state(rule, event)


AVAILABILITY = {"failing": "it keeps failing", "back": "it is back"}


def _reasons_of_state(rule: Rule, event: Event) -> tuple[str, ...]:
    if event.new_state == "lost":
        why = f": {event.why}" if event.why else ""
        return (f"the block is lost{why}",) if rule.lost and event.old_state != "lost" else ()
    if event.old_state == "lost" and event.new_state == "found" and rule.found:
        return ("the block is back",)
    if event.stays_uncertain and rule.lost:
        return (_uncertain(event),)
    asked_for = any(event.operations.get(name) for name in rule.operations)
    if event.new_state == "uncertain" or not (event.has_changed or asked_for):
        return ()
    return _reasons_of_change(rule, event)


def _uncertain(event: Event) -> str:
    """What to report of a block that stays in doubt, with its candidates."""
    either = [f"it may be {' or '.join(event.candidates)}"] if event.candidates else []
    if event.why:
        return "; ".join([f"the block is in doubt: {event.why}", *either, "say which with `follow correct`"])
    uncertain = ": ".join([f"the block has been uncertain for {event.uncertain_visits} visits", *either])
    return f"{uncertain}; check it with `follow show`"


def _reasons_of_change(rule: Rule, event: Event) -> tuple[str, ...]:
    """The reason of each condition on changes; empty if one of them fails."""
    outcomes = [condition(rule, event) for condition in CONDITIONS]
    if "" in outcomes:
        return ()
    reasons = tuple(outcome for outcome in outcomes if outcome is not None)
    only_picture = event.has_other_picture and event.old_text == event.new_text
    return reasons or (ITS_PICTURE if only_picture else IT_CHANGED,)


# Each condition returns None if the rule does not have it, '' if it fails, and the reason if it holds.


def _by_threshold(rule: Rule, event: Event) -> str | None:
    if rule.threshold is None:
        return None
    return degree_of(event) if event.probability >= rule.threshold else ""


def _by_operations(rule: Rule, event: Event) -> str | None:
    if not rule.operations:
        return None
    seen = [name for name in rule.operations if event.operations.get(name)]
    return f"something was {' and '.join(OPERATIONS[name] for name in seen)}" if seen else ""


def _by_words(rule: Rule, event: Event) -> str | None:
    if not rule.words:
        return None
    old, new = event.old_text.casefold(), event.new_text.casefold()
    moved = [word for word in rule.words if (word.casefold() in old) != (word.casefold() in new)]
    if not moved:
        return ""
    return ", ".join(f"{word!r} {'appeared' if word.casefold() in new else 'disappeared'}" for word in moved)


def _by_limits(rule: Rule, event: Event) -> str | None:
    if rule.above is None and rule.below is None:
        return None
    old, new = event.old_number, event.new_number
    if new is None:
        return ""
    if rule.above is not None and new > rule.above and (old is None or old <= rule.above):
        return f"{number_as_written(new, event.new_text)} is above {plain_number(rule.above)}"
    if rule.below is not None and new < rule.below and (old is None or old >= rule.below):
        return f"{number_as_written(new, event.new_text)} is below {plain_number(rule.below)}"
    return ""


def _by_difference(rule: Rule, event: Event) -> str | None:
    if rule.changed_by is None and rule.changed_by_percent is None:
        return None
    old, new = event.old_number, event.new_number
    if old is None or new is None:
        return ""
    difference = abs(new - old)
    if rule.changed_by is not None and difference < rule.changed_by:
        return ""
    if rule.changed_by_percent is not None and difference * 100 < rule.changed_by_percent * abs(old):
        return ""
    was, now = number_as_written(old, event.old_text), number_as_written(new, event.new_text)
    return f"{was} became {now}" if difference else ""


CONDITIONS = (_by_threshold, _by_operations, _by_words, _by_limits, _by_difference)
