"""Records that are made by the thousand, made faster.

The `__init__` that `dataclass` writes for a frozen class looks up every field by its name in `object.__setattr__`.
Where the class has slots, their descriptors do the same in less than half of the time, and nothing else differs:
same signature, same defaults, still frozen afterwards.
"""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any, TypeVar

Record = TypeVar("Record")


def quickly_made(record: type[Record]) -> type[Record]:
    """A frozen, slotted, keyword-only dataclass with an `__init__` that fills its slots directly."""
    names: dict[str, Any] = {}
    arguments, lines = [], []
    for field in fields(record):  # type: ignore[arg-type]
        if field.default_factory is not MISSING or hasattr(record, "__post_init__"):
            raise TypeError(f"{record.__name__} needs more than filling slots")
        names[f"_set_{field.name}"] = vars(record)[field.name].__set__
        value = field.name
        if field.default is not MISSING:
            names[f"_default_{field.name}"] = field.default
            value = field.name if field.init else f"_default_{field.name}"
            arguments.append(f"{field.name}=_default_{field.name}")
        else:
            arguments.append(field.name)
        if not field.init:
            arguments.pop()
        lines.append(f"    _set_{field.name}(self, {value})")
    source = "\n".join([f"def __init__(self, *, {', '.join(arguments)}):", *lines])
    exec(source, names)  # noqa: S102  as dataclass itself does; the text is made of field names only
    made = names["__init__"]
    made.__qualname__ = f"{record.__qualname__}.__init__"
    made.__annotations__ = record.__init__.__annotations__
    record.__init__ = made  # type: ignore[method-assign]
    return record
