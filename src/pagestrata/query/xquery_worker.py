"""Runs one XQuery in a process of its own, cut off from files and network.

This file is run as a program with the document on standard input; it imports nothing of Pagestrata. Three walls stand
around the query: Saxon is told to open no address of any kind; before the query is read the process gives up the right
to open files or sockets at all (no more file descriptors) and to write any; memory and processor time are capped.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from typing import Any

MAX_ANSWER_CHARACTERS = 50_000_000


def lock_up(*, memory_bytes: int, cpu_seconds: int) -> None:
    """Give up what a query does not need. On systems without resource limits Saxon's own rules must do."""
    try:
        import resource
    except ImportError:
        return
    highest = max(int(name) for name in os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 16
    limits = [
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_CPU, cpu_seconds),
        (resource.RLIMIT_DATA, memory_bytes),
        (resource.RLIMIT_NOFILE, _lowest_unused(highest)),
    ]
    for kind, value in limits:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(kind, (value, value))


def _lowest_unused(highest: int) -> int:
    """The first file descriptor that is not open: with this as the limit nothing more can be opened."""
    for number in range(highest + 1):
        try:
            os.fstat(number)
        except OSError:
            return number
    return highest + 1


def answer(task: dict[str, Any], document: str) -> dict[str, Any]:
    """The items of the result as text, or the error in Saxon's words."""
    from saxonche import PySaxonApiError, PySaxonProcessor

    with PySaxonProcessor(license=False) as processor:
        processor.set_configuration_property("http://saxon.sf.net/feature/allowedProtocols", "")
        processor.set_configuration_property("http://saxon.sf.net/feature/allow-external-functions", "false")
        context = processor.parse_xml(xml_text=document)
        lock_up(memory_bytes=int(task["memory_bytes"]), cpu_seconds=int(task["cpu_seconds"]))
        query = processor.new_xquery_processor()
        try:
            query.set_query_base_uri("urn:pagestrata:archive")
            query.set_query_content(task["query"])
            query.set_context(xdm_item=context)
            result = query.run_query_to_value()
            return {"items": _items(result)}
        except PySaxonApiError as error:
            return {"error": str(error)}


def _items(result: Any) -> list[str]:
    items: list[str] = []
    size = 0
    for item in result or ():
        plain = item.is_atomic or (item.is_node and item.node_kind_str in {"attribute", "text"})
        text = item.string_value if plain else str(item)
        size += len(text)
        if size > MAX_ANSWER_CHARACTERS:
            raise MemoryError
        items.append(text)
    return items


def main() -> None:
    task = json.loads(sys.stdin.buffer.readline())
    document = sys.stdin.buffer.read().decode("utf-8")
    try:
        found = answer(task, document)
    except MemoryError:
        found = {"error": "the answer does not fit into memory", "too_large": True}
    sys.stdout.buffer.write(json.dumps(found).encode("utf-8", "surrogatepass"))
    sys.stdout.flush()
    # the processor's own way out opens files again
    os._exit(0)


if __name__ == "__main__":
    main()
