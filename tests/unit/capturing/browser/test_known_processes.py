from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from pagestrata.capturing.browser.known_processes import KnownProcesses

PARENT = """
import subprocess, sys
child = subprocess.Popen([sys.executable, "-c", "import sys; sys.stdin.read()"], stdin=subprocess.PIPE)
print(child.pid, flush=True)
sys.stdin.read()
child.stdin.close()
child.wait()
"""


@contextmanager
def family() -> Iterator[tuple[int, int]]:
    """A process that ends with the block, and its child."""
    with subprocess.Popen([sys.executable, "-c", PARENT], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        yield parent.pid, int(parent.stdout.readline())
        parent.communicate()


def test_children_and_theirs_are_found_also_when_they_come_later_and_forgotten_when_they_are_gone() -> None:
    known = KnownProcesses()
    known.below(os.getpid())
    with family() as (parent, child):
        found = [process.pid for process in known.below(os.getpid())]
        assert found.index(parent) < found.index(child)
        assert [process.pid for process in known.below(parent)] == [child]
        assert known.below(child) == []
    assert not {parent, child} & {process.pid for process in known.below(os.getpid())}
