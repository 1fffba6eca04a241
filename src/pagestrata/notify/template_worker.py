"""Renders templates of users in a process of its own: a template can loop forever or use up all memory.

A worker for `locked.runner`, which imports nothing of Pagestrata. Jinja's sandbox protects Python from a template, limits on
memory and processor time protect the machine. Jinja loads modules while it renders, so this process may open files.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

# Imports inside functions: they run in the locked process, in the order that its limits need.

LONGEST_TEXT = 100_000


def prepare(task: dict[str, Any], _: bytes) -> Callable[[], dict[str, str]]:
    import jinja2.sandbox  # noqa: F401 # before memory is limited

    return partial(render, task["source"], task["values"], is_html=task["is_html"])


def render(source: str, values: dict[str, Any], *, is_html: bool) -> dict[str, str]:
    """The text, or the problem, which its author gets to read."""
    from jinja2 import StrictUndefined, TemplateError, TemplateSyntaxError
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    environment = ImmutableSandboxedEnvironment(undefined=StrictUndefined, autoescape=is_html)
    try:
        text, size = [], 0
        for piece in environment.from_string(source).generate(values):
            text.append(piece)
            size += len(piece)
            if size > LONGEST_TEXT:
                return {"problem": f"it writes more than {LONGEST_TEXT} characters"}
        return {"text": "".join(text)}
    except TemplateSyntaxError as error:
        return {"problem": f"line {error.lineno}: {error.message}"}
    except MemoryError:
        return {"problem": "it needs too much memory"}
    except (
        TemplateError, ArithmeticError, LookupError, TypeError, ValueError, AttributeError, RecursionError,
    ) as error:  # fmt: skip
        return {"problem": str(error) or type(error).__name__}
