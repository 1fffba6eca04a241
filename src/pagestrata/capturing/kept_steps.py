"""Steps on a page before it is captured, and how they are kept with a watch: JSON without secrets, which are only named."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field, replace
from typing import Any, Literal

from pagestrata.errors import UsageError
from pagestrata.model.slots import dataclass

MOST_STEPS = 50
LONGEST_SELECTOR, LONGEST_TEXT = 1_000, 2_000
LONGEST_WAIT_SECONDS = 60.0
NOT_KEPT_YET = "not kept yet"
"""The name of a secret as long as it is in memory alone."""
_TEXTS = {"action": 10, "selector": LONGEST_SELECTOR, "text": LONGEST_TEXT, "secret": 40, "origin": 300}


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One thing to do on the loaded page before it settles. `secret` names a text that is kept outside the archive."""

    action: Literal["click", "type", "wait", "scroll"]
    selector: str = ""
    text: str = field(default="", repr=False)
    seconds: float = 0.0
    secret: str = ""
    origin: str = ""  # where a secret may be typed, '' for anything else


def steps_from_json(entries: object) -> tuple[Step, ...]:
    """The steps of a list. Raises UsageError that names the one which makes no sense."""
    if not isinstance(entries, list | tuple) or len(entries) > MOST_STEPS:
        raise UsageError(f"steps are a list of at most {MOST_STEPS}; leave out those that are not needed")
    return tuple(_step(number, entry) for number, entry in enumerate(entries, 1))


def steps_to_json(steps: Sequence[Step]) -> list[dict[str, Any]]:
    """The list that `steps_from_json` reads."""
    return [{name: value for name, value in _fields(step).items() if value or name == "action"} for step in steps]


def with_secrets(steps: Sequence[Step], secret_of: Callable[[str, str], str]) -> tuple[Step, ...]:
    """The steps with their secrets in the place of the names, for the browser alone."""
    return tuple(replace(step, text=secret_of(step.secret, step.origin)) if step.secret else step for step in steps)


def in_words(step: Step) -> str:
    """What a step does, without its secret."""
    if step.action == "wait":
        return f"wait for {step.selector}" if step.selector else f"wait {step.seconds:g} s"
    if step.action == "scroll":
        return f"scroll to {step.selector}" if step.selector else "scroll to the end"
    if step.action == "type":
        return f"type {'a secret' if step.secret else repr(step.text)} into {step.selector}"
    return f"click {step.selector}"


def _fields(step: Step) -> dict[str, Any]:
    return {
        "action": step.action,
        "selector": step.selector,
        "text": step.text,
        "seconds": step.seconds,
        "secret": step.secret,
        "origin": step.origin,
    }


def _step(number: int, entry: object) -> Step:
    if isinstance(entry, Step):
        return entry
    known = {*_TEXTS, "seconds"}
    if not isinstance(entry, dict) or not set(entry) <= known or entry.get("action") not in _NEEDS_SELECTOR:
        raise UsageError(f"step {number} cannot be understood; its action is one of {', '.join(_NEEDS_SELECTOR)}")
    for name, longest in _TEXTS.items():
        if not isinstance(entry.get(name, ""), str) or len(entry.get(name, "")) > longest:
            raise UsageError(f"step {number}: {name} is a text of at most {longest} characters")
    seconds = entry.get("seconds", 0.0)
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 <= seconds <= LONGEST_WAIT_SECONDS:
        raise UsageError(f"step {number}: it can wait 0 to {LONGEST_WAIT_SECONDS:g} seconds")
    if _NEEDS_SELECTOR[entry["action"]] and not entry.get("selector", "").strip():
        raise UsageError(f"step {number} ({entry['action']}) needs a CSS selector that says where")
    return Step(**{**entry, "seconds": float(seconds)})


_NEEDS_SELECTOR = {"click": True, "type": True, "wait": False, "scroll": False}
