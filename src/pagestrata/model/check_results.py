"""What an examination of this machine found."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    """How well something serves. WEAK works, with a drawback; MISSING keeps something from working."""

    FINE = "fine"
    WEAK = "weak"
    MISSING = "missing"


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckResult:
    """One thing that was looked at, what was found, and what to do about it ("" where nothing is to be done)."""

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
