"""Pure modules of the benchmarks, loaded by their path: the folder of the benchmarks is not on the path of the tests."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"


def benchmark_module(name: str) -> ModuleType:
    """The module of that path below `benchmarks/`, which imports no other module of the benchmarks."""
    own_name = f"benchmark_under_test_{name.replace('/', '_')}"
    spec = importlib.util.spec_from_file_location(own_name, BENCHMARKS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[own_name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def use_real_benchmarks() -> None:
    """Let `import benchmarks.…` find the benchmarks and not the folder of their tests, for modules that import each other."""
    known = sys.modules.get("benchmarks")
    if known is not None and str(BENCHMARKS) in list(known.__path__):
        return
    folders = [str(BENCHMARKS)]
    spec = importlib.util.spec_from_file_location(
        "benchmarks", BENCHMARKS / "__init__.py", submodule_search_locations=folders
    )
    assert spec is not None
    assert spec.loader is not None
    package = importlib.util.module_from_spec(spec)
    sys.modules["benchmarks"] = package
    spec.loader.exec_module(package)
