"""Faster construction of records that are made by the thousand.

The `__init__` that `dataclass` writes for a frozen class looks up every field by its name in `object.__setattr__`.
Where the class has slots, their descriptors do the same in less than half of the time, and nothing else differs:
same signature, same defaults, still frozen afterwards (`quickly_made`). Where even that is too slow, a `maker` fills an
object of a twin class, which is not frozen, and then makes it one of the record's class: a fifth of the time.

Python's garbage collector looks through what is young again and again while thousands of records are made, and finds
nothing: no record refers to itself. `in_bulk` has it look once, afterwards.
"""

from __future__ import annotations

import dataclasses
import gc
from collections.abc import Callable
from dataclasses import MISSING
from functools import wraps
from typing import Any, ParamSpec, TypeVar

Record = TypeVar("Record")
Result = TypeVar("Result")
Arguments = ParamSpec("Arguments")
Field = dataclasses.Field[Any]


def quickly_made(record: type[Record]) -> type[Record]:
    """A frozen, slotted, keyword-only dataclass with an `__init__` that fills its slots directly."""
    names = {f"_set_{field.name}": vars(record)[field.name].__set__ for field in _fields(record)}
    lines = [f"_set_{field.name}(self, {_value(field)})" for field in _fields(record)]
    made = _function(record, "__init__", "self, *, ", lines, names)
    made.__qualname__ = f"{record.__qualname__}.__init__"
    made.__annotations__ = record.__init__.__annotations__
    record.__init__ = made  # type: ignore[method-assign]
    return record


def maker(record: type[Record]) -> type[Record]:
    """A function that makes such records as the class does, and several times faster; to be called like the class."""
    twin = type(record.__name__, (), {"__slots__": record.__slots__})  # type: ignore[attr-defined]
    lines = ["self = _twin()", *[f"self.{field.name} = {_value(field)}" for field in _fields(record)]]
    lines += ["self.__class__ = _record", "return self"]
    made: type[Record] = _function(record, "make", "*, ", lines, {"_twin": twin, "_record": record})
    return made


def _fields(record: type[Any]) -> tuple[Field, ...]:
    found = dataclasses.fields(record)
    if any(field.default_factory is not MISSING for field in found) or hasattr(record, "__post_init__"):
        raise TypeError(f"{record.__name__} needs more than filling slots")
    return found


def _value(field: Field) -> str:
    return field.name if field.init else f"_default_{field.name}"


def _function(record: type[Any], name: str, before: str, lines: list[str], names: dict[str, Any]) -> Any:
    """A function with the arguments of the record and these lines."""
    arguments = []
    for field in _fields(record):
        if field.default is not MISSING:
            names[f"_default_{field.name}"] = field.default
        if field.init:
            arguments.append(field.name if field.default is MISSING else f"{field.name}=_default_{field.name}")
    source = "\n    ".join([f"def {name}({before}{', '.join(arguments)}):", *lines])
    exec(source, names)  # noqa: S102  as dataclass itself does; the text is made of field names only
    return names[name]


def in_bulk(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Decorate a short function that makes thousands of records: the garbage collector is off while it runs."""

    @wraps(function)
    def run(*arguments: Arguments.args, **options: Arguments.kwargs) -> Result:
        if not gc.isenabled():
            return function(*arguments, **options)
        gc.disable()
        try:
            return function(*arguments, **options)
        finally:
            gc.enable()

    return run
