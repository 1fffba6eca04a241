"""Why a program does not start: what the dynamic loader says of the libraries it misses.

The program is asked for its version. Where that fails, the loader names the file it could not load (also behind a start
script, as Debian's Chromium has one) and one library. glibc's loader lists all that are missing when it is told to trace
instead of to run (`LD_TRACE_LOADED_OBJECTS`, which `ldd` is made of); musl's names all of them at once.
"""

from __future__ import annotations

import errno
import os
import re
import subprocess
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

ANSWER_SECONDS = 30.0
_GLIBC = re.compile(r"^(?P<program>.*?): error while loading shared libraries: (?P<library>[^:\s]+): cannot open", re.M)
_MUSL = re.compile(
    r"^Error loading shared library (?P<library>[^:\s]+): No such file.*\(needed by (?P<program>.*)\)", re.M
)
_TRACED = re.compile(r"^\s*(\S+) => not found", re.M)
_TOO_OLD = re.compile(r"version `([A-Za-z]+_[\d.]+)' not found")


class Cause(Enum):
    """What keeps a program from starting."""

    ABSENT = "it is not there"
    LIBRARIES = "libraries are missing"
    FOREIGN = "it was made for another system"
    SYSTEM_TOO_OLD = "the system's C library is too old for it"
    OTHER = "it fails"


@dataclass(frozen=True, slots=True, kw_only=True)
class StartFault:
    """Why `program` does not start. `libraries` has the names of those that are missing, `said` the words of the failure."""

    program: str
    cause: Cause
    libraries: tuple[str, ...] = ()
    said: str = ""

    @property
    def description(self) -> str:
        """The fault as the end of a sentence that begins with the program."""
        if self.cause is Cause.LIBRARIES:
            return f"misses {_listed(self.libraries)}"
        if self.cause is Cause.ABSENT:
            return "is not there"
        if self.cause is Cause.FOREIGN:
            return "was made for another system or C library"
        if self.cause is Cause.SYSTEM_TOO_OLD:
            return f"needs a newer C library than this system has ({self.said})"
        return f"does not start ({self.said})"


def start_fault(program: str) -> StartFault | None:
    """Return why `program` cannot say its version, or None where it can."""
    try:
        done = subprocess.run(
            [program, "--version"],
            capture_output=True, text=True, errors="replace", timeout=ANSWER_SECONDS, stdin=subprocess.DEVNULL,
            env=_untranslated(),
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return StartFault(program=program, cause=Cause.OTHER, said=f"no answer within {ANSWER_SECONDS:.0f} s")
    except OSError as error:
        return _not_executed(program, error)
    if done.returncode == 0:
        return None
    return _loader_fault(program, done.stderr) or _failure(program, done)


def _untranslated() -> dict[str, str]:
    return {**os.environ, "LC_ALL": "C"}


def _not_executed(program: str, error: OSError) -> StartFault:
    there = Path(program).exists()
    if error.errno == errno.ENOENT and not there:
        return StartFault(program=program, cause=Cause.ABSENT)
    if error.errno in (errno.ENOENT, errno.ENOEXEC):  # its loader is missing (glibc's on musl), or another processor
        return StartFault(program=program, cause=Cause.FOREIGN)
    return StartFault(program=program, cause=Cause.OTHER, said=error.strerror or str(error))


def _loader_fault(program: str, said: str) -> StartFault | None:
    if too_old := _TOO_OLD.search(said):
        return StartFault(program=program, cause=Cause.SYSTEM_TOO_OLD, said=too_old[1])
    found = [*_GLIBC.finditer(said), *_MUSL.finditer(said)]
    if not found:
        return None
    named = [match["library"] for match in found]
    loaded = found[0]["program"]
    libraries = dict.fromkeys([*named, *_traced(loaded if Path(loaded).is_absolute() else program)])
    return StartFault(program=program, cause=Cause.LIBRARIES, libraries=tuple(libraries))


def _traced(program: str) -> list[str]:
    """The libraries that glibc's loader does not find; none where another loader answers or the program is a script."""
    try:
        done = subprocess.run(
            [program],
            capture_output=True, text=True, errors="replace", timeout=ANSWER_SECONDS, stdin=subprocess.DEVNULL,
            env={**_untranslated(), "LD_TRACE_LOADED_OBJECTS": "1"},
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError):
        return []
    return _TRACED.findall(done.stdout)


def _failure(program: str, done: subprocess.CompletedProcess[str]) -> StartFault:
    words = (done.stderr or done.stdout).strip().splitlines()
    how = f"signal {-done.returncode}" if done.returncode < 0 else f"exit code {done.returncode}"
    return StartFault(program=program, cause=Cause.OTHER, said=words[-1][:300] if words else how)


def _listed(names: tuple[str, ...]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
