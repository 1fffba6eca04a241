"""What a cluster does, held against what was asked of it. Exit 1 where a figure falls short.

    python -m benchmarks.scale analysis [--versions N] [--rounds N]
    python -m benchmarks.scale kills [--pages N] [--versions N] [--only run|analyse]
    python -m benchmarks.scale outages [--pages N] [--seconds S]
    python -m benchmarks.scale day [--pages N] [--visits N] [--workers N] [--leases sqlite|postgresql]
    python -m benchmarks.scale leader [--pages N] [--workers N] [--database sqlite|postgresql]
    python -m benchmarks.scale constants [--versions N]

Each module of this package named so has `add_options(parser)` and `measure(arguments) -> list[Figure]`.
"""

from __future__ import annotations

import argparse
import importlib
import sys

from benchmarks.scale.figures import Figure

NAMES = ("analysis", "kills", "outages", "day", "leader", "constants")


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="name", required=True)
    modules = {name: importlib.import_module(f"benchmarks.scale.{name}") for name in NAMES}
    for name, module in modules.items():
        module.add_options(commands.add_parser(name))
    arguments = parser.parse_args(words)
    figures: list[Figure] = modules[arguments.name].measure(arguments)
    print("\n".join(map(str, figures)))
    return 0 if all(figure.is_reached for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
