from __future__ import annotations

import sys
from pathlib import Path

import pytest

from pagestrata.capturing.browser import start_faults
from pagestrata.capturing.browser.start_faults import Cause, start_fault

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="programs of Linux and their loader")


def script(path: Path, text: str) -> str:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return str(path)


def without_library(path: Path) -> str:
    """A real program of this system, changed so that it asks the loader for a library that nobody has."""
    program = Path("/bin/ls").resolve().read_bytes()
    path.write_bytes(program.replace(b"libc.so.6\0", b"libq.so.6\0"))
    path.chmod(0o755)
    return str(path)


def test_a_program_that_starts_has_no_fault(tmp_path: Path) -> None:
    assert start_fault(script(tmp_path / "chrome", "echo Chromium 1.2")) is None
    assert start_fault(sys.executable) is None


def test_the_loader_names_what_is_missing(tmp_path: Path) -> None:
    fault = start_fault(without_library(tmp_path / "node"))
    assert fault is not None
    assert fault.cause is Cause.LIBRARIES
    assert "libq.so.6" in fault.libraries
    assert fault.description.startswith("misses lib")


def test_a_start_script_is_seen_through(tmp_path: Path) -> None:
    program = without_library(tmp_path / "chromium-real")
    fault = start_fault(script(tmp_path / "chromium", f'exec {program} "$@"'))
    assert fault is not None
    assert fault.program == str(tmp_path / "chromium")
    assert "libq.so.6" in fault.libraries


def test_all_libraries_are_listed_not_only_the_first(tmp_path: Path) -> None:
    program = Path(without_library(tmp_path / "node"))
    if b"libselinux.so.1\0" not in program.read_bytes():
        pytest.skip("the ls of this system needs one library only")
    program.write_bytes(program.read_bytes().replace(b"libselinux.so.1\0", b"libselinuq.so.1\0"))
    fault = start_fault(str(program))
    assert fault is not None
    assert sorted(fault.libraries) == ["libq.so.6", "libselinuq.so.1"]
    assert " and " in fault.description


def test_musl_names_all_libraries_at_once(tmp_path: Path) -> None:
    said = "\n".join(
        f"Error loading shared library {name}: No such file or directory (needed by /usr/lib/chromium/chromium)"
        for name in ("libatomic.so.1", "libnss3.so")
    )
    fault = start_fault(script(tmp_path / "chromium", f"cat >&2 <<end\n{said}\nend\nexit 127"))
    assert fault is not None
    assert fault.libraries == ("libatomic.so.1", "libnss3.so")


def test_a_program_for_another_c_library_is_told(tmp_path: Path) -> None:
    """glibc's Node on Alpine: the file is there, its loader is not, and the system says that there is no such file."""
    program = Path("/bin/ls").resolve().read_bytes()
    path = tmp_path / "node"
    path.write_bytes(program.replace(b"/ld-linux", b"/ld-nobod"))
    path.chmod(0o755)
    fault = start_fault(str(path))
    assert fault is not None
    assert fault.cause is Cause.FOREIGN
    path.write_bytes(b"\x7fELF of another processor")
    again = start_fault(str(path))
    assert again is not None
    assert again.cause is Cause.FOREIGN


def test_a_system_that_is_too_old_is_told(tmp_path: Path) -> None:
    said = "/lib/x86_64-linux-gnu/libc.so.6: version \\`GLIBC_2.99' not found (required by $0)"
    fault = start_fault(script(tmp_path / "node", f'echo "$0: {said}" >&2; exit 1'))
    assert fault is not None
    assert fault.cause is Cause.SYSTEM_TOO_OLD
    assert "GLIBC_2.99" in fault.description


def test_other_failures_keep_their_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = start_fault(script(tmp_path / "a", "echo no display >&2; exit 3"))
    silent = start_fault(script(tmp_path / "b", "exit 3"))
    killed = start_fault(script(tmp_path / "c", "kill -9 $$"))
    absent = start_fault(str(tmp_path / "none"))
    monkeypatch.setattr(start_faults, "ANSWER_SECONDS", 0.1)
    slow = start_fault(script(tmp_path / "d", "exec sleep 60"))
    assert broken is not None
    assert silent is not None
    assert killed is not None
    assert absent is not None
    assert slow is not None
    assert broken.description == "does not start (no display)"
    assert silent.description == "does not start (exit code 3)"
    assert killed.description == "does not start (signal 9)"
    assert absent.description == "is not there"
    assert "no answer within" in slow.description


def test_a_file_that_may_not_be_run_is_told(tmp_path: Path) -> None:
    plain = tmp_path / "chrome"
    plain.write_text("text")
    fault = start_fault(str(plain))
    assert fault is not None
    assert fault.said == "Permission denied"
