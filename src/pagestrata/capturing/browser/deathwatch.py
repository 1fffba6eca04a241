"""Nothing of a browser may outlive us: a shell that waits for our end, then kills the browser and removes its profile.

It reads from a pipe whose other end only we hold. However we end, also by a signal nobody can catch, the system closes
our end, the read returns and the shell does what `BrowserProcess.kill` had no chance to do. A parent-death signal
(Linux `prctl`) would fire already when the thread that started the browser ends, and leave the profile behind.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

_SCRIPT = """
read -r _
kill -s KILL -- "-$1" 2>/dev/null
for _ in 1 2 3 4 5 6 7 8 9 10; do
    rm -rf -- "$2" 2>/dev/null && break
    sleep 0.2
done
"""


class DeathWatch:
    """Watches over one browser, the leader of process group `group`, until `end`."""

    def __init__(self, group: int, profile: Path) -> None:
        self._shell: subprocess.Popen[bytes] | None = None
        if sys.platform != "win32":
            self._shell = subprocess.Popen(
                ["/bin/sh", "-c", _SCRIPT, "pagestrata-deathwatch", str(group), str(profile)],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # a signal to our group, such as Ctrl-C, must not end the watch before us
            )

    def end(self) -> None:
        """Stop watching. May be called twice."""
        shell, self._shell = self._shell, None
        if shell is not None:
            shell.kill()
            shell.wait()
            assert shell.stdin is not None
            shell.stdin.close()
