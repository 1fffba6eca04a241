"""A wish in a person's words, 'tell me only if …', and what a language model says about it: one piece of evidence.

It can keep a change from being reported. It never silences a guarded fact unless the person allows that, and
a model that gives no usable answer changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

LONGEST_WISH = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class WishQuestion:
    """The question to a model: does one of these changes (old and new text) meet the person's condition?"""

    wish: str
    title: str
    changes: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class WishAnswer:
    """The answer of a model. `is_met` is None without a usable answer, and `problem` then gives the reason.

    `model` and `prompt_digest` name the record from which the answer can be repeated.
    """

    is_met: bool | None
    model: str = ""
    prompt_digest: str = ""
    problem: str = ""


AskWish = Callable[[WishQuestion], WishAnswer]


@dataclass(frozen=True, slots=True, kw_only=True)
class WishVerdict:
    """Whether the change is kept after all, and the sentence for the reasons of the visit ('' for none)."""

    keeps: bool
    reason: str = ""


def with_wish(*, keeps: bool, is_guarded: bool, overrules: bool, answer: WishAnswer) -> WishVerdict:
    """Weigh a model's answer against a verdict. `is_guarded`: a fact that guards protect is among the changes."""
    if answer.is_met is None:
        return WishVerdict(keeps=keeps, reason=f"Decided without the language model: {answer.problem}")
    record = f"{answer.model}, record {answer.prompt_digest[:12]}"
    if answer.is_met or not keeps:
        verb = "is" if answer.is_met else "is not"
        return WishVerdict(
            keeps=keeps, reason=f"The language model says that this {verb} what you asked for ({record})"
        )
    if is_guarded and not overrules:
        reason = f"Kept although the language model found that it is not what you asked for: a guarded fact changed ({record})"
        return WishVerdict(keeps=True, reason=reason)
    return WishVerdict(keeps=False, reason=f"Not what you asked for, according to the language model ({record})")
