"""Results of the checks of `doctor`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    """The state of something. WEAK works with a drawback; MISSING prevents something from working."""

    FINE = "fine"
    WEAK = "weak"
    MISSING = "missing"


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckResult:
    """The result of one check: what was found, and advice ("" if nothing needs to be done)."""

    name: str
    state: State
    found: str
    advice: str = ""


def fine(name: str, found: str) -> CheckResult:
    return CheckResult(name=name, state=State.FINE, found=found)


def weak(name: str, found: str, advice: str) -> CheckResult:
    return CheckResult(name=name, state=State.WEAK, found=found, advice=advice)


def missing(name: str, found: str, advice: str) -> CheckResult:
    return CheckResult(name=name, state=State.MISSING, found=found, advice=advice)
