from __future__ import annotations

from typing import Any

from pagestrata.app.watch_steps import replay_steps
from pagestrata.capturing.options import Step
from pagestrata.errors import CaptureError


class Page:
    """A page without a browser; `missing` are selectors of what is not there."""

    def __init__(self, *missing: str) -> None:
        self.missing = missing
        self.is_open, self.taken = False, 0

    def open(self) -> None:
        self.is_open = True

    def close(self) -> None:
        self.is_open = False

    def picture(self) -> bytes:
        return b"\xff\xd8%d" % self.taken

    def take(self, step: Step) -> None:
        if step.selector in self.missing:
            raise CaptureError(f"nothing matches {step.selector}")
        self.taken += 1


def test_steps_are_taken_again_with_a_picture_after_each_until_one_fails() -> None:
    page: Any = Page("#gone")
    steps = tuple(Step(action="click", selector=selector) for selector in ("#in", "#gone", "#never"))
    done = replay_steps(page, steps)
    assert [(each.words, each.picture, each.problem) for each in done] == [
        ("open the page", b"\xff\xd80", ""),
        ("click #in", b"\xff\xd81", ""),
        ("click #gone", b"\xff\xd81", "nothing matches #gone"),
    ]
    assert done[0].picture_address.startswith("data:image/jpeg;base64,")
    assert not page.is_open
