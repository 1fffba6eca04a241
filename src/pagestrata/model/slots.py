"""Records, defined and made faster than `dataclasses` does.

`dataclass` of the standard library compiles six functions for every frozen class. A cheap visit defines some seventy such
classes, and spent more than a quarter of its time on that. The `dataclass` here compiles only `__init__`; comparison, hash,
text, pickling and the refusal of changes are closures over the names of the fields, and nothing else differs.

The `__init__` of the standard library looks up every field by its name in `object.__setattr__`. The descriptors of the slots
do the same in less than half of the time. Where even that is too slow, a `maker` fills an
object of a twin class, which is not frozen, and then makes it one of the record's class: a fifth of the time.

Python's garbage collector looks through what is young again and again while thousands of records are made, and finds
nothing: no record refers to itself. `in_bulk` has it look once, afterwards.
"""

from __future__ import annotations

import dataclasses
import gc
import inspect
from collections.abc import Callable
from dataclasses import MISSING, FrozenInstanceError
from functools import wraps
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

Record = TypeVar("Record")
Result = TypeVar("Result")
Arguments = ParamSpec("Arguments")
Field = dataclasses.Field[Any]

_RECORD = {"frozen": True, "slots": True, "kw_only": True}

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(**options: bool) -> Callable[[type[Record]], type[Record]]:
        """The decorator `dataclasses.dataclass`, faster for `frozen=True, slots=True, kw_only=True` on a class without bases."""

        def made(record: type[Record]) -> type[Record]:
            annotations = vars(record).get("__annotations__", {})
            is_plain = record.__bases__ == (object,) and not any(
                "InitVar" in str(kind) for kind in annotations.values()
            )
            return _record(record) if options == _RECORD and is_plain else dataclasses.dataclass(**options)(record)

        return made


def _record(plain: type[Record]) -> type[Record]:
    own, documented = dict(vars(plain)), plain.__doc__
    plain.__doc__ = (
        documented or plain.__name__
    )  # else a signature is looked for, of an `__init__` that is not there yet
    record = dataclasses.dataclass(init=False, repr=False, eq=False, slots=True, kw_only=True)(plain)
    found = dataclasses.fields(record)  # type: ignore[arg-type]
    names = [field.name for field in found]
    compared = _getter([field.name for field in found if field.compare])
    hashed = _getter([field.name for field in found if (field.compare if field.hash is None else field.hash)])
    shown = [field.name for field in found if field.repr]

    def refuse_change(self: Any, name: str, value: Any) -> None:
        if type(self) is record or name in names:
            raise FrozenInstanceError(f"cannot assign to field {name!r}")
        super(record, self).__setattr__(name, value)

    def refuse_deletion(self: Any, name: str) -> None:
        if type(self) is record or name in names:
            raise FrozenInstanceError(f"cannot delete field {name!r}")
        super(record, self).__delattr__(name)

    def are_equal(self: Any, other: Any) -> Any:
        return compared(self) == compared(other) if other.__class__ is self.__class__ else NotImplemented

    @recursive_repr()
    def text(self: Any) -> str:
        return f"{self.__class__.__qualname__}({', '.join([f'{name}={getattr(self, name)!r}' for name in shown])})"

    def set_state(self: Any, state: list[Any]) -> None:
        for name, value in zip(names, state, strict=False):
            object.__setattr__(self, name, value)

    methods = {
        "__init__": _init(record, has_more="__post_init__" in own), "__setattr__": refuse_change,
        "__delattr__": refuse_deletion, "__eq__": are_equal, "__hash__": lambda self: hash(hashed(self)), "__repr__": text,
        "__getstate__": lambda self: [getattr(self, name) for name in names], "__setstate__": set_state,
    }  # fmt: skip
    for name, function in methods.items():
        if own.get(name) is None:  # a class with a comparison of its own has None as its hash
            function.__name__, function.__qualname__ = name, f"{record.__qualname__}.{name}"
            setattr(record, name, function)
    if not documented:
        record.__doc__ = record.__name__ + str(inspect.signature(record)).replace(" -> None", "")
    parameters = record.__dataclass_params__  # type: ignore[attr-defined]
    parameters.init = parameters.repr = parameters.eq = parameters.frozen = True
    return record


def _getter(names: list[str]) -> Callable[[Any], tuple[Any, ...]]:
    """A function that gives these attributes of an object as a tuple."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda record: tuple([getattr(record, name) for name in names])


def _init(record: type[Any], *, has_more: bool) -> Any:
    found = dataclasses.fields(record)
    names: dict[str, Any] = {f"_set_{field.name}": vars(record)[field.name].__set__ for field in found}
    names |= {f"_new_{field.name}": field.default_factory for field in found if field.default_factory is not MISSING}
    lines = [f"_set_{field.name}(self, {_value(field)})" for field in found if _has_value(field)]
    lines += ["self.__post_init__()"] if has_more else []
    made = _function(record, "__init__", ["self"], lines, names)
    made.__annotations__ = {field.name: field.type for field in found if field.init} | {"return": None}
    return made


def maker(record: type[Record]) -> type[Record]:
    """A function that makes such records as the class does, and several times faster; to be called like the class."""
    found = dataclasses.fields(record)  # type: ignore[arg-type]
    if any(field.default_factory is not MISSING for field in found) or hasattr(record, "__post_init__"):
        raise TypeError(f"{record.__name__} needs more than filling slots")
    twin = type(record.__name__, (), {"__slots__": record.__slots__})  # type: ignore[attr-defined]
    lines = ["self = _twin()", *[f"self.{field.name} = {_value(field)}" for field in found]]
    lines += ["self.__class__ = _record", "return self"]
    made: type[Record] = _function(record, "make", [], lines, {"_twin": twin, "_record": record})
    return made


def _has_value(field: Field) -> bool:
    return field.init or field.default is not MISSING or field.default_factory is not MISSING


def _value(field: Field) -> str:
    if field.default_factory is not MISSING:
        new = f"_new_{field.name}()"
        return f"{new} if {field.name} is _default_{field.name} else {field.name}" if field.init else new
    return field.name if field.init else f"_default_{field.name}"


def _function(record: type[Any], name: str, first: list[str], lines: list[str], names: dict[str, Any]) -> Any:
    """A function with the arguments of the record, behind those in `first`, and these lines."""
    by_place: list[str] = list(first)
    by_name: list[str] = []
    for field in dataclasses.fields(record):
        if has_default := field.default is not MISSING or field.default_factory is not MISSING:
            names[f"_default_{field.name}"] = field.default if field.default is not MISSING else _FROM_FACTORY
        if field.init:
            argument = f"{field.name}=_default_{field.name}" if has_default else field.name
            (by_name if field.kw_only else by_place).append(argument)
    arguments = ", ".join([*by_place, *(["*", *by_name] if by_name else [])])
    source = "\n    ".join([f"def {name}({arguments}):", *(lines or ["pass"])])
    exec(source, names)  # noqa: S102  as dataclass itself does; the text is made of field names only
    return names[name]


class _FromFactory:
    def __repr__(self) -> str:
        return "<factory>"


_FROM_FACTORY = _FromFactory()
"""The default of an argument whose value a factory makes, shown in signatures as the standard library does."""


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
