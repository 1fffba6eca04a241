from __future__ import annotations

import os
import sys
import urllib.request

import pytest

from pagestrata.demo.story import Story
from pagestrata.errors import PagestrataError


@pytest.fixture(autouse=True)
def own_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(entry for entry in sys.path if entry))


def test_a_command_is_printed_and_its_answer_returned(capsys: pytest.CaptureFixture[str]) -> None:
    with Story() as story:
        assert b"Aldermouth" in urllib.request.urlopen(story.url).read()
        answer = story.run("stats", "--json", codes=(0, 1))
        folder = story.folder
    assert f"$ pagestrata stats --json\n{answer}" in capsys.readouterr().out
    assert not folder.exists()


def test_a_command_that_fails_ends_the_story() -> None:
    with Story() as story, pytest.raises(PagestrataError, match="the command show ended with"):
        story.run("show", f"{story.url}@latest")
