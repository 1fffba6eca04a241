"""Every function that reads text, made one of a single text: what `test_growth` grows.

Found by themselves, private ones too, are functions of the packages that see what a page says, where every required
parameter is a text, bytes, several texts, or a block or page of a text (`AS_GIVEN`). A number beside a text is a place in
it, a text beside many is a word. Functions of another shape are reached through the steps of a visit in `ENTRANCES`. A new
package is watched as soon as it is in `PACKAGES`.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pagestrata
from found_changes import page_of
from laid_out_pages import Part, laid_out
from pagestrata.deciding.sides import Side
from pagestrata.model.blocks import BlockTree
from trees import leaf, page

PACKAGES = (
    "capturing", "comparing", "crawl", "deciding", "follow", "formats", "judging", "measures", "model", "notify", "query",
    "report", "replay", "segmenting", "store.search", "visit", "weighing",
)  # fmt: skip

BEHIND_LIMITS = ("pagestrata.weighing.volatility",)
"""Rooms that get no text longer than `visit.long_texts.LONGEST_TEXT`; measured through `ENTRANCES`."""

NO_TEXTS_OF_PAGES = {
    "pagestrata.model.blocks.candidate_numbers": "numbers without end, from the name of a block",
    "pagestrata.segmenting.refs.number_blocks": "keys of blocks; those that are the same take a little longer the more they are",
    "pagestrata.visit.ignore.without_texts": "patterns of a person, each of which is run over the text",
    "pagestrata.model.edits._same_runs": "gets a hundred words at most",
    "pagestrata.comparing.inherit_refs._candidates": "names without end, from the name of a block",
    "pagestrata.capturing.browser.steps.read_steps": "a file of the person who visits",
}
"""Functions that never see a long text, and why."""


class TextFunction(NamedTuple):
    """A function of one text."""

    name: str
    call: Callable[[str], object]


def text_functions() -> Iterator[TextFunction]:
    """Every function that reads text, by name."""
    for info in pkgutil.walk_packages(pagestrata.__path__, "pagestrata."):
        if any(info.name.startswith(f"pagestrata.{name}") for name in PACKAGES):
            yield from _functions_of(info.name)
    yield from (TextFunction(name, call) for name, call in ENTRANCES.items())


def _functions_of(module: str) -> Iterator[TextFunction]:
    for name, value in sorted(vars(importlib.import_module(module)).items()):
        full = f"{module}.{name}"
        if getattr(value, "__module__", None) != module or full.startswith(BEHIND_LIMITS) or full in NO_TEXTS_OF_PAGES:
            continue
        plain = inspect.unwrap(value) if callable(value) else None  # a cache would answer at once
        if inspect.isfunction(plain) and not inspect.iscoroutinefunction(plain):
            needed = _needed(plain)
            if needed and _reads_text(needed):
                yield TextFunction(full, _caller(plain, needed))


def _needed(function: Callable[..., object]) -> list[inspect.Parameter]:
    parameters = inspect.signature(function).parameters.values()
    return [one for one in parameters if one.default is one.empty and one.kind is not one.VAR_KEYWORD]


def _reads_text(needed: list[inspect.Parameter]) -> bool:
    """Whether everything that has to be given can be made of a text, and something of it is one."""
    kinds = [str(one.annotation) for one in needed]
    return all(kind in AS_GIVEN for kind in kinds) and any(kind not in NUMBERS for kind in kinds)


NUMBERS = frozenset(("int", "float", "bool"))
SINGLE = frozenset(("str", "str | None"))
MANY = frozenset(("Sequence[str]", "list[str]", "tuple[str, ...]", "Iterable[str]", "Collection[str]", "set[str]"))
WORD_CHARACTERS = 20
AS_GIVEN: dict[str, Callable[[str, int], Any]] = {
    "str": lambda text, _: text,
    "str | None": lambda text, _: text,
    "bytes": lambda text, _: text.encode(),
    "bytes | None": lambda text, _: text.encode(),
    "bytes | str": lambda text, _: text.encode(),
    "str | bytes": lambda text, _: text,
    "Sequence[str]": lambda text, _: text.split(),
    "list[str]": lambda text, _: text.split(),
    "tuple[str, ...]": lambda text, _: tuple(text.split()),
    "Iterable[str]": lambda text, _: text.split(),
    "Collection[str]": lambda text, _: text.split(),
    "set[str]": lambda text, _: set(text.split()),
    "Counter[str]": lambda text, _: Counter(text.split()),
    "Mapping[str, str]": lambda text, _: {"class": text, "href": text},
    "dict[str, str]": lambda text, _: {"class": text, "href": text},
    "Block": lambda text, _: leaf("1.2", text, links=(text[: len(text) // 2],)),
    "BlockTree": lambda text, _: page(leaf("1.1", "A title"), leaf("1.2", text)),
    "int": lambda text, place: min(place * len(text), len(text)),
    "float": lambda *_: 0.5,
    "bool": lambda *_: True,
}
"""What is given for a parameter by its annotation; of two numbers the first is the beginning and the second the end."""


def _caller(function: Callable[..., object], needed: list[inspect.Parameter]) -> Callable[[str], object]:
    """Gives the text to the first parameter, and a text that ends otherwise to all others."""

    kinds = [str(one.annotation) for one in needed]
    has_many = not MANY.isdisjoint(kinds)

    def call(text: str) -> object:
        plain, named, numbers, has_text = [], {}, 0, False
        for one, kind in zip(needed, kinds, strict=True):
            given = text[-WORD_CHARACTERS:] if has_many and kind in SINGLE else text
            value = AS_GIVEN[kind](f"{given} one more." if has_text else given, numbers)
            numbers += kind in NUMBERS
            has_text = has_text or kind not in NUMBERS
            if one.kind is one.KEYWORD_ONLY:
                named[one.name] = value
            else:
                plain.append(value)
        return function(*plain, **named)

    return call


def _judged(old: BlockTree, new: BlockTree) -> object:
    from pagestrata.visit.judge import judge

    return judge(Side(tree=old), Side(tree=new))


def _one_sentence_more(text: str) -> object:
    return _judged(
        page(leaf("1.1", "A title"), leaf("1.2", text)), page(leaf("1.1", "A title"), leaf("1.2", f"{text} New."))
    )


def _changed_all_over(text: str) -> object:
    return _judged(
        page(leaf("1.1", "A title"), leaf("1.2", text)), page(leaf("1.1", "A title"), leaf("1.2", text[::-1]))
    )


def _came(text: str) -> object:
    return _judged(page(leaf("1.1", "A title")), page(leaf("1.1", "A title"), leaf("1.2", text)))


def _cut(text: str) -> object:
    from pagestrata.visit.cut import cut

    return cut(laid_out(Part("main", "story", [text[: len(text) // 2], (text[len(text) // 2 :], "/there")])))


def _remembered(text: str) -> object:
    from pagestrata.comparing.vidiff import compare
    from pagestrata.model.page_state import PageState
    from pagestrata.visit.remember import after_visit

    old, new = page_of("A title", text), page_of("A title", f"{text} New.")
    return after_visit(PageState(url="http://a.test/", tree=old), new, compare(old, new), kept=True)


def _sources(text: str) -> object:
    from pagestrata.comparing.quick.quick_compare import quick_compare

    return quick_compare(
        f"<p>{text}</p>".encode(), f"<p>{text} New.</p>".encode(), old_type="text/html", new_type="text/html"
    )


ENTRANCES: dict[str, Callable[[str], object]] = {
    "judge a text with one more sentence": _one_sentence_more,
    "judge a text that changed all over": _changed_all_over,
    "judge a text that came": _came,
    "cut a page": _cut,
    "remember what changed": _remembered,
    "compare two sources": _sources,
}
"""Functions of another shape, each made one of a text."""
