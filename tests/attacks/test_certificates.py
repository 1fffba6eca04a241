"""A certificate names a private address for its issuer's certificate, which browsers fetch by themselves."""

from __future__ import annotations

import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from attacks.canaries import canary, internet, message
from pagestrata.capturing.browser.pool import BrowserPool
from pagestrata.capturing.options import CaptureOptions

pytest.importorskip("cryptography", reason="certificates for the attack are made with the package cryptography")
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import AuthorityInformationAccessOID, NameOID

pytestmark = pytest.mark.browser


def server_context(folder: Path, issuer_address: str) -> ssl.SSLContext:
    """A certificate for secure.invalid whose issuer is nowhere but at `issuer_address`."""
    key, issuer = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    now = datetime.now(UTC)
    place = x509.AccessDescription(
        AuthorityInformationAccessOID.CA_ISSUERS, x509.UniformResourceIdentifier(issuer_address)
    )
    certificate = (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "secure.invalid")]))
        .issuer_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "An issuer far away")]))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=30))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("secure.invalid")]), critical=False)
        .add_extension(x509.AuthorityInformationAccess([place]), critical=False)
        .sign(issuer, hashes.SHA256())
    )
    chain, secret = folder / "certificate.pem", folder / "key.pem"
    chain.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    secret.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(chain, secret)
    return context


PAGE = "<p>words</p><img src='https://secure.invalid/x.png'>"


@pytest.mark.parametrize("path", ["/admin?reboot=1", "/ca.crt"])
def test_a_certificate_does_not_lead_the_browser_inside(pool: BrowserPool, tmp_path: Path, path: str) -> None:
    with canary() as inside:
        tls = server_context(tmp_path, inside.origin + path)
        with internet(lambda _: message(PAGE), tls) as far:
            found = pool.capture("http://far.invalid/", CaptureOptions(proxy=far.proxy, screenshot=False))
    assert "secure.invalid:443" in far.addresses
    assert inside.touched == []
    assert found.nodes is not None
    assert found.nodes.text_of(0) == "words"


def test_a_public_issuer_is_asked_through_the_guard(pool: BrowserPool, tmp_path: Path) -> None:
    """Servers that do not send the whole chain are common; this also shows that the browser does ask."""
    tls = server_context(tmp_path, "http://issuer.invalid/ca.crt")
    with internet(lambda _: message(PAGE), tls) as far:
        pool.capture("http://far.invalid/", CaptureOptions(proxy=far.proxy, screenshot=False))
    if not any("issuer.invalid" in address for address in far.addresses):
        pytest.skip("this browser does not ask for missing certificates")
    assert "http://issuer.invalid/ca.crt" in far.addresses
