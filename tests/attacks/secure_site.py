"""An own authority, so that browser and plain client speak real https with servers and proxies on loopback."""

from __future__ import annotations

import base64
import hashlib
import ssl
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import pytest

pytest.importorskip("cryptography", reason="certificates for the attack are made with the package cryptography")
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from pagestrata.capturing.browser.find import find_browser

LOOPBACK = "127.0.0.1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Secure:
    """A certificate for some names, how servers show it, and a browser that believes it."""

    server: ssl.SSLContext
    certificate: Path  # for SSL_CERT_FILE
    browser: Path


def secure(folder: Path, *names: str) -> Secure:
    """A certificate that signs itself, for these names and 127.0.0.1."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, names[0])])
    others = [*(x509.DNSName(one) for one in names), x509.IPAddress(ip_address(LOOPBACK))]
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=30))
        .add_extension(x509.SubjectAlternativeName(others), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    chain, secret = folder / "certificate.pem", folder / "key.pem"
    chain.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    secret.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(chain, secret)
    return Secure(server=server, certificate=chain, browser=_browser_that_believes(folder, certificate))


def _browser_that_believes(folder: Path, certificate: x509.Certificate) -> Path:
    """The browser of this machine with the key of a certificate accepted; everything else is as usual."""
    key = certificate.public_key().public_bytes(
        serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    digest = base64.b64encode(hashlib.sha256(key).digest()).decode()
    script = folder / "browser"
    script.write_text(f'#!/bin/sh\nexec {find_browser()} "$@" --ignore-certificate-errors-spki-list={digest}\n')
    script.chmod(0o700)
    return script
