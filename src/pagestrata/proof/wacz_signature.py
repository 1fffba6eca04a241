"""Signatures of WACZ packages, after Webrecorder's 'WACZ Signing and Verification' 0.1.0.

`datapackage-digest.json` names the hash of `datapackage.json`, which names those of all other files. An anonymous signature
is ECDSA over that hash, written as text, with SHA-256; the public key is next to it. Browsers sign in the raw form of two
numbers, servers in DER: this module writes the first and reads both. A signature with a certificate of a domain carries a
time stamp too.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from pagestrata.errors import InputError
from pagestrata.proof.keys import create_key, load_ecdsa, require_cryptography
from pagestrata.proof.library import ec, exceptions, hashes, serialization, utils, x509
from pagestrata.proof.time_stamps import check_stamp

SPECIFICATION = "0.1.0"
StampText = Callable[[str], tuple[bytes, bytes]]
"""Gets a time stamp for a text: returns the answer of the authority and its certificates in PEM."""
Verdict = Literal["valid", "unsigned", "broken", "unchecked"]
_CURVE_BYTES = {"secp256r1": 32, "secp384r1": 48, "secp521r1": 66}


@dataclass(frozen=True, slots=True, kw_only=True)
class WaczVerdict:
    """The verdict on a package's signature; unchecked if the library is missing. `by`: the signer."""

    verdict: Verdict
    reason: str = ""
    by: str = ""
    created: str = ""


def sign_digest(packed: bytes, *, key_file: Path, software: str, created: datetime) -> bytes:
    """Return `datapackage-digest.json` for a description of a package, signed with a P-256 key that is made if missing."""

    if not key_file.exists():
        create_key(key_file, "p256")
    key = load_ecdsa(key_file)
    named = _digest(packed)
    r, s = utils.decode_dss_signature(key.sign(named.encode(), ec.ECDSA(hashes.SHA256())))
    public = key.public_key().public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
    signature = {
        "signature": base64.b64encode(r.to_bytes(32) + s.to_bytes(32)).decode(),
        "publicKey": base64.b64encode(public).decode(),
    }
    return _description(named, signature, software=software, created=created)


def sign_digest_for_domain(
    packed: bytes, *, certificate_pem: bytes, key_file: Path, software: str, created: datetime, stamp: StampText
) -> bytes:
    """Return `datapackage-digest.json` signed with the key of a domain's certificate, the signature stamped by an authority."""

    key = load_ecdsa(key_file)
    try:
        own = x509.load_pem_x509_certificates(certificate_pem)[0]
    except ValueError as error:
        raise InputError(f"the certificate of the domain cannot be read ({error}); give its chain in PEM") from error
    if own.public_key() != key.public_key():
        raise InputError(f"{key_file} does not match the certificate of the domain; name the key that belongs to it")
    named = _digest(packed)
    signature = base64.b64encode(key.sign(named.encode(), ec.ECDSA(hashes.SHA256()))).decode()
    token, chain = stamp(signature)
    signed = {
        "signature": signature,
        "domain": _domains(own)[0],
        "domainCert": certificate_pem.decode("ascii"),
        "timeSignature": base64.b64encode(token).decode(),
        "timestampCert": chain.decode("ascii"),
    }
    return _description(named, signed, software=software, created=created)


def _digest(packed: bytes) -> str:
    return f"sha256:{hashlib.sha256(packed).hexdigest()}"


def _description(named: str, signature: Mapping[str, str], *, software: str, created: datetime) -> bytes:
    """Return `datapackage-digest.json` with a signature over the hash of the package's description."""
    at = created.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    signed = {"hash": named, "created": at, "software": software, "version": SPECIFICATION, **signature}
    return json.dumps({"path": "datapackage.json", "hash": named, "signedData": signed}, indent=2).encode()


def _domains(certificate: x509.Certificate) -> list[str]:
    """Return the names a certificate is for, the one in its subject first."""

    names = [str(found.value) for found in certificate.subject.get_attributes_for_oid(x509.oid.NameOID.COMMON_NAME)]
    try:
        others = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        names += others.get_values_for_type(x509.DNSName)
    except x509.ExtensionNotFound:
        pass
    if not names:
        raise InputError("the certificate names no domain; give one that does")
    return names


def judge(description: bytes, digest: bytes | None) -> WaczVerdict:
    """Judge the signature of a package by its two description files. The caller checks the hashes of all other files."""
    if digest is None:
        return WaczVerdict(verdict="unsigned", reason="it has no datapackage-digest.json")
    try:
        found = json.loads(digest)
        named, signed = str(found["hash"]), found.get("signedData")
        if named != _digest(description):
            return WaczVerdict(verdict="broken", reason="datapackage.json is not the one that was described")
        if signed is None:
            return WaczVerdict(verdict="unsigned", reason="it has hashes and no signature")
        if not isinstance(signed, dict) or signed.get("hash") != named:
            return WaczVerdict(verdict="broken", reason="what was signed is not the hash of this package")
        require_cryptography()
        return _judge_signature(named, signed)
    except (InputError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        return WaczVerdict(verdict="broken", reason=f"its datapackage-digest.json cannot be read ({error!r})"[:300])


def _judge_signature(named: str, signed: Mapping[str, Any]) -> WaczVerdict:

    signature, created = base64.b64decode(signed["signature"], validate=True), str(signed.get("created", ""))[:40]
    if signed.get("publicKey"):
        der = base64.b64decode(signed["publicKey"], validate=True)
        key: Any = serialization.load_der_public_key(der)
        by = f"the key {hashlib.sha256(der).hexdigest()[:16]}"
    elif signed.get("domainCert"):
        certificate = x509.load_pem_x509_certificates(str(signed["domainCert"]).encode())[0]
        key, by = certificate.public_key(), f"the domain {str(signed.get('domain', ''))[:200]}"
        if problem := _domain_problem(signed, certificate):
            return WaczVerdict(verdict="broken", reason=problem, by=by, created=created)
    else:
        return WaczVerdict(verdict="broken", reason="its signature names neither a key nor a domain", created=created)
    if not _verifies(key, named.encode(), signature):
        return WaczVerdict(verdict="broken", reason="the signature is not that of its key", by=by, created=created)
    return WaczVerdict(verdict="valid", by=by, created=created)


def _domain_problem(signed: Mapping[str, Any], certificate: x509.Certificate) -> str:
    """Return why a signature for a domain is invalid, '' if it is valid."""
    if signed.get("domain") not in _domains(certificate):
        return "its certificate is for another domain"
    if not signed.get("timeSignature"):
        return "it has no time stamp, which a signature for a domain needs"
    token = base64.b64decode(signed["timeSignature"], validate=True)
    chain = str(signed.get("timestampCert") or "").encode()
    try:
        stamp = check_stamp(token, str(signed["signature"]).encode(), chain=chain)
    except InputError as error:
        return f"its time stamp is wrong: {error}"
    if not certificate.not_valid_before_utc <= stamp.at <= certificate.not_valid_after_utc:
        return f"its certificate was not valid on {stamp.at:%Y-%m-%d}, when it was stamped"
    return ""


def _verifies(key: Any, data: bytes, signature: bytes) -> bool:

    if not isinstance(key, ec.EllipticCurvePublicKey) or key.curve.name not in _CURVE_BYTES:
        raise InputError("its key is not ECDSA on a supported curve")
    half = _CURVE_BYTES[key.curve.name]
    forms = [signature]
    if len(signature) == 2 * half:
        forms.insert(0, utils.encode_dss_signature(int.from_bytes(signature[:half]), int.from_bytes(signature[half:])))
    for form in forms:
        try:
            key.verify(form, data, ec.ECDSA(hashes.SHA256()))
        except exceptions.InvalidSignature:
            continue
        return True
    return False
