"""The options of every command that judges changes, and the record that they make."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pagestrata.cli.options import EXISTING_FILE, KEEP, Function, given, option, option_record
from pagestrata.errors import UsageError

if TYPE_CHECKING:
    from pagestrata.visit.judge import JudgeOptions

# Imports inside functions: help, and commands that need less, start without them (tests/guards/test_light_start.py).

SETTINGS = ("threshold", "leaning", "ignore_text", "importance", "operation_weights")
REF = re.compile(r"\d+(\.\w+)*")


class NamedShare(click.ParamType[tuple[str, float]]):
    """A name and a number from 0 to 1, such as footer=0."""

    name = "NAME=0…1"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, float]:
        if isinstance(value, tuple):
            return value
        name, _, number = str(value).rpartition("=")
        try:
            share = float(number)
        except ValueError:
            share = -1.0
        if not name or not 0.0 <= share <= 1.0:
            self.fail(f"{value!r} is not a name with a number from 0 to 1; write for example footer=0", param, ctx)
        return name, share


importance_option = option(
    "--importance",
    section=KEEP,
    type=NamedShare(),
    multiple=True,
    help="Importance of a role or a block (by its ref), from 0 (ignored) to 1 (main content). Repeatable.",
)


paper_option = option(
    "--judge",
    section=KEEP,
    rare=True,
    type=click.Choice(["evidence", "paper1", "paper4"]),
    help="How to decide: from evidence (history, siblings, time), or by the method of one of the papers.",
)


_model_option = option(
    "--model",
    section=KEEP,
    rare=True,
    type=EXISTING_FILE,
    help="Use a decision model written by `pagestrata train`.",
)
_setting_options = (
    option(
        "--threshold",
        section=KEEP,
        type=click.FloatRange(0, 1),
        metavar="P",
        help="Keep a version when its changes matter with at least this probability.",
        show_default="0.5",
    ),
    option("--strict", "leaning", section=KEEP, flag_value="strict", help="Keep every visible change except noise."),
    option("--relaxed", "leaning", section=KEEP, flag_value="relaxed", help="Keep only changes that clearly matter."),
    option(
        "--ignore-text",
        section=KEEP,
        metavar="PATTERN",
        multiple=True,
        help="Ignore text that matches this regular expression: '[0-9]+ people watching'. Repeatable.",
    ),
    importance_option,
    option(
        "--weight",
        "operation_weights",
        section=KEEP,
        rare=True,
        type=NamedShare(),
        multiple=True,
        help="Weight of an operation, a kind of element, or both: move=0, insert:image=0.5. Repeatable.",
    ),
)


def judge_options(function: Function) -> Function:
    """What matters, and who decides: --threshold, --importance, --model and others. The command receives `judging`."""
    return option_record("judging", _judging, *_setting_options, paper_option, _model_option)(function)


def judge_setting_options(function: Function) -> Function:
    """The options of `judge_options` that say what matters. The command receives `judging`, the given settings."""
    return option_record("judging", given_judging, *_setting_options)(function)


def given_judging(values: dict[str, Any]) -> dict[str, Any]:
    """The settings that were given, checked."""
    from pagestrata.visit.judge import JudgeOptions

    settings = given(values)
    if "importance" in settings:
        settings["importance"] = checked_importance(settings["importance"])
    if "operation_weights" in settings:
        settings["operation_weights"] = dict(settings["operation_weights"])
    JudgeOptions(**settings).check()
    return settings


def _judging(values: dict[str, Any]) -> JudgeOptions:
    from pagestrata.visit.judge import JudgeOptions

    judge, model = values.pop("judge"), values.pop("model")
    return JudgeOptions(**given_judging(values), judge=judge, model=_checked_model(model) if model else None)


def _checked_model(file: Path) -> bytes:
    """Return the bytes of a model file. Raises InputError if it is damaged or has other features."""
    from pagestrata.deciding.features.pair_features import FEATURE_NAMES
    from pagestrata.deciding.learning.linear_model import read_decision_model

    data = file.read_bytes()
    read_decision_model(data, known_features=FEATURE_NAMES)
    return data


def checked_importance(shares: tuple[tuple[str, float], ...]) -> dict[str, float]:
    """Role or ref -> importance. Raises UsageError for what is neither."""
    from pagestrata.model.blocks import ROLES

    for name, _ in shares:
        if name not in ROLES and not REF.fullmatch(name):
            raise UsageError(
                f"--importance {name} is neither a role nor the ref of a block; roles are {', '.join(ROLES)}"
            )
    return dict(shares)
