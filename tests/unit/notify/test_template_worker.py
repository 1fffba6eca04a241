from pathlib import Path

import pytest

from pagestrata.locked.process import Limits, ask_worker
from pagestrata.notify import template_worker
from pagestrata.notify.template_worker import render


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("{{ name }}!", {"text": "Boots!"}),
        ("{{ nothing }}", {"problem": "'nothing' is undefined"}),
        ("{{ name", {"problem": "line 1: unexpected end of template, expected 'end of print statement'."}),
        ("{{ 1 / 0 }}", {"problem": "division by zero"}),
        ("{{ name * 1000000 }}", {"problem": "it writes more than 100000 characters"}),
    ],
)
def test_the_text_or_the_problem(source: str, expected: dict[str, str]) -> None:
    assert render(source, {"name": "Boots"}, is_html=False) == expected


def test_values_are_escaped_in_html() -> None:
    assert render("{{ name }}", {"name": "<b>"}, is_html=True) == {"text": "&lt;b&gt;"}


@pytest.mark.parametrize("source", ["{{ ''.__class__.__mro__ }}", "{{ name.format.__globals__ }}"])
def test_python_is_out_of_reach(source: str) -> None:
    found = render(source, {"name": "x"}, is_html=False)
    assert found.keys() == {"problem"} or found["text"] == ""


def test_it_works_in_a_process_of_its_own() -> None:
    limits = Limits(seconds=60, cpu_seconds=60, memory_bytes=2**30, answer_bytes=1_000, opens_files=True)
    task = {"source": "{{ name | wordwrap }}", "values": {"name": "x"}, "is_html": False}
    assert ask_worker(Path(template_worker.__file__), task, limits=limits) == {"text": "x"}
