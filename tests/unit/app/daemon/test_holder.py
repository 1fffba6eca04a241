from __future__ import annotations

import os
import subprocess
import sys

from pagestrata.app.daemon.holder import LEADER, is_gone, new_holder


def test_every_program_has_a_name_of_its_own() -> None:
    assert new_holder() != new_holder()
    assert f":{os.getpid()}:" in new_holder()


def test_only_a_program_that_ran_here_and_ended_is_gone() -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    here = new_holder()
    assert not is_gone(here)
    assert is_gone(here.replace(f":{os.getpid()}:", f":{ended.pid}:"))
    assert not is_gone(f"elsewhere:{ended.pid}:abc")
    for odd in ("", "x", ":::", here.replace(f":{os.getpid()}:", ":x:"), here.replace(f":{os.getpid()}:", ":1:")):
        assert not is_gone(odd)


def test_of_a_leader_nobody_knows_whether_its_workers_are_gone() -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    name = new_holder().replace(f":{os.getpid()}:", f":{ended.pid}:")
    assert is_gone(name)
    assert not is_gone(f"{LEADER}{name}")
