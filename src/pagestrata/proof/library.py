"""The modules of `cryptography`, loaded on first use: the library is optional, and most commands neither sign nor check."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pagestrata.model.later import Later

__all__ = ["ec", "ed25519", "exceptions", "hashes", "serialization", "utils", "x509"]

if TYPE_CHECKING:
    from cryptography import exceptions, x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec, ed25519, utils
else:
    exceptions, x509 = Later("cryptography.exceptions"), Later("cryptography.x509")
    hashes, serialization = (Later(f"cryptography.hazmat.primitives.{name}") for name in ("hashes", "serialization"))
    ec, ed25519, utils = (
        Later(f"cryptography.hazmat.primitives.asymmetric.{name}") for name in ("ec", "ed25519", "utils")
    )
