"""A time authority on this machine: `openssl ts` behind a small web server, with certificates that tests choose."""

from __future__ import annotations

import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

_SETTINGS = """
[tsa]
default_tsa = here
[here]
serial = {folder}/serial
crypto_device = builtin
signer_cert = {folder}/signer.pem
signer_key = {folder}/signer.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256, sha384, sha512
accuracy = secs:1
ordering = no
tsa_name = no
ess_cert_id_chain = no
"""


class TimeAuthority:
    """Its address, its root certificate, and how long it waits before it answers."""

    def __init__(self, folder: Path, *, valid_days: tuple[int, int] = (-1, 30), sends_its_root: bool = False) -> None:
        self.folder, self.wait_seconds, self.asked = folder, 0.0, 0
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "serial").write_text("01\n")
        more = f"certs = {folder}/root.pem\n" if sends_its_root else ""
        (folder / "openssl.cnf").write_text(_SETTINGS.format(folder=folder) + more)
        root = rsa.generate_private_key(65537, 2048)
        made = _certificate("A test root", root, "A test root", root, (-400, 400), is_root=True)
        signer = rsa.generate_private_key(65537, 2048)
        own = _certificate("A test time authority", signer, "A test root", root, valid_days, is_root=False)
        self.root_pem = made.public_bytes(serialization.Encoding.PEM)
        (folder / "root.pem").write_bytes(self.root_pem)
        (folder / "signer.pem").write_bytes(own.public_bytes(serialization.Encoding.PEM))
        form = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        (folder / "signer.key").write_bytes(signer.private_bytes(*form))

    def answer(self, request: bytes) -> bytes:
        self.asked += 1
        time.sleep(self.wait_seconds)
        query, reply = self.folder / f"{self.asked}.tsq", self.folder / f"{self.asked}.tsr"
        query.write_bytes(request)
        command = [
            "openssl",
            "ts",
            "-reply",
            "-config",
            self.folder / "openssl.cnf",
            "-queryfile",
            query,
            "-out",
            reply,
        ]
        subprocess.run(command, check=True, capture_output=True)
        return reply.read_bytes()

    @contextmanager
    def serving(self) -> Iterator[str]:
        authority = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                answer = authority.answer(self.rfile.read(int(self.headers["Content-Length"])))
                self.send_response(200)
                self.send_header("Content-Type", "application/timestamp-reply")
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, *_: object) -> None:
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/stamp"
        finally:
            server.shutdown()
            server.server_close()
            thread.join()


def _certificate(
    name: str,
    key: rsa.RSAPrivateKey,
    issuer: str,
    issuer_key: rsa.RSAPrivateKey,
    days: tuple[int, int],
    *,
    is_root: bool,
) -> x509.Certificate:
    now = datetime.now(UTC)
    usage = x509.KeyUsage(
        digital_signature=True,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=is_root,
        crl_sign=is_root,
        encipher_only=False,
        decipher_only=False,
    )
    builder = (
        x509.CertificateBuilder()
        .subject_name(_named(name))
        .issuer_name(_named(issuer))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now + timedelta(days=days[0]))
        .not_valid_after(now + timedelta(days=days[1]))
        .add_extension(x509.BasicConstraints(ca=is_root, path_length=None), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(issuer_key.public_key()), critical=False)
    )
    if not is_root:
        builder = builder.add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.TIME_STAMPING]), critical=True)
    return builder.sign(issuer_key, hashes.SHA256())


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
