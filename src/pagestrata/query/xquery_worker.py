"""Runs one XQuery over a document; a worker for a locked process (see `locked.runner`).

It imports nothing of Pagestrata. Three walls surround the query: Saxon is configured to open no address of any kind; before the
query is read the process gives up the right to open files or sockets at all (no more file descriptors) and to write any;
memory and processor time are capped.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

# Imports inside functions: they run in the locked process, in the order that its limits need.

MAX_ANSWER_CHARACTERS = 50_000_000


def prepare(task: dict[str, str], document: bytes) -> Callable[[], dict[str, Any]]:
    from saxonche import PySaxonProcessor

    processor = PySaxonProcessor(license=False)
    processor.set_configuration_property("http://saxon.sf.net/feature/allowedProtocols", "")
    processor.set_configuration_property("http://saxon.sf.net/feature/allow-external-functions", "false")
    context = processor.parse_xml(xml_text=document.decode("utf-8"))
    return partial(answer, processor, context, task["query"])


def answer(processor: Any, context: Any, text: str) -> dict[str, Any]:
    """The items of the result as text, or the error in Saxon's words."""
    from saxonche import PySaxonApiError

    query = processor.new_xquery_processor()
    try:
        query.set_query_base_uri("urn:pagestrata:archive")
        query.set_query_content(text)
        query.set_context(xdm_item=context)
        return {"items": _items(query.run_query_to_value())}
    except PySaxonApiError as error:
        return {"error": str(error)}
    except MemoryError:
        return {"error": "the answer does not fit into memory", "too_large": True}


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
