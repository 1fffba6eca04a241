"""The name under which a program leases visits, and whether the program behind a name is surely gone."""

from __future__ import annotations

import os
import socket
import uuid

LEADER = "leader:"
"""How the name of a program begins that leads others: whether it is gone says nothing of its workers elsewhere."""


def new_holder() -> str:
    """A name that no other program has: machine, process and something random."""
    return f"{_machine()}:{os.getpid()}:{uuid.uuid4().hex[:8]}"


def is_gone(holder: str) -> bool:
    """Whether the program of that name ran on this machine and has ended; False if unknown."""
    machine, _, rest = holder.rpartition(":")[0].rpartition(":")
    if machine != _machine() or not rest.isdecimal() or os.name != "posix":
        return False
    try:
        os.kill(int(rest), 0)
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):
        return False  # another program holds it
    return False


def _machine() -> str:
    """Where process numbers mean the same: containers may share a host name, and have numbers of their own."""
    try:
        return f"{socket.gethostname()}/{os.stat('/proc/self/ns/pid').st_ino}"
    except OSError:
        return socket.gethostname()
