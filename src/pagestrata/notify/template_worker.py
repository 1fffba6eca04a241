"""Renders templates that people wrote, in a process of its own: a template can loop, or ask for all memory there is.

This file is run as a program with one line of JSON on standard input; it imports nothing of Pagestrata. Jinja's sandbox
keeps a template from Python; limits on memory and processor time keep it from the machine.
"""

from __future__ import annotations

import contextlib
import json
import sys
from typing import Any

LONGEST_TEXT = 100_000


def limit(*, memory_bytes: int, cpu_seconds: int) -> None:
    """Cap memory and processor time, where the system can."""
    try:
        import resource
    except ImportError:
        return
    for kind, value in (
        (resource.RLIMIT_AS, memory_bytes),
        (resource.RLIMIT_CPU, cpu_seconds),
        (resource.RLIMIT_CORE, 0),
    ):
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(kind, (value, value))


def render(source: str, values: dict[str, Any], *, is_html: bool) -> dict[str, str]:
    """The text, or the problem. Templates come from people: any failure inside one is theirs to read."""
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
        TemplateError,
        ArithmeticError,
        LookupError,
        TypeError,
        ValueError,
        AttributeError,
        RecursionError,
    ) as error:
        return {"problem": str(error) or type(error).__name__}


def main() -> None:
    task = json.loads(sys.stdin.buffer.readline())
    import jinja2.sandbox  # noqa: F401 # before memory is limited

    limit(memory_bytes=task["memory_bytes"], cpu_seconds=task["cpu_seconds"])
    found = render(task["source"], task["values"], is_html=task["is_html"])
    sys.stdout.buffer.write(json.dumps(found).encode("utf-8", "surrogatepass"))


if __name__ == "__main__":
    main()
