"""The options of every command that says what matters, and what they come to."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pagestrata.cli.capture_options import FILE

if TYPE_CHECKING:
    from pagestrata.visit.judge import JudgeOptions

Function = TypeVar("Function", bound=Callable[..., Any])
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


importance_option = click.option(
    "--importance",
    type=NamedShare(),
    multiple=True,
    help="What a role or a block (its ref) is worth: 0 is ignored, 1 is main content. Repeatable.",
)


def judge_options(function: Function) -> Function:
    """--threshold, --importance, --weight and --ignore-text, which the command receives with its other options."""
    for option in (
        click.option(
            "--weight",
            "operation_weights",
            type=NamedShare(),
            multiple=True,
            help="What an operation, a kind of element or both are worth: move=0, insert:image=0.5. Repeatable.",
        ),
        importance_option,
        click.option(
            "--ignore-text",
            metavar="PATTERN",
            multiple=True,
            help="Texts that do not count, as a regular expression: '[0-9]+ people watching'. Repeatable.",
        ),
        click.option("--relaxed", "leaning", flag_value="relaxed", help="Keep only what surely matters."),
        click.option("--strict", "leaning", flag_value="strict", help="Keep any visible change but noise."),
        click.option(
            "--threshold",
            type=click.FloatRange(0, 1),
            help="Worth keeping when the change matters with this probability. [default: 0.5]",
        ),
    ):
        function = option(function)
    return function


paper_option = click.option(
    "--judge",
    type=click.Choice(["evidence", "paper1", "paper4"]),
    help="Decide by evidence (history, siblings, time; experimental), or as one of the papers did.",
)


def model_option(function: Function) -> Function:
    """--model and --judge: who decides."""
    own = click.option("--model", type=FILE, help="A decision model of your own, from `pagestrata train`.")
    return paper_option(own(function))


def given_judging(values: Mapping[str, Any]) -> dict[str, Any]:
    """The settings that were given, checked."""
    from pagestrata.visit.judge import JudgeOptions

    given: dict[str, Any] = {} if values["threshold"] is None else {"threshold": values["threshold"]}
    if values["importance"]:
        given["importance"] = checked_importance(values["importance"])
    if values["operation_weights"]:
        given["operation_weights"] = dict(values["operation_weights"])
    if values["leaning"]:
        given["leaning"] = values["leaning"]
    if values["ignore_text"]:
        given["ignore_text"] = values["ignore_text"]
    JudgeOptions(**given).check()
    return given


def take_judging(values: dict[str, Any]) -> JudgeOptions:
    """Takes the options out of a command's."""
    from pagestrata.visit.judge import JudgeOptions

    model, judge = values.pop("model"), values.pop("judge")
    given = given_judging({name: values.pop(name) for name in SETTINGS})
    return JudgeOptions(**given, judge=judge, model=_checked_model(model) if model else None)


def _checked_model(file: Path) -> bytes:
    """The bytes of a model file. Raises InputError for one that is damaged or was made for other features."""
    from pagestrata.deciding.features.pair_features import FEATURE_NAMES
    from pagestrata.deciding.learning.linear_model import read_decision_model

    data = file.read_bytes()
    read_decision_model(data, known_features=FEATURE_NAMES)
    return data


def checked_importance(given: tuple[tuple[str, float], ...]) -> dict[str, float]:
    """Role or ref -> importance. Raises UsageError for what is neither."""
    from pagestrata.errors import UsageError
    from pagestrata.model.blocks import ROLES

    for name, _ in given:
        if name not in ROLES and not REF.fullmatch(name):
            raise UsageError(
                f"--importance {name}: neither a role nor the ref of a block; roles are {', '.join(ROLES)}"
            )
    return dict(given)
