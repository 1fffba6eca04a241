"""Nothing of a browser may outlive us: a shell that waits for our end, then kills the browser and removes its profile.

It reads from a pipe whose other end only we hold. However we end, also by a signal nobody can catch, the system closes
our end, the read returns and the shell does what `BrowserProcess.kill` had no chance to do. A parent-death signal
(Linux `prctl`) would fire already when the thread that started the browser ends, and leave the profile behind.

Whoever is killed while the browser starts has not told its group yet: the browser is then found by its profile, for some
seconds, since it would write the profile again.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

_SCRIPT = """
while read -r line; do group=$line; done
[ -n "$group" ] && kill -s KILL -- "-$group" 2>/dev/null
for _ in 1 2 3 4 5 6 7 8 9 10; do
    if [ -z "$group" ]; then
        for process in $(pgrep -f -- "user-data-dir=$1" 2>/dev/null); do kill -s KILL "$process" 2>/dev/null; done
    fi
    rm -rf -- "$1" 2>/dev/null && [ -n "$group" ] && break
    sleep 0.5
done
"""


class DeathWatch:
    """Watches over a browser's profile and, once it is known, over its process group, until `end`."""

    def __init__(self, profile: Path) -> None:
        self._shell: subprocess.Popen[bytes] | None = None
        if sys.platform != "win32":
            self._shell = subprocess.Popen(
                ["/bin/sh", "-c", _SCRIPT, "pagestrata-deathwatch", str(profile)],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # a signal to our group, such as Ctrl-C, must not end the watch before us
            )

    def over(self, group: int) -> None:
        """Watch over a process group, too."""
        if self._shell is not None:
            assert self._shell.stdin is not None
            self._shell.stdin.write(b"%d\n" % group)
            self._shell.stdin.flush()

    def end(self) -> None:
        """Stop watching. May be called twice."""
        shell, self._shell = self._shell, None
        if shell is not None:
            shell.kill()
            shell.wait()
            assert shell.stdin is not None
            shell.stdin.close()
