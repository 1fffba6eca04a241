import importlib.util

import pytest

from command_line import call
from pagestrata.cli import mcp
from pagestrata.errors import UsageError


def test_without_the_extra_it_says_what_to_install(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(UsageError, match=r"pip install 'pagestrata\[mcp\]'"):
        mcp.check_installed()


def test_an_archive_that_is_not_there_is_not_made(capfdbinary, tmp_path):
    for options in ((), ("--allow-changes",)):
        said = call(capfdbinary, "mcp", *options, "--archive", tmp_path / "none")
        assert said.code != 0
        assert "none" in said.err
        assert not (tmp_path / "none").exists()


def test_serve_lets_assistants_change_something_only_where_it_answers_them(capfdbinary, tmp_path):
    said = call(capfdbinary, "serve", "--mcp-changes", "--archive", tmp_path)
    assert said.code == 2
    assert "--mcp-changes needs --mcp" in said.err
