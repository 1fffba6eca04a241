"""The command line, called as a program would be: words in, exit code and outputs back."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import pytest

from pagestrata.cli.main import main


@dataclass(frozen=True)
class Called:
    code: int
    out: bytes
    err: str

    @property
    def text(self) -> str:
        return self.out.decode()

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def call(capture: pytest.CaptureFixture[bytes], *words: object) -> Called:
    """Run a command; `capture` is the fixture `capfdbinary`."""
    capture.readouterr()
    with pytest.raises(SystemExit) as ended:
        main([str(word) for word in words])
    found = capture.readouterr()
    assert isinstance(ended.value.code, int)
    return Called(ended.value.code, found.out, found.err.decode())
