"""What people type into a page that no one may see again: kept outside the archive, next to the addresses of channels.

The archive knows a secret by a random name, which says nothing about it. The file is for its owner alone.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from pathlib import Path

from pagestrata.errors import UsageError
from pagestrata.notify.kept_addresses import KeptAddresses, default_file

FILE = "secrets.json"


class KeptSecrets:
    """The secrets in one file."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._kept = KeptAddresses(file)

    def keep(self, text: str, origin: str) -> str:
        """The name under which a secret of one origin is kept from now on; the same secret gets another name each time."""
        name = secrets.token_hex(12)
        self._kept.write_all({**self._kept.read_all(), name: f"{origin}\n{text}"})
        return name

    def find(self, name: str, origin: str) -> str:
        """The secret of that name. Raises UsageError where it is for another origin, or kept on another machine."""
        kept_for, _, found = self._kept.read_all().get(name, "").partition("\n")
        if not kept_for or kept_for != origin:
            raise UsageError(
                f"a secret of these steps is not stored on this machine (in {self._file}); record the steps again here"
            )
        return found

    def forget(self, names: frozenset[str]) -> None:
        """Remove secrets; names that are not kept are no error."""
        known = self._kept.read_all()
        if names & known.keys():
            self._kept.write_all({name: text for name, text in known.items() if name not in names})


def kept_secrets(environment: Mapping[str, str] | None = None) -> KeptSecrets:
    """The secrets of this user: PAGESTRATA_SECRETS, else next to the addresses of channels."""
    given = os.environ if environment is None else environment
    if given.get("PAGESTRATA_SECRETS"):
        return KeptSecrets(Path(given["PAGESTRATA_SECRETS"]))
    return KeptSecrets(default_file(given).with_name(FILE))
