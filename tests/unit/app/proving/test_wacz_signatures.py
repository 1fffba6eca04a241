from __future__ import annotations

import base64
import io
import json
import subprocess
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from foreign_tools import passes_wacz, run_foreign
from pagestrata.app.proving.wacz_signatures import head_files, judge_wacz, package_signer
from pagestrata.errors import InputError
from pagestrata.replay.export_wacz import export_wacz
from pagestrata.store.archive import Archive
from time_authority import TimeAuthority

URL = "http://site.test/"


def _package(archive: Archive, *, signed: bool = True) -> bytes:
    target, now = io.BytesIO(), datetime.now(UTC)
    sign = package_signer(archive, software="pagestrata", created=now) if signed else None
    export_wacz(
        archive,
        archive.versions.of(URL),
        target,
        software="pagestrata",
        created=now,
        sign=sign,
        extra=head_files(archive),
    )
    return target.getvalue()


def _edited(made: bytes, edits: dict[str, bytes]) -> io.BytesIO:
    target = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(made)) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            new.writestr(name, edits.pop(name, old.read(name)))
        for name, data in edits.items():
            new.writestr(name, data)
    return target


def test_our_package_is_valid_and_names_its_key(proven: Archive) -> None:
    found = judge_wacz(io.BytesIO(_package(proven)))
    assert found.verdict == "valid"
    assert found.by.startswith("the key ")
    with zipfile.ZipFile(io.BytesIO(_package(proven))) as package:
        head = proven.proof.signed_head()
        assert head is not None
        assert package.read("log/head.note") == head.written().encode()


def test_a_package_without_a_signature_is_unsigned(proven: Archive) -> None:
    assert judge_wacz(io.BytesIO(_package(proven, signed=False))).verdict == "unsigned"


@pytest.mark.parametrize("name", ["pages/pages.jsonl", "datapackage.json", "datapackage-digest.json", "added.txt"])
def test_a_package_that_was_changed_is_broken(proven: Archive, name: str) -> None:
    found = judge_wacz(_edited(_package(proven), {name: b"{}"}))
    assert found.verdict == "broken"
    assert found.reason


def test_a_signature_as_other_tools_make_it_is_valid(proven: Archive) -> None:
    """P-384, in the raw form of browsers and in DER."""
    made = _package(proven, signed=False)
    with zipfile.ZipFile(io.BytesIO(made)) as package:
        digest = json.loads(package.read("datapackage-digest.json"))
    key = ec.generate_private_key(ec.SECP384R1())
    der = key.sign(digest["hash"].encode(), ec.ECDSA(hashes.SHA256()))
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

    r, s = decode_dss_signature(der)
    public = key.public_key().public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
    for signature in (der, r.to_bytes(48) + s.to_bytes(48)):
        signed = {
            "hash": digest["hash"],
            "signature": base64.b64encode(signature).decode(),
            "publicKey": base64.b64encode(public).decode(),
        }
        edits = {"datapackage-digest.json": json.dumps(digest | {"signedData": signed}).encode()}
        assert judge_wacz(_edited(made, edits)).verdict == "valid"


def _passes_wacz(made: bytes, file: Path) -> bool:
    """Whether Webrecorder's own tool finds a package valid."""
    file.write_bytes(made)
    return passes_wacz(file) == [True]


def test_a_tool_that_others_wrote_finds_our_package_valid(proven: Archive, tmp_path: Path) -> None:
    assert _passes_wacz(_package(proven), tmp_path / "captures.wacz")
    edited = _edited(_package(proven), {"pages/pages.jsonl": b"{}"}).getvalue()
    assert not _passes_wacz(edited, tmp_path / "edited.wacz")


def test_openssl_finds_our_signature_valid(proven: Archive, tmp_path: Path) -> None:
    from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

    with zipfile.ZipFile(io.BytesIO(_package(proven))) as package:
        signed = json.loads(package.read("datapackage-digest.json"))["signedData"]
    raw = base64.b64decode(signed["signature"])
    (tmp_path / "sig").write_bytes(encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:])))
    (tmp_path / "key").write_bytes(base64.b64decode(signed["publicKey"]))
    (tmp_path / "data").write_text(signed["hash"])
    command = ["openssl", "dgst", "-sha256", "-keyform", "DER", "-verify", "key", "-signature", "sig", "data"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "Verified OK" in done.stdout


def test_what_is_no_package_is_broken(tmp_path: Path) -> None:
    file = tmp_path / "nothing.wacz"
    file.write_bytes(b"nothing")
    assert judge_wacz(file).verdict == "broken"


def _certificate(domain: str, key: ec.EllipticCurvePrivateKey, issuer: str, by: ec.EllipticCurvePrivateKey) -> bytes:
    now = datetime.now(UTC)
    subject, signer = (x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]) for name in (domain, issuer))
    builder = x509.CertificateBuilder().subject_name(subject).issuer_name(signer).public_key(key.public_key())
    builder = (
        builder.serial_number(5).not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=1))
    )
    return builder.sign(by, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)


def _domain_certificate(folder: Path, domain: str) -> tuple[Path, Path]:
    key, root = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    chain, secret = folder / "domain.pem", folder / "domain.key"
    chain.write_bytes(_certificate(domain, key, "A root", root) + _certificate("A root", root, "A root", root))
    form = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    secret.touch(mode=0o600)
    secret.write_bytes(key.private_bytes(*form))
    return chain, secret


def test_a_package_is_signed_for_a_domain_and_stamped(
    proven: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("rfc3161_client", reason="pip install rfc3161-client to test time stamps")
    chain, secret = _domain_certificate(tmp_path, "archive.example.org")
    monkeypatch.setenv("PAGESTRATA_WACZ_CERTIFICATE", str(chain))
    monkeypatch.setenv("PAGESTRATA_WACZ_KEY", str(secret))
    with pytest.raises(InputError, match="no time authority is set"):
        _package(proven)
    authority = TimeAuthority(tmp_path / "authority")
    with authority.serving() as address:
        proven.settings.set("time_authorities", [address])
        proven.settings.set("time_certificates", authority.root_pem.decode())
        made = _package(proven)
    found = judge_wacz(io.BytesIO(made))
    assert (found.verdict, found.by) == ("valid", "the domain archive.example.org")
    with zipfile.ZipFile(io.BytesIO(made)) as package:
        digest = json.loads(package.read("datapackage-digest.json"))
    for name, value, reason in (
        ("domain", "other.example.org", "for another domain"),
        ("timeSignature", "", "no time stamp"),
        ("signature", base64.b64encode(b"odd").decode(), "time stamp is wrong"),
    ):
        edited = {**digest, "signedData": {**digest["signedData"], name: value}}
        broken = judge_wacz(_edited(made, {"datapackage-digest.json": json.dumps(edited).encode()}))
        assert (broken.verdict, reason in broken.reason) == ("broken", True)


JUDGED_BY_AUTHSIGN = """
import json, sys
from authsign.verifier import Verifier
with open(sys.argv[2]) as file:
    signed = json.load(file)
found = Verifier(sys.argv[1])(signed)
print("observed by", found.observer)
"""


def _passes_authsign(digest: dict[str, object], roots: list[bytes], folder: Path) -> str:
    """What Webrecorder's verifier says of a signature for a domain, where it trusts these roots."""
    prints = [x509.load_pem_x509_certificates(pem)[-1].fingerprint(hashes.SHA256()).hex() for pem in roots]
    (folder / "roots.yaml").write_text(
        json.dumps({"domain_cert_roots": [prints[0]], "timestamp_cert_roots": [prints[1]]})
    )
    (folder / "signed.json").write_text(json.dumps(digest["signedData"]))
    done = run_foreign("-c", JUDGED_BY_AUTHSIGN, folder / "roots.yaml", folder / "signed.json")
    return done.stdout.strip() if done.returncode == 0 else ""


@pytest.mark.parametrize("sends_its_root", [False, True])
def test_the_verifier_of_webrecorder_finds_our_signature_for_a_domain_valid(
    proven: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sends_its_root: bool
) -> None:
    pytest.importorskip("rfc3161_client", reason="pip install rfc3161-client to test time stamps")
    chain, secret = _domain_certificate(tmp_path, "archive.example.org")
    monkeypatch.setenv("PAGESTRATA_WACZ_CERTIFICATE", str(chain))
    monkeypatch.setenv("PAGESTRATA_WACZ_KEY", str(secret))
    authority = TimeAuthority(tmp_path / "authority", sends_its_root=sends_its_root)
    with authority.serving() as address:
        proven.settings.set("time_authorities", [address])
        proven.settings.set("time_certificates", None if sends_its_root else authority.root_pem.decode())
        made = _package(proven)
    assert _passes_wacz(made, tmp_path / "captures.wacz")
    with zipfile.ZipFile(io.BytesIO(made)) as package:
        digest = json.loads(package.read("datapackage-digest.json"))
    roots = [chain.read_bytes(), authority.root_pem]
    assert _passes_authsign(digest, roots, tmp_path) == "observed by archive.example.org"
    assert not _passes_authsign(digest, roots[::-1], tmp_path)
    changed = digest | {"signedData": digest["signedData"] | {"hash": "sha256:" + "0" * 64}}
    assert not _passes_authsign(changed, roots, tmp_path)


SIGNED_BY_AUTHSIGN = """
import json, sys
from authsign import crypto
key = crypto.create_ecdsa_private_key()
public = crypto.get_public_key_pem(key.public_key()).decode()
print(json.dumps([crypto.sign(sys.argv[1], key), "".join(public.splitlines()[1:-1])]))
"""


def test_a_signature_that_webrecorders_library_made_is_valid(proven: Archive) -> None:
    made = _package(proven, signed=False)
    with zipfile.ZipFile(io.BytesIO(made)) as package:
        digest = json.loads(package.read("datapackage-digest.json"))
    signature, public = json.loads(run_foreign("-c", SIGNED_BY_AUTHSIGN, digest["hash"]).stdout)
    signed = {"hash": digest["hash"], "signature": signature, "publicKey": public}
    edits = {"datapackage-digest.json": json.dumps(digest | {"signedData": signed}).encode()}
    assert judge_wacz(_edited(made, edits)).verdict == "valid"


def test_openssl_alone_finds_our_signature_for_a_domain_valid(
    proven: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("rfc3161_client", reason="pip install rfc3161-client to test time stamps")
    chain, secret = _domain_certificate(tmp_path, "archive.example.org")
    monkeypatch.setenv("PAGESTRATA_WACZ_CERTIFICATE", str(chain))
    monkeypatch.setenv("PAGESTRATA_WACZ_KEY", str(secret))
    authority = TimeAuthority(tmp_path / "authority")
    with authority.serving() as address:
        proven.settings.set("time_authorities", [address])
        proven.settings.set("time_certificates", authority.root_pem.decode())
        made = _package(proven)
    with zipfile.ZipFile(io.BytesIO(made)) as package:
        signed = json.loads(package.read("datapackage-digest.json"))["signedData"]
    files = {
        "hash": signed["hash"].encode(),
        "sig": base64.b64decode(signed["signature"]),
        "sig.txt": signed["signature"].encode(),
        "chain.pem": signed["domainCert"].encode(),
        "stamp.tsr": base64.b64decode(signed["timeSignature"]),
        "stamp.pem": signed["timestampCert"].encode(),
    }
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    script = """
        openssl x509 -in chain.pem -noout -pubkey > domain.pub
        openssl dgst -sha256 -verify domain.pub -signature sig hash
        openssl ts -verify -data sig.txt -in stamp.tsr -CAfile stamp.pem"""
    done = subprocess.run(["sh", "-ec", script], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, "Verified OK" in done.stdout) == (0, True), done.stdout + done.stderr
