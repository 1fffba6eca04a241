"""The certificates of a server as people and openssl read them."""

from __future__ import annotations

import hashlib
import ssl
from collections.abc import Sequence

# Imports inside functions: cryptography is optional; the rest works without.


def chain_pem(certificates: Sequence[bytes]) -> bytes:
    """Return certificates in PEM, the server's own first."""
    return "".join(map(ssl.DER_cert_to_PEM_cert, certificates)).encode()


def certificate_lines(certificates: Sequence[bytes]) -> list[str]:
    """Return a line about each certificate: for whom, by whom, until when, and its SHA-256; of an odd one only the last."""
    from cryptography.x509 import load_der_x509_certificate

    lines = []
    for der in certificates:
        digest = f"SHA-256 {hashlib.sha256(der).hexdigest()}"
        try:
            found = load_der_x509_certificate(der)
            dates = f"{found.not_valid_before_utc:%Y-%m-%d} to {found.not_valid_after_utc:%Y-%m-%d}"
            names = f"{found.subject.rfc4514_string()}, issued by {found.issuer.rfc4514_string()}"
            lines.append(f"{names}, valid from {dates}, {digest}")
        except ValueError:
            lines.append(digest)
    return lines
