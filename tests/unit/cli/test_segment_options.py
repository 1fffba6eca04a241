from __future__ import annotations

import pytest
from click.testing import CliRunner, Result

from pagestrata.cli.segment_options import segment_options
from pagestrata.errors import UsageError
from pagestrata.visit.cut import SegmentOptions


def run(*words: str) -> Result:
    import click

    @click.command()
    @segment_options
    def command(segmentation: SegmentOptions | None) -> None:
        click.echo(repr(segmentation))

    return CliRunner().invoke(command, words)


def test_nothing_given_leaves_the_choice_to_the_watch() -> None:
    assert run().output == "None\n"


@pytest.mark.parametrize(("text", "pdoc"), [("3", 3), ("COARSE", "coarse"), ("fine", "fine")])
def test_a_granularity_is_a_number_or_a_preset(text: str, pdoc: int | str) -> None:
    expected = SegmentOptions(segmenter="vips", pdoc=pdoc)
    assert run("--segmenter", "vips", "--pdoc", text).output == f"{expected!r}\n"


@pytest.mark.parametrize("text", ["0", "11", "-1", "medium", "5.5"])
def test_another_granularity_is_refused(text: str) -> None:
    found = run("--pdoc", text)
    assert found.exit_code == 2
    assert "not a granularity; write 1 to 10, coarse or fine" in found.output


def test_an_unknown_segmenter_is_refused_before_a_page_is_opened() -> None:
    assert isinstance(run("--segmenter", "scissors").exception, UsageError)
