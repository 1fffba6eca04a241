"""How long each step of a visit takes."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ParamSpec, TypeVar

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


@dataclass(slots=True)
class StopWatch:
    """Adds up the seconds of each step."""

    seconds: dict[str, float] = field(default_factory=dict)

    def timed(
        self, step: str, function: Callable[Given, Answer], *values: Given.args, **options: Given.kwargs
    ) -> Answer:
        begin = time.perf_counter()
        try:
            return function(*values, **options)
        finally:
            self.seconds[step] = round(self.seconds.get(step, 0.0) + time.perf_counter() - begin, 6)
