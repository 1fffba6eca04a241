"""Tests mirror the source by path: src/pagestrata/a/b.py is tested in tests/unit/a/test_b.py."""

from __future__ import annotations

from mirrored_modules import (
    LENDERS,
    ROOT,
    SOURCE,
    TESTED_ELSEWHERE,
    UNIT,
    is_about_libraries,
    libraries_of,
    modules_of,
)


def _sources() -> set[str]:
    return {
        str(path.relative_to(SOURCE).with_suffix(""))
        for path in SOURCE.rglob("*.py")
        if path.name not in {"__init__.py", "__main__.py"}
    }


def _tests() -> set[str]:
    return {str(path.relative_to(UNIT).with_name(path.stem.removeprefix("test_"))) for path in UNIT.rglob("test_*.py")}


def test_every_module_has_its_test() -> None:
    missing = _sources() - _tests() - TESTED_ELSEWHERE.keys()
    assert not missing, f"write tests/unit/…/test_….py for: {sorted(missing)}"


def test_every_test_has_its_module() -> None:
    packages = {str(path.parent.relative_to(SOURCE)) for path in SOURCE.rglob("__init__.py")}
    orphans = _tests() - _sources() - packages
    assert not orphans, f"these tests mirror no module: {sorted(orphans)}"


def test_the_exceptions_are_still_needed() -> None:
    for module, place in TESTED_ELSEWHERE.items():
        assert module in _sources(), f"{module} is gone"
        assert (ROOT / place).is_file(), f"{module} is said to be tested in {place}, which is not there"


def test_the_tests_with_the_oldest_libraries_reach_every_library_that_the_source_uses() -> None:
    """`make lowest` calls tests of modules that use a library, and leaves capturing, which needs a browser, to others."""
    used = {name for module in _sources() for name in libraries_of(SOURCE / f"{module}.py")}
    every = [path for path in UNIT.rglob("test_*.py") if UNIT / "capturing" not in path.parents]
    chosen = [path for path in every if is_about_libraries(path)]
    reached = {name for path in chosen for module in modules_of(path) for name in libraries_of(module)}
    assert len(chosen) < 0.6 * len(every)
    assert used - reached == {"playwright", "httpcore", "mcp_types"}  # of capturing, and of what contracts test


def test_a_module_that_hands_a_library_on_counts_as_using_it() -> None:
    for name, library in LENDERS.items():
        module = SOURCE.parent / f"{name.replace('.', '/')}.py"
        assert module.exists()
        assert library in module.read_text()
    assert "sqlalchemy" in libraries_of(SOURCE / "store" / "history" / "visits.py")
    assert not libraries_of(SOURCE / "query" / "timeline.py")
