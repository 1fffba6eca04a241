"""Secrets that users type into pages, kept outside the archive, next to the addresses of channels.

The archive knows a secret only by a random name. Only the owner may read the file.
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
        """Store a secret for an origin and return its new, random name."""
        name = secrets.token_hex(12)
        self._kept.write_all({**self._kept.read_all(), name: f"{origin}\n{text}"})
        return name

    def find(self, name: str, origin: str) -> str:
        """The secret with this name. Raises UsageError if it is for another origin, or stored on another machine."""
        kept_for, _, found = self._kept.read_all().get(name, "").partition("\n")
        if not kept_for or kept_for != origin:
            raise UsageError(
                f"a secret of these steps is not stored on this machine (in {self._file}); record the steps again here"
            )
        return found

    def forget(self, names: frozenset[str]) -> None:
        """Remove secrets; unknown names are no error."""
        known = self._kept.read_all()
        if names & known.keys():
            self._kept.write_all({name: text for name, text in known.items() if name not in names})


def kept_secrets(environment: Mapping[str, str] | None = None) -> KeptSecrets:
    """The secrets of this user: PAGESTRATA_SECRETS, else next to the addresses of channels."""
    variables = os.environ if environment is None else environment
    if variables.get("PAGESTRATA_SECRETS"):
        return KeptSecrets(Path(variables["PAGESTRATA_SECRETS"]))
    return KeptSecrets(default_file(variables).with_name(FILE))
