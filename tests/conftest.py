"""Fixtures for all tests."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import argon2
import pytest
from hypothesis import settings

from mirrored_modules import is_about_libraries

# the same examples every time, and no deadline: machines are shared and noisy
settings.register_profile("pagestrata", deadline=None, derandomize=True)
settings.load_profile("pagestrata")

# by path, because `import site` finds Python's own module
_spec = importlib.util.spec_from_file_location("changing_site_fixture", Path(__file__).with_name("site.py"))
assert _spec is not None
assert _spec.loader is not None
_module = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_module)

changing_site = _module.changing_site


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--libraries", action="store_true", help="only tests of modules that use libraries of others")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """With `--libraries`, leave out what no version of a library can break: such files are not even loaded."""
    is_left_out = collection_path.name.startswith("test_") and not is_about_libraries(collection_path)
    return True if config.getoption("--libraries") and is_left_out else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep tests in one process that share what is made once for their module: each process would make it again."""
    for item in items:
        known = item._fixtureinfo.name2fixturedefs.values() if isinstance(item, pytest.Function) else ()
        if any(found[-1].scope == "module" and item.nodeid.startswith(f"{found[-1].baseid}::") for found in known):
            item.add_marker(pytest.mark.xdist_group(item.nodeid.partition("::")[0]))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Call a test by its name alone, as `--last-failed` looks for it: xdist adds the group behind an @."""
    if report.nodeid.rfind("@") > report.nodeid.rfind("]"):
        report.nodeid = report.nodeid.rpartition("@")[0]


@pytest.fixture(autouse=True)
def addresses_of_channels(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or writes the addresses that the person who runs it keeps."""
    monkeypatch.setenv("PAGESTRATA_CHANNELS", str(tmp_path_factory.getbasetemp() / "channels.json"))


@pytest.fixture(autouse=True, scope="session")
def passwords_hashed_at_least_cost() -> None:
    """What is shipped takes a quarter of a second for each password, on purpose; tests hash hundreds."""
    from pagestrata.web.security import logins

    logins._HASHER = argon2.PasswordHasher.from_parameters(argon2.profiles.CHEAPEST)
