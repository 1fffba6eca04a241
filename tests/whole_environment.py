"""Say whether the virtual environment that runs this is whole, for the Makefile: pip can be used and no package is half there.

A package whose list of files is missing, or names files that are not there, was left by an installation that was killed.
"""

from __future__ import annotations

import importlib.metadata
import sys


def half_written() -> list[str]:
    """The names of packages of which files are missing."""
    return sorted(
        str(distribution.name)
        for distribution in importlib.metadata.distributions()
        if not distribution.files or not all(map(_is_there, distribution.files))
    )


def _is_there(file: importlib.metadata.PackagePath) -> bool:
    return file.suffix == ".pyc" or file.locate().exists()  # pip lists compiled files that nobody needs


if __name__ == "__main__":
    import pip  # noqa: F401 - one without it was left half made

    if broken := half_written():
        sys.exit(f"half-written: {', '.join(broken)}")
