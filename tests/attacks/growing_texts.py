"""Every function that reads text, and how its time grows with the text: what `test_growth` measures.

Functions whose required parameters are all `str` are found by themselves, private ones too, in all packages that see what a
page says. Functions of another shape are named in `ENTRANCES`. A new package is watched as soon as it is in `PACKAGES`.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import pagestrata
from found_changes import page_of
from laid_out_pages import Part, laid_out
from pagestrata.deciding.surroundings.sides import Side
from pagestrata.model.blocks import BlockTree
from trees import leaf, page

UNITS = (
    "1 ", "a ", "1", "a", " ", ".", "1.", "1,", "1:", "1/", "1-", "-", "a-", "a.", "a b. ", "1 a ", "a 1 ", "\n", "1\n",
    "a\n ", "\t", "\u00a0", "12:30 ", "1 Jan ", "Monday 1 ", "2024-01-01 ", "€1 ", "$1.00 ", "1 % ", "%", "%20", "1,000 ",
    "v1.2 ", "1 day ago ", "an hour ago ", "3 comments ", "(", "()", "[", "<", "<a>", "</a>", "<!--", "&", "&amp;", "x=1&",
    "/a", "?a=", "é ", "中", "中。", "あ", "ア 1 ", "٣ ", "א ", "\u0301", "\U0001f600", '"', "'", "@a.b ", "http://a.b/ ",
    "{}", "a1", "A", "#",
)  # fmt: skip
"""What a hostile page repeats."""

SIZES = (1_000, 10_000, 100_000)
WORTH_GROWING_SECONDS = 0.001
"""A function that takes less for 10,000 characters is not asked for 100,000: the square of that would not be felt."""
MOST_PER_DECADE = 12.0
FLOOR_SECONDS = 0.005
"""Less is noise: time is measured, and other programs run beside."""

PACKAGES = (
    "capturing", "comparing", "crawl", "deciding", "follow", "formats", "judging", "measures", "model", "notify", "report",
    "replay", "segmenting", "store.search", "visit", "weighing",
)  # fmt: skip

BEHIND_LIMITS = (
    "pagestrata.weighing.noise.",
    "pagestrata.weighing.texts.",
    "pagestrata.weighing.history.",
    "pagestrata.deciding.by_itself.",
    "pagestrata.deciding.findings.",
    "pagestrata.deciding.surroundings.",
)
"""Rooms that get no text longer than `visit.long_texts.LONGEST_TEXT`; measured through `ENTRANCES`."""

NO_TEXTS_OF_PAGES = {
    "pagestrata.model.ref_names.candidate_numbers": "numbers without end",
    "pagestrata.model.edits._same_runs": "gets a hundred words at most",
}
"""Functions that never see a long text, and why."""


class TextFunction(NamedTuple):
    """A function of one text."""

    name: str
    call: Callable[[str], object]


def text_functions() -> Iterator[TextFunction]:
    """Every function that reads text, by name."""
    for info in pkgutil.walk_packages(pagestrata.__path__, "pagestrata."):
        if not any(info.name.startswith(f"pagestrata.{name}") for name in PACKAGES):
            continue
        module = importlib.import_module(info.name)
        for name, value in sorted(vars(module).items()):
            full = f"{info.name}.{name}"
            if getattr(value, "__module__", None) != info.name or full.startswith(BEHIND_LIMITS):
                continue
            needed = _text_parameters(value)
            if needed and full not in NO_TEXTS_OF_PAGES:
                yield TextFunction(full, _caller(inspect.unwrap(value), needed))
    yield from (TextFunction(name, call) for name, call in ENTRANCES.items())


def _text_parameters(value: Any) -> list[inspect.Parameter]:
    """The parameters that have to be given, where all of them are texts."""
    plain = inspect.unwrap(value) if callable(value) else None
    if not inspect.isfunction(plain) or inspect.iscoroutinefunction(plain):
        return []
    needed = [one for one in inspect.signature(plain).parameters.values() if one.default is one.empty]
    needed = [one for one in needed if one.kind is not one.VAR_KEYWORD]
    is_text = [one.kind is not one.VAR_POSITIONAL and one.annotation in {"str", str} for one in needed]
    return needed if needed and all(is_text) else []


def _caller(function: Callable[..., object], needed: list[inspect.Parameter]) -> Callable[[str], object]:
    """Gives the text to the first parameter, and a text that ends otherwise to all others."""

    def call(text: str) -> object:
        values = [text if number == 0 else f"{text} one more." for number in range(len(needed))]
        named = {one.name: value for one, value in zip(needed, values, strict=True) if one.kind is one.KEYWORD_ONLY}
        plain = [value for one, value in zip(needed, values, strict=True) if one.kind is not one.KEYWORD_ONLY]
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


def _judged_and_remembered(text: str) -> object:
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
    "remember what changed": _judged_and_remembered,
    "compare two sources": _sources,
}
"""Functions of another shape, each made one of a text."""


def growth_faults(function: TextFunction, units: Sequence[str] = UNITS) -> list[str]:
    """Units with which the function takes more than 12 times as long for 10 times the text."""
    return [found for unit in units if (found := _fault(function, unit))]


def _fault(function: TextFunction, unit: str) -> str:
    last = 0.0
    for size in SIZES[1:]:
        taken = _seconds(function, unit, size)
        limit = MOST_PER_DECADE * max(FLOOR_SECONDS, last)
        if taken > limit:  # measured again, both, before it counts
            last = _best_of(function, unit, size // 10)
            limit = MOST_PER_DECADE * max(FLOOR_SECONDS, last)
            taken = min(taken, _best_of(function, unit, size)) if taken < 10 * limit else taken
        if taken > limit:
            return f"{function.name}: {unit!r} {size // 10} {last:.4f} s, {size} {taken:.4f} s"
        if taken < WORTH_GROWING_SECONDS:
            break
        last = taken
    return ""


def _best_of(function: TextFunction, unit: str, size: int, *, times: int = 3) -> float:
    return min(_seconds(function, unit, size, number) for number in range(1, 1 + times))


def _seconds(function: TextFunction, unit: str, size: int, number: int = 0) -> float:
    """The processor time of one call, with a text that no cache has seen."""
    text = f"{number}{size} {unit * (size // len(unit))}"
    begin = time.process_time()
    try:
        found = function.call(text)
        if inspect.isgenerator(found):
            for _ in found:
                pass
    except Exception:  # refused: that takes time, too
        pass
    return time.process_time() - begin
