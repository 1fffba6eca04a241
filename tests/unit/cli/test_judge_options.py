from __future__ import annotations

from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from pagestrata.cli.judge_options import judge_options
from pagestrata.deciding.learning.linear_model import DecisionModel, LinearModel, Term
from pagestrata.errors import UsageError
from pagestrata.visit.judge import JudgeOptions

MODEL = DecisionModel(
    content=LinearModel(terms=(Term(name="words changed", weight=1.0, mean=0.3, scale=0.1),), bias=0.0)
).to_json()


def run(*words: str) -> Result:
    @click.command()
    @judge_options
    def command(judging: JudgeOptions) -> None:
        click.echo(f"{judging!r} {judging.model!r}")

    return CliRunner().invoke(command, words)


def test_nothing_given_is_what_was_learned() -> None:
    assert run().output == f"{JudgeOptions()!r} None\n"


def test_everything_given_is_taken(tmp_path: Path) -> None:
    model = tmp_path / "model.json"
    model.write_bytes(MODEL)
    expected = JudgeOptions(threshold=0.25, importance={"link list": 0.5, "1.12": 0.0}, operation_weights={"move": 0.0})
    found = run("--threshold", "0.25", "--importance", "link list=0.5", "--importance", "1.12=0",
                "--weight", "move=0", "--model", str(model))  # fmt: skip
    assert found.output == f"{expected!r} {MODEL!r}\n"


@pytest.mark.parametrize("text", ["footer", "=1", "footer=", "footer=x", "footer=-0.1", "footer=1.1", "footer=nan"])
def test_an_importance_is_a_name_with_a_number_from_0_to_1(text: str) -> None:
    found = run("--importance", text)
    assert found.exit_code == 2
    assert "not a name with a number from 0 to 1; write for example footer=0" in found.output


@pytest.mark.parametrize("words", [("--importance", "cellar=1"), ("--weight", "sing=1"), ("--weight", "move:x=1")])
def test_names_that_are_not_there_are_refused(words: tuple[str, str]) -> None:
    assert isinstance(run(*words).exception, UsageError)
