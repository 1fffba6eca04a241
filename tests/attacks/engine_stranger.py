"""Another user of the machine who found the port of a cluster: prints whether its nodes listen to what they say.

python tests/attacks/engine_stranger.py ADDRESS
"""

from __future__ import annotations

import sys


def main(address: str) -> None:
    from ray._raylet import GcsClient

    try:
        GcsClient(address=address).internal_kv_keys(b"", None, timeout=30)
    except Exception as error:
        print("refused", type(error).__name__, str(error)[:200])
    else:
        print("reached")


if __name__ == "__main__":
    main(sys.argv[1])
