import subprocess
import sys

from cryptography import exceptions as own_exceptions
from cryptography import x509 as own_x509
from cryptography.hazmat.primitives import hashes as own_hashes

from pagestrata.proof.library import exceptions, hashes, x509


def test_the_modules_are_those_of_the_library() -> None:
    assert hashes.SHA256 is own_hashes.SHA256
    assert x509.oid.NameOID is own_x509.oid.NameOID
    assert exceptions.InvalidSignature is own_exceptions.InvalidSignature


def test_reading_keys_and_stamps_loads_no_cryptography() -> None:
    modules = "pagestrata.proof.keys, pagestrata.proof.time_stamps, pagestrata.proof.wacz_signature"
    program = f"import sys, {modules}; print('cryptography' in sys.modules)"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ended.stdout.split() == ["False"]
